// The problems and what each system answered; see browsing.js.

const systems = JSON.parse(byId("systems").textContent);
const own = systems.indexOf("cantor");

const rights = rows.map((row) => row.answers.filter((answer) => answer.right).length);
const ours = (i) => own >= 0 && rows[i].answers[own].right;
const KEPT = {
  all: () => true,
  split: (i) => rights[i] > 0 && rights[i] < systems.length,
  only: (i) => ours(i) && rights[i] === 1,
  missed: (i) => own >= 0 && !ours(i) && rights[i] > 0,
  none: (i) => rights[i] === 0,
  every: (i) => rights[i] === systems.length,
};

// The list

const haystacks = rows.map((row) =>
  plain([row.id, wholeText(row), row.gold, row.goldEquation, ...row.answers.map((answer) => answer.answer)].join(" \u0000 ")),
);

const items = rows.map((row, i) => {
  const item = element("li", { role: "option", id: "row" + i, "aria-selected": "false" });
  const marks = element("span", { class: "marks" }, element("b", { text: row.gold }), `${rights[i]} of ${systems.length} right`);
  if (own >= 0) marks.append(" ", sign(verdict(row.answers[own])));
  item.append(element("span", { class: "text", text: wholeText(row) }), marks);
  item.addEventListener("click", () => show(i, true));
  return item;
});

const itemOf = (i) => items[i];

function filter() {
  const words = wanted();
  visible = rows.map((_, i) => i).filter((i) => KEPT[outcome.value](i) && words.every((word) => haystacks[i].includes(word)));
  outcome.classList.toggle("set", outcome.selectedIndex > 0);
  list.replaceChildren(...visible.map((i) => items[i]));
  byId("count").textContent = `${visible.length} of a sample of ${rows.length}`;
  list.scrollTop = 0;
  show(visible.length ? visible[0] : -1, false);
}

// The problem shown

function show(i, asked) {
  if (select(i, asked, "No problem fits these filters.")) shown.replaceChildren(...details(rows[i], i));
}

function details(row, i) {
  const top = topLine(`${visible.indexOf(i) + 1} of ${visible.length}`,
    element("span", { text: `${rights[i]} of ${systems.length} systems are right` }),
    element("span", { text: row.id }));
  const asked = problem(row);
  if (row.elsewhere) asked.append(element("p", { class: "notes", text: row.elsewhere }));
  const parts = [top, asked, gold(row)];
  if (row.picture) parts.push(picture(row));
  parts.push(element("div", { class: "cards" }, ...row.answers.map((answer, system) => card(systems[system], answer))));
  return parts;
}

function card(system, answer) {
  const kind = verdict(answer);
  const made = element("section", { class: "panel " + kind }, element("h3", {}, element("span", { text: system }), sign(kind)),
    element("div", { class: "value", text: answer.answer }));
  if (answer.equation) made.append(element("div", { class: "equation", text: answer.equation }));
  if (answer.steps.length) {
    made.append(element("ol", { class: "steps" }, ...answer.steps.map((step, i) => {
      const idle = answer.idle.includes(i);
      const options = { class: idle ? "idle" : "", ...(idle ? { title: "the answer does not need this step" } : {}) };
      // each sentence begins with its number, which has a circle of its own here
      return element("li", options, element("i", { text: String(i + 1) }), element("span", { text: step.replace(/^\d+\. /, "") }));
    })));
  }
  if (answer.said) made.append(element("p", { class: "said", text: answer.said }));
  return made;
}

function picture(row) {
  const drawing = element("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "CANTOR's graph" });
  drawing.innerHTML = row.picture; // written and escaped by cantor itself
  const words = "All of its thoughts at once; dark: the answer and what it stands on. Same colour and letter: same value; pink with ✓: the right one. "
    + "The others' steps, below, are numbered in the order in which they were decoded.";
  return panel("CANTOR's graph", element("figure", {}, drawing, element("figcaption", { text: words })));
}

begin(outcome);

"use strict";
// The problems and what each system answered. All text of the data goes through textContent; only the
// pictures, which Python wrote and escaped, are markup.

const byId = (id) => document.getElementById(id);
const rows = JSON.parse(byId("rows").textContent);
const systems = JSON.parse(byId("systems").textContent);
const own = systems.indexOf("cantor");

const list = byId("list"), shown = byId("shown"), search = byId("search"), outcome = byId("outcome");
let visible = []; // indices into rows
let current = -1; // the index of the row that is shown

function element(name, options = {}, ...children) {
  const made = document.createElement(name);
  const { text, ...rest } = options;
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(rest)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const verdict = (answer) => (answer.right ? "right" : answer.five ? "five" : "wrong");
const SIGNS = { right: "✓", five: "✗⁵", wrong: "✗" };
const NAMES = { right: "right", five: "wrong; right among the 5 best", wrong: "wrong" };
const sign = (kind) => element("span", { class: "sign " + kind, text: SIGNS[kind], title: NAMES[kind], role: "img", "aria-label": NAMES[kind] });

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

const plain = (text) => text.normalize("NFKC").toLowerCase();
const wholeText = (row) => row.text.map((piece) => piece[0]).join("");
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

function filter() {
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  visible = rows.map((_, i) => i).filter((i) => KEPT[outcome.value](i) && words.every((word) => haystacks[i].includes(word)));
  outcome.classList.toggle("set", outcome.selectedIndex > 0);
  list.replaceChildren(...visible.map((i) => items[i]));
  byId("count").textContent = `${visible.length} of a sample of ${rows.length}`;
  list.scrollTop = 0;
  show(visible.length ? visible[0] : -1, false);
}

// The problem shown

function show(i, asked) {
  if (items[current]) items[current].setAttribute("aria-selected", "false");
  current = i;
  if (i < 0) {
    list.removeAttribute("aria-activedescendant");
    shown.replaceChildren(element("p", { class: "empty", text: "No problem fits these filters." }));
    return;
  }
  items[i].setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", "row" + i);
  if (asked) {
    document.body.classList.add("reading");
    history.replaceState(null, "", "#" + (i + 1));
    items[i].scrollIntoView({ block: "nearest" });
  }
  shown.replaceChildren(...details(rows[i], i));
  if (asked && matchMedia("(max-width: 860px)").matches) scrollTo(0, 0);
}

function details(row, i) {
  const back = element("button", { type: "button", class: "back", text: "‹ All" });
  back.addEventListener("click", leave);
  const previous = element("button", { type: "button", text: "‹", "aria-label": "Previous" });
  const next = element("button", { type: "button", text: "›", "aria-label": "Next" });
  previous.addEventListener("click", () => move(-1));
  next.addEventListener("click", () => move(1));
  const top = element("div", { class: "top" }, back,
    element("span", { text: `${rights[i]} of ${systems.length} systems are right` }),
    element("span", { text: row.id }),
    element("span", { class: "step-buttons" }, element("span", { class: "where", text: `${visible.indexOf(i) + 1} of ${visible.length}` }), previous, next));

  const problem = element("p", { class: "problem" });
  for (const [text, name, value] of row.text) {
    if (name === undefined) problem.append(text);
    else problem.append(element("mark", { title: `${name} = ${value}`, text }, element("sub", { text: name })));
  }
  const asked = panel("Problem", problem);
  if (row.elsewhere) asked.append(element("p", { class: "notes", text: row.elsewhere }));
  const gold = panel("Gold", element("div", { class: "value", text: row.gold }), element("div", { class: "equation", text: row.goldEquation }));
  const parts = [top, asked, gold];
  if (row.picture) parts.push(picture(row));
  parts.push(element("div", { class: "cards" }, ...row.answers.map((answer, system) => card(systems[system], answer))));
  return parts;
}

function panel(title, ...children) {
  return element("section", { class: "panel" }, element("h3", { text: title }), ...children);
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

// Moving about

function move(by) {
  if (!visible.length) return;
  const place = visible.indexOf(current) + by;
  show(visible[Math.max(0, Math.min(visible.length - 1, place))], true);
}

function leave() {
  document.body.classList.remove("reading");
  history.replaceState(null, "", location.pathname + location.search);
  if (items[current]) items[current].scrollIntoView({ block: "center" });
  list.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  if (event.key === "Escape") {
    if (typing) event.target.blur();
    leave();
  } else if (!typing && event.key === "/") {
    document.body.classList.remove("reading");
    search.focus();
  } else if (event.target === search && event.key === "ArrowDown") {
    list.focus();
  } else if (!typing && (event.key === "j" || event.key === "k")) {
    move(event.key === "j" ? 1 : -1);
  } else if (event.target === list && ["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) {
    move({ ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]);
  } else if (event.target === list && event.key === "Enter") {
    show(current, true);
    shown.focus();
  } else return;
  event.preventDefault();
});

let waiting = 0;
search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
byId("filters").addEventListener("submit", (event) => event.preventDefault());
outcome.addEventListener("change", filter);

const asked = Number.parseInt(location.hash.slice(1), 10) - 1;
filter();
if (rows[asked]) {
  show(asked, true);
  byId("browser").scrollIntoView();
}

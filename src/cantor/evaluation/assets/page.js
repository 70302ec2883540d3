// Rows, filters and the prediction shown; see browsing.js.

let pictures = null; // read when the first one is needed
const order = byId("order"), groups = [...document.querySelectorAll("select.kind")];

const percent = (share) => (share > 0 && share < 0.005 ? "<1%" : share < 1 && share >= 0.995 ? ">99%" : Math.round(100 * share) + "%");
const KEPT = {
  all: () => true,
  right: (row) => row.right,
  wrong: (row) => !row.right,
  five: (row) => row.five,
  missed: (row) => row.five && !row.right,
  lucky: (row) => row.right && !row.same,
};
const ORDERS = {
  given: (a, b) => a - b,
  sure: (a, b) => rows[b].confidence - rows[a].confidence || a - b,
  unsure: (a, b) => rows[a].confidence - rows[b].confidence || a - b,
};

// The list

const haystacks = rows.map((row) =>
  plain([row.id, wholeText(row), row.answer, row.gold, row.goldEquation, row.equation].join(" \u0000 ")),
);

// Thousands of items take seconds to lay out: they are made when the list is scrolled to them.
const AT_ONCE = 60;
const items = new Map(); // row -> its item, once it has been made

function itemOf(i) {
  if (!items.has(i)) {
    const row = rows[i], kind = verdict(row);
    items.set(i, element("li", { role: "option", id: "row" + i, "data-row": i, "aria-selected": "false" },
      sign(kind),
      element("span", { class: "text", text: wholeText(row) }),
      element("span", { class: "sure" }, element("b", { text: row.answer }), percent(row.confidence))));
  }
  return items.get(i);
}

function listUpTo(place) {
  const start = list.children.length, end = Math.min(visible.length, Math.max(place + 1, start));
  for (let at = start; at < Math.min(visible.length, end + AT_ONCE); at++) {
    const made = itemOf(visible[at]);
    made.setAttribute("aria-posinset", at + 1);
    made.setAttribute("aria-setsize", visible.length);
    list.append(made);
  }
}

list.addEventListener("scroll", () => {
  if (list.scrollTop + 2 * list.clientHeight > list.scrollHeight) listUpTo(list.children.length);
});
list.addEventListener("click", (event) => {
  const clicked = event.target.closest("li");
  if (clicked) show(Number(clicked.dataset.row), true);
});

function filter() {
  const words = wanted();
  visible = rows.map((_, i) => i).filter((i) => {
    const row = rows[i];
    return KEPT[outcome.value](row)
      && groups.every((select) => !select.value || (row.groups[select.name] ?? []).includes(select.value))
      && words.every((word) => haystacks[i].includes(word));
  });
  visible.sort(ORDERS[order.value]);
  for (const select of [outcome, ...groups]) select.classList.toggle("set", select.selectedIndex > 0);
  list.replaceChildren();
  listUpTo(0);
  const right = visible.filter((i) => rows[i].right).length;
  byId("count").textContent = visible.length
    ? `${visible.length.toLocaleString("en")} of ${rows.length.toLocaleString("en")}: ${percent(right / visible.length)} right`
    : "none of " + rows.length.toLocaleString("en");
  list.scrollTop = 0;
  show(visible.length ? visible[0] : -1, false);
}

// The prediction shown

function show(i, asked) {
  const other = i !== current;
  const place = visible.indexOf(i);
  if (place >= list.children.length) listUpTo(place);
  if (!select(i, asked, "No prediction fits these filters.")) return;
  if (other) {
    shown.replaceChildren(...details(rows[i], i));
    bringIntoView(shown.querySelector(".picture"));
  } else shown.querySelector(".where").textContent = where(i); // the same among others
}

const where = (i) => `${(visible.indexOf(i) + 1).toLocaleString("en")} of ${visible.length.toLocaleString("en")}`;

function details(row, i) {
  const kind = verdict(row);
  const top = topLine(where(i),
    element("span", { class: "badge-text " + kind, text: `${SIGNS[kind]} ${NAMES[kind]}` }),
    element("span", { text: "confidence " + percent(row.confidence) }),
    element("span", { text: row.id }));

  const asked = problem(row);
  const kinds = Object.entries(row.groups).map(([kind, names]) => `${kind}: ${names.join(", ")}`);
  for (const note of [row.elsewhere, kinds.join(" · ")]) if (note) asked.append(element("p", { class: "notes", text: note }));

  const pair = element("div", { class: "pair" },
    gold(row),
    panel("Predicted", element("div", { class: "value", text: row.answer }), element("div", { class: "equation", text: row.equation })));

  const parts = [top, asked, pair];
  if (row.steps.length) {
    parts.push(panel("Steps", element("ol", { class: "steps" }, ...row.steps.map((step) => element("li", { text: step })))));
  }
  if (row.best.length) parts.push(panel("Best roots", best(row)));
  const drawn = picture(i);
  if (drawn) parts.push(drawn);
  return parts;
}

function best(row) {
  const head = ["", "value", "equation", "this root", "as the answer"];
  const table = element("table", { class: "best" },
    element("thead", {}, element("tr", {}, ...head.map((text, i) => element("th", { text, scope: "col", class: i > 2 ? "n" : "" })))),
    element("tbody", {}, ...row.best.map(([root, value, equation, chance, all, right], rank) =>
      element("tr", { class: right ? "right" : "" },
        element("td", { text: `${rank + 1} · v${root}` }),
        element("td", { text: right ? value + " ✓" : value }),
        element("td", { class: "equation", text: equation }),
        element("td", { class: "n", text: percent(chance) }),
        element("td", { class: "n", text: percent(all) })))));
  return element("div", { class: "scroll" }, table);
}

function picture(i) {
  pictures ??= JSON.parse(byId("pictures").textContent);
  if (!pictures[i]) return null; // a problem that was not thought about
  const drawing = element("div", { class: "picture", tabindex: "0", role: "group", "aria-label": "Thought graph" });
  drawing.innerHTML = pictures[i]; // written and escaped by cantor itself
  const save = element("button", { type: "button", text: "Save as SVG" });
  save.addEventListener("click", () => saveAs(drawing.firstElementChild, rows[i].id));
  const words = "Strong: the answer and what it stands on. Same colour and letter: same value; pink with ✓: the right one. "
    + "Percentages: of an operator below its sign, of an operand on its line, of a root at its right.";
  return panel("Thought graph", element("figure", {}, drawing, element("figcaption", {}, element("span", { text: words }), save)));
}

function bringIntoView(drawing) {
  // where the picture is wider than the screen, begin with the answer
  const answer = drawing?.querySelector(".best");
  if (!answer) return;
  const box = answer.getBoundingClientRect(), frame = drawing.getBoundingClientRect();
  drawing.scrollLeft += box.left + box.width / 2 - frame.left - frame.width / 2;
}

function saveAs(drawing, name) {
  const copy = drawing.cloneNode(true);
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = byId("picture-style").textContent;
  copy.prepend(style);
  const link = element("a", { download: `thoughts-${name.replace(/[^\w.-]+/g, "-")}.svg` });
  link.href = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

for (const button of document.querySelectorAll("button.group")) {
  button.addEventListener("click", () => {
    for (const select of groups) select.value = select.name === button.dataset.kind ? button.dataset.group : "";
    byId("more").open = true;
    search.value = "";
    outcome.value = "all";
    filter();
    byId("browser").scrollIntoView();
    list.focus({ preventScroll: true });
  });
}

begin(outcome, order, ...groups);

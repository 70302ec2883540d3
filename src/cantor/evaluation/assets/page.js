"use strict";
// Rows, filters and the prediction shown. All text of the data goes through textContent; only the pictures,
// which Python wrote and escaped, are markup.

const byId = (id) => document.getElementById(id);
const rows = JSON.parse(byId("rows").textContent);
let pictures = null; // read when the first one is needed

const list = byId("list"), shown = byId("shown"), search = byId("search");
const outcome = byId("outcome"), order = byId("order"), groups = [...document.querySelectorAll("select.kind")];
let visible = []; // indices into rows, in the order listed
let current = -1; // the index of the row that is shown

function element(name, options = {}, ...children) {
  const made = document.createElement(name);
  const { text, ...rest } = options;
  if (text !== undefined) made.textContent = text;
  for (const [key, value] of Object.entries(rest)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const percent = (share) => (share > 0 && share < 0.005 ? "<1%" : share < 1 && share >= 0.995 ? ">99%" : Math.round(100 * share) + "%");
const SIGNS = { right: "✓", five: "✗⁵", wrong: "✗" };
const NAMES = { right: "right", five: "wrong; right among the 5 best", wrong: "wrong" };
const verdict = (row) => (row.right ? "right" : row.five ? "five" : "wrong");

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

const plain = (text) => text.normalize("NFKC").toLowerCase();
const haystacks = rows.map((row) =>
  plain([row.id, row.text.map((piece) => piece[0]).join(""), row.answer, row.gold, row.goldEquation, row.equation].join(" \u0000 ")),
);

// Thousands of items take seconds to lay out: they are made when the list is scrolled to them.
const AT_ONCE = 60;
const items = new Map(); // row -> its item, once it has been made

function item(i) {
  if (!items.has(i)) {
    const row = rows[i], kind = verdict(row);
    items.set(i, element("li", { role: "option", id: "row" + i, "data-row": i, "aria-selected": "false" },
      element("span", { class: "sign " + kind, text: SIGNS[kind], title: NAMES[kind], role: "img", "aria-label": NAMES[kind] }),
      element("span", { class: "text", text: row.text.map((piece) => piece[0]).join("") }),
      element("span", { class: "sure" }, element("b", { text: row.answer }), percent(row.confidence))));
  }
  return items.get(i);
}

function listUpTo(place) {
  const start = list.children.length, end = Math.min(visible.length, Math.max(place + 1, start));
  for (let at = start; at < Math.min(visible.length, end + AT_ONCE); at++) {
    const made = item(visible[at]);
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
  const words = plain(search.value).split(/\s+/).filter(Boolean);
  visible = rows.map((_, i) => i).filter((i) => {
    const row = rows[i];
    return KEPT[outcome.value](row)
      && groups.every((select) => !select.value || row.groups[select.name] === select.value)
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
  if (items.has(current)) item(current).setAttribute("aria-selected", "false");
  current = i;
  if (i < 0) {
    list.removeAttribute("aria-activedescendant");
    shown.replaceChildren(element("p", { class: "empty", text: "No prediction fits these filters." }));
    return;
  }
  const place = visible.indexOf(i);
  if (place >= list.children.length) listUpTo(place);
  item(i).setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", "row" + i);
  if (asked) {
    document.body.classList.add("reading");
    history.replaceState(null, "", "#" + (i + 1));
    item(i).scrollIntoView({ block: "nearest" });
  }
  if (other) {
    shown.replaceChildren(...details(rows[i], i));
    bringIntoView(shown.querySelector(".picture"));
  } else shown.querySelector(".where").textContent = where(i); // the same among others
  if (asked && matchMedia("(max-width: 860px)").matches) scrollTo(0, 0);
}

const where = (i) => `${(visible.indexOf(i) + 1).toLocaleString("en")} of ${visible.length.toLocaleString("en")}`;

function details(row, i) {
  const kind = verdict(row);
  const back = element("button", { type: "button", class: "back", text: "‹ All" });
  back.addEventListener("click", leave);
  const previous = element("button", { type: "button", text: "‹", "aria-label": "Previous" });
  const next = element("button", { type: "button", text: "›", "aria-label": "Next" });
  previous.addEventListener("click", () => move(-1));
  next.addEventListener("click", () => move(1));
  const top = element("div", { class: "top" }, back,
    element("span", { class: "badge-text " + kind, text: `${SIGNS[kind]} ${NAMES[kind]}` }),
    element("span", { text: "confidence " + percent(row.confidence) }),
    element("span", { text: row.id }),
    element("span", { class: "step-buttons" }, element("span", { class: "where", text: where(i) }), previous, next));

  const problem = element("p", { class: "problem" });
  for (const [text, name, value] of row.text) {
    if (name === undefined) problem.append(text);
    else problem.append(element("mark", { title: `${name} = ${value}`, text }, element("sub", { text: name })));
  }
  const asked = panel("Problem", problem);
  const kinds = Object.entries(row.groups).map(([kind, group]) => `${kind}: ${group}`);
  for (const note of [row.elsewhere, kinds.join(" · ")]) if (note) asked.append(element("p", { class: "notes", text: note }));

  const pair = element("div", { class: "pair" },
    panel("Gold", element("div", { class: "value", text: row.gold }), element("div", { class: "equation", text: row.goldEquation })),
    panel("Predicted", element("div", { class: "value", text: row.answer }), element("div", { class: "equation", text: row.equation })));

  const parts = [top, asked, pair];
  if (row.steps.length) {
    parts.push(panel("Steps", element("ol", { class: "steps" }, ...row.steps.map((step) => element("li", { text: step })))));
  }
  if (row.best.length) parts.push(panel("Best roots", best(row)));
  parts.push(picture(i));
  return parts;
}

function panel(title, ...children) {
  return element("section", { class: "panel" }, element("h3", { text: title }), ...children);
}

function best(row) {
  const head = ["", "value", "equation", "this root", "all of its value"];
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
  const answer = drawing.querySelector(".best");
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

// Moving about

function move(by) {
  if (!visible.length) return;
  const place = visible.indexOf(current) + by;
  show(visible[Math.max(0, Math.min(visible.length - 1, place))], true);
}

function leave() {
  document.body.classList.remove("reading");
  history.replaceState(null, "", location.pathname + location.search);
  if (current >= 0) item(current).scrollIntoView({ block: "center" });
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
  } else if (event.target === list && ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End"].includes(event.key)) {
    const far = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length };
    move(far[event.key]);
  } else if (event.target === list && event.key === "Enter") {
    show(current, true);
    shown.focus();
  } else return;
  event.preventDefault();
});

let waiting = 0;
search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
byId("filters").addEventListener("submit", (event) => event.preventDefault());
for (const select of [outcome, order, ...groups]) select.addEventListener("change", filter);
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

const asked = Number.parseInt(location.hash.slice(1), 10) - 1;
filter();
if (rows[asked]) {
  show(asked, true);
  byId("browser").scrollIntoView();
}

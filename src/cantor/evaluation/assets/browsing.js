"use strict";
// What every page of a list and one row shown has: it comes before the page's own script, which defines `filter`,
// `show(i, asked)` and `itemOf(i)`. All text of the data goes through textContent; only the pictures, which Python
// wrote and escaped, are markup.

const byId = (id) => document.getElementById(id);
const rows = JSON.parse(byId("rows").textContent);
const list = byId("list"), shown = byId("shown"), search = byId("search"), outcome = byId("outcome");
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

const verdict = (answer) => (answer.right ? "right" : answer.five ? "five" : "wrong");
const SIGNS = { right: "✓", five: "✗⁵", wrong: "✗" };
const NAMES = { right: "right", five: "wrong; right among the 5 best", wrong: "wrong" };
const sign = (kind) => element("span", { class: "sign " + kind, text: SIGNS[kind], title: NAMES[kind], role: "img", "aria-label": NAMES[kind] });

const plain = (text) => text.normalize("NFKC").toLowerCase();
const wholeText = (row) => row.text.map((piece) => piece[0]).join("");
const wanted = () => plain(search.value).split(/\s+/).filter(Boolean);

function panel(title, ...children) {
  return element("section", { class: "panel" }, element("h3", { text: title }), ...children);
}

function problem(row) {
  const made = element("p", { class: "problem" });
  for (const [text, name, value] of row.text) {
    if (name === undefined) made.append(text);
    else made.append(element("mark", { title: `${name} = ${value}`, text }, element("sub", { text: name })));
  }
  return panel("Problem", made);
}

const gold = (row) => panel("Gold", element("div", { class: "value", text: row.gold }), element("div", { class: "equation", text: row.goldEquation }));

// The line above a row: back to the list, what the page says of it, and on to its neighbours.
function topLine(where, ...said) {
  const back = element("button", { type: "button", class: "back", text: "‹ All" });
  back.addEventListener("click", leave);
  const previous = element("button", { type: "button", text: "‹", "aria-label": "Previous" });
  const next = element("button", { type: "button", text: "›", "aria-label": "Next" });
  previous.addEventListener("click", () => move(-1));
  next.addEventListener("click", () => move(1));
  return element("div", { class: "top" }, back, ...said,
    element("span", { class: "step-buttons" }, element("span", { class: "where", text: where }), previous, next));
}

// What `show` does to the list, whatever it shows; false where there is nothing to show.
function select(i, asked, none) {
  if (current >= 0) itemOf(current).setAttribute("aria-selected", "false");
  current = i;
  if (i < 0) {
    list.removeAttribute("aria-activedescendant");
    shown.replaceChildren(element("p", { class: "empty", text: none }));
    return false;
  }
  itemOf(i).setAttribute("aria-selected", "true");
  list.setAttribute("aria-activedescendant", "row" + i);
  if (asked) {
    document.body.classList.add("reading");
    history.replaceState(null, "", "#" + (i + 1));
    itemOf(i).scrollIntoView({ block: "nearest" });
    if (matchMedia("(max-width: 860px)").matches) scrollTo(0, 0);
  }
  return true;
}

function move(by) {
  if (!visible.length) return;
  const place = visible.indexOf(current) + by;
  show(visible[Math.max(0, Math.min(visible.length - 1, place))], true);
}

function leave() {
  document.body.classList.remove("reading");
  history.replaceState(null, "", location.pathname + location.search);
  if (current >= 0) itemOf(current).scrollIntoView({ block: "center" });
  list.focus({ preventScroll: true });
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  const far = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length };
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
  } else if (event.target === list && event.key in far) {
    move(far[event.key]);
  } else if (event.target === list && event.key === "Enter") {
    show(current, true);
    shown.focus();
  } else return;
  event.preventDefault();
});

// Called by the page's script when all is defined: the selects filter, and the address may name a row.
function begin(...selects) {
  let waiting = 0;
  search.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(filter, 120); });
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  for (const one of selects) one.addEventListener("change", filter);
  const asked = Number.parseInt(location.hash.slice(1), 10) - 1;
  filter();
  if (rows[asked]) {
    show(asked, true);
    byId("browser").scrollIntoView();
  }
}

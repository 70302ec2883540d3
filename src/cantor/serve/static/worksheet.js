// The worksheet: many problems, all their answers, and a person's last word on each.

import { byId, element } from "./dom.js";
import { download } from "./kept.js";
import { MAX_CHARACTERS, grouped, length } from "./limits.js";
import { lay, print } from "./paper.js";
import { Row } from "./row.js";
import { patiently, post, Trouble } from "./server.js";
import { csv, problemsOf } from "./tables.js";

const TOGETHER = 8; // questions in one request, so that the first answers are there soon
const MAX_FILE = 2_000_000; // bytes
const EXAMPLE = `A pen costs 3 dollars. How much do 4 pens cost?
A shop has 40 kites. It sells 15 in the morning and 12 in the afternoon. How many kites are left?
Five friends pick 135 plums and keep 15 of them for a cake. They share the rest equally. How many plums does each friend get?
A bag of oranges costs $6. How much does one orange cost?`;
const FILTERS = [
  ["all", "All", () => true],
  ["doubtful", "Doubtful", (row) => row.doubtful],
  ["none", "Without an answer", (row) => row.done && !row.answered],
  ["own", "Changed by you", (row) => row.own],
];

const problems = byId("problems");
let rows = [];
let solving = null;

const say = (text) => (byId("status").textContent = text);
const many = (count, what) => `${grouped(count)} ${what}${count === 1 ? "" : "s"}`;

function tell(title, text, again = false) {
  byId("notice-title").textContent = title;
  byId("notice-text").textContent = text;
  byId("again").hidden = !again;
  byId("notice").hidden = false;
  say(`${title}. ${text}`);
}

// Writing

function written() {
  const found = problemsOf(problems.value);
  const long = found.filter((text) => length(text) > MAX_CHARACTERS).length;
  byId("read").textContent = found.length ? `${many(found.length, "problem")}.` : "";
  byId("room").textContent = long ? `${many(long, "problem")} too long: one may have ${grouped(MAX_CHARACTERS)} characters.` : "";
}

async function open(file) {
  if (!file) return;
  if (file.size > MAX_FILE) {
    tell("This file is too large", "The page takes files of up to 2 MB; cantor solve --input takes any.");
    return;
  }
  problems.value = (await file.text()).replace(/^\ufeff/, "");
  written();
  solveAll();
}

// Solving

function solveAll() {
  const texts = problemsOf(problems.value);
  if (!texts.length) {
    tell("Nothing to solve yet", "Write or paste some problems, one a line, or open a file.");
    problems.focus();
    return;
  }
  rows = texts.map((text, i) => new Row(text, i, changed));
  byId("rows").replaceChildren(...rows.map((row) => row.element));
  byId("filter").value = "all";
  byId("sheet").hidden = false;
  goOn();
}

/** Ask for what has no answer yet, a few at a time. */
async function goOn() {
  solving?.abort();
  const mine = (solving = new AbortController());
  byId("notice").hidden = true;
  busy(true);
  try {
    rows.filter((row) => length(row.text) > MAX_CHARACTERS).forEach((row) => row.tooLong());
    for (;;) {
      const next = rows.filter((row) => !row.done).slice(0, TOGETHER);
      if (!next.length) break;
      const questions = next.map((row) => row.text);
      const ask = () => post("solve/batch", { questions, k: 5 }, mine.signal);
      const { solutions } = await patiently(ask, mine.signal);
      next.forEach((row, i) => row.solved(solutions[i]));
      changed();
      say(`${rows.filter((row) => row.done).length} of ${many(rows.length, "problem")} solved.`);
    }
    const doubtful = rows.filter((row) => row.doubtful).length;
    say(`All solved. ${doubtful ? `${doubtful} doubtful.` : "None is doubtful."}`);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Trouble)) throw error;
    if (error.code === "offline") tell("The solver is out of reach", "What it has answered is below. Is “cantor serve” still running?", true);
    else tell("It stopped", `${error.message} What it has answered is below.`, true);
  } finally {
    if (solving === mine) busy(false);
  }
}

function busy(on) {
  document.body.classList.toggle("busy", on);
  byId("solve").setAttribute("aria-busy", on);
  byId("solve").textContent = on ? "Thinking" : "Solve all";
}

// Showing

/** Counts, and which rows are seen. */
function changed() {
  const chosen = byId("filter").value || "all";
  const options = FILTERS.map(([value, name, fits]) => element("option", { value }, `${name} (${rows.filter(fits).length})`));
  byId("filter").replaceChildren(...options);
  byId("filter").value = chosen;
  const fits = FILTERS.find(([value]) => value === chosen)[2];
  let seen = 0;
  for (const row of rows) {
    row.element.hidden = !fits(row) && !row.opened; // what is being looked at does not vanish
    seen += !row.element.hidden;
  }
  byId("none").hidden = seen > 0;
}

// Taking away

const sheet = () => rows.map(({ text, display, steps }) => ({ question: text, answer: display, steps }));

const COLUMNS = ["question", "answer", "display", "unit", "confidence", "equation", "steps", "changed", "error"];
const cell = (record, name) => (name === "steps" ? record.steps.join(" | ") : name === "error" ? record.error?.message : record[name]);

byId("csv").addEventListener("click", () => {
  const records = rows.map((row) => row.record());
  download("worksheet.csv", "text/csv", csv([COLUMNS, ...records.map((record) => COLUMNS.map((name) => cell(record, name)))]));
});
byId("json").addEventListener("click", () => {
  download("worksheet.json", "application/json", `${JSON.stringify(rows.map((row) => row.record()), null, 2)}\n`);
});
byId("print-plain").addEventListener("click", () => print(byId("title").value, sheet()));
byId("print-solutions").addEventListener("click", () => print(byId("title").value, sheet(), { solutions: true }));
window.addEventListener("beforeprint", () => rows.length && byId("paper").hidden && lay(byId("title").value, sheet()));
window.addEventListener("afterprint", () => (byId("paper").hidden = true));

// Beginning

byId("give").addEventListener("submit", (event) => {
  event.preventDefault();
  solveAll();
});
byId("again").addEventListener("click", goOn);
byId("filter").addEventListener("change", () => {
  rows.forEach((row) => row.close());
  changed();
});
byId("example").addEventListener("click", () => {
  problems.value = EXAMPLE;
  written();
  solveAll();
});
problems.addEventListener("input", written);
byId("file").addEventListener("change", (event) => open(event.target.files[0]));
for (const kind of ["dragover", "drop"]) {
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", kind === "dragover");
    if (kind === "drop") open(event.dataTransfer.files[0]);
  });
}
document.addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
written();

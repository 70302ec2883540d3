// The practice page: one problem again and again with other numbers, and the answer key.

import { byId, element } from "./dom.js";
import { asked, download, link } from "./kept.js";
import { room } from "./limits.js";
import { lay, print } from "./paper.js";
import { patiently, post, Trouble } from "./server.js";
import { csv } from "./tables.js";
import { reason } from "./wording.js";

const question = byId("question");
let making = null;
/** The variants that are shown: /practice's answer. */
let made = null;

const say = (text) => (byId("status").textContent = text);

function tell(title, text) {
  byId("notice-title").textContent = title;
  byId("notice-text").textContent = text;
  byId("notice").hidden = false;
  say(`${title}. ${text}`);
}

function showRoom() {
  const { over, said } = room(question.value);
  byId("room").textContent = said;
  byId("room").classList.toggle("over", over);
  question.setAttribute("aria-invalid", over);
  return over;
}

async function make() {
  making?.abort();
  const text = question.value.trim();
  if (!text) {
    tell("Nothing to practise yet", "Write a problem with its numbers first.");
    question.focus();
    return;
  }
  if (showRoom()) return question.focus();
  const mine = (making = new AbortController());
  busy(true);
  try {
    const body = { question: text, count: count(), equation: byId("equation").value.trim() || null };
    const found = await patiently(() => post("practice", body, mine.signal), mine.signal);
    show(found);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Trouble)) throw error;
    if (error.code === "offline") tell("The solver is out of reach", "Is “cantor serve” still running?");
    else tell(error.code === "invalid_equation" ? "This equation cannot be read" : "This did not work", error.message);
  } finally {
    if (making === mine) busy(false);
  }
}

function count() {
  const wanted = Math.round(Number(byId("count").value)) || 5;
  return Math.min(50, Math.max(1, wanted));
}

function busy(on) {
  document.body.classList.toggle("busy", on);
  byId("make").setAttribute("aria-busy", on);
  byId("make").textContent = on ? "Thinking" : "Make them";
  if (!on) return;
  byId("notice").hidden = true;
  say("Thinking.");
}

function show(found) {
  if (found.error) {
    made = null;
    byId("sheet").hidden = true;
    const known = reason(found);
    const title = found.error.code === "no_variants" ? "No other numbers fit" : known.title;
    tell(title, found.error.code === "no_variants" ? found.error.message : known.text);
    return;
  }
  made = found;
  byId("sheet").hidden = false;
  byId("warnings").textContent = found.warnings.map((warning) => warning.message).join(" ");
  byId("rows").replaceChildren(...found.problems.map(row));
  showAnswers();
  say(`${found.problems.length} ${found.problems.length === 1 ? "problem" : "problems"} made.`);
}

function row({ question: text, display, steps }) {
  return element(
    "li",
    { class: "row" },
    element("p", { class: "text" }, text),
    element(
      "div",
      { class: "key" },
      element("b", {}, display),
      element("ol", { class: "worked" }, ...steps.map((step) => element("li", {}, step))),
    ),
    element("a", { class: "plain", href: link("./", text) }, "Open"),
  );
}

function showAnswers() {
  byId("rows").classList.toggle("covered", !byId("show").checked);
}

const sheet = () => made.problems.map(({ question: text, display, steps }) => ({ question: text, answer: display, steps }));

byId("give").addEventListener("submit", (event) => {
  event.preventDefault();
  make();
});
question.addEventListener("input", showRoom);
byId("more").addEventListener("click", make);
byId("show").addEventListener("change", showAnswers);
byId("print-plain").addEventListener("click", () => print(byId("title").value, sheet()));
byId("print-solutions").addEventListener("click", () => print(byId("title").value, sheet(), { key: true }));
byId("csv").addEventListener("click", () => {
  const rows = made.problems.map((one) => [one.question, one.answer_exact ?? one.answer, one.display, one.equation]);
  download("practice.csv", "text/csv", csv([["question", "answer", "display", "equation"], ...rows]));
});
window.addEventListener("beforeprint", () => made && byId("paper").hidden && lay(byId("title").value, sheet()));
window.addEventListener("afterprint", () => (byId("paper").hidden = true));
if (asked()) {
  question.value = asked();
  make();
}

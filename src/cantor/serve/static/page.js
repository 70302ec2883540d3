// The page: what is written, what is known about it, and what is shown.

import { byId, element } from "./dom.js";
import { Dials } from "./dials.js";
import { EXAMPLES } from "./examples.js";
import { asked, copy, earlier, forget, keep, link } from "./kept.js";
import { room } from "./limits.js";
import { partsOf } from "./part.js";
import { hue, Picture } from "./picture.js";
import { patiently, post, Trouble } from "./server.js";
import { choiceLabels, figure, stepItems, stepText } from "./showing.js";
import { exchanged, moved, placed, sameFrame } from "./text.js";
import { inWords, percent, reason } from "./wording.js";

const READ_AFTER = 90; // ms of rest before the numbers are read again
const SOLVE_AFTER = 800; // ms of rest before a changed story is solved again

const question = byId("question");
const picture = new Picture(byId("sky"), byId("caption"), (id) => select(id));
const dials = new Dials(byId("dials"), () => now.numbers, replaceNumber);

/** The text as it stands, and its numbers as far as known. */
let now = { text: "", numbers: [] };
/** The text, its numbers and the answers when the model was last asked; null before that. */
let solved = null;
/** Which question of the text is shown: one of solved.parts. */
let part = null;
/** What the server says about the thoughts on the numbers as they stand: /evaluate's answer. */
let said = null;
/** The thought that is shown as the answer. */
let chosen = null;
let readTimer = 0;
let solveTimer = 0;
let reading = null;
let solving = null;

// Writing

function written() {
  const { value } = question;
  if (value !== now.text) changedTo({ text: value, numbers: moved(now, value) });
}

function changedTo(next) {
  now = next;
  clearTimeout(solveTimer);
  clearTimeout(readTimer);
  paint();
  if (solved) evaluate();
  else readTimer = setTimeout(read, READ_AFTER);
}

/** The numbers of the text; false where it has changed meanwhile or could not be read. */
async function read() {
  reading?.abort();
  const mine = (reading = new AbortController());
  const { text } = now;
  if (!text.trim() || room(text).over) {
    now.numbers = [];
    paint();
    return false;
  }
  try {
    const { numbers } = await post("read", { text }, mine.signal);
    if (text !== question.value) return false;
    now = { text, numbers: placed(text, numbers) };
    paint();
    return true;
  } catch (error) {
    if (error.name === "AbortError" || text !== question.value) return false;
    if (error.code !== "offline") byId("read").textContent = error.message;
    else if (solved) showTrouble(error);
    return false;
  }
}

/** The thoughts on the text as it stands: with other numbers recomputed, and outdated where it is another problem. */
async function evaluate() {
  const several = solved.parts.length > 1;
  if (several && now.text !== solved.text && !(await read())) return;
  if (room(now.text).over) return outdated();
  reading?.abort();
  const mine = (reading = new AbortController());
  const { text } = now;
  if (several && !sameFrame(solved, now)) return outdated();
  // one of several questions has a text of its own, with the others blanked out
  const own = !several ? text : text === solved.text ? part.text : part.textOn({ before: solved.numbers, numbers: now.numbers });
  if (own === null) return outdated();
  let found;
  try {
    found = await post("evaluate", part.request(own, chosen), mine.signal);
  } catch (error) {
    if (error.name === "AbortError" || text !== question.value) return;
    if (!(error instanceof Trouble)) throw error;
    showTrouble(error);
    return;
  }
  if (mine.signal.aborted || text !== question.value) return;
  if (!several) {
    now = { text, numbers: placed(text, found.numbers) };
    paint();
    if (!sameFrame(solved, now)) return outdated();
  }
  solving?.abort();
  said = found;
  if (!part.thoughts) part.formula = found.answers[0].formula ?? part.formula; // follows other numbers
  if (!part.begun) begin();
  byId("result").classList.remove("outdated");
  showAnswer();
}

function outdated() {
  byId("result").classList.add("outdated");
  if (solving || room(now.text).over) return;
  clearTimeout(solveTimer);
  solveTimer = setTimeout(solve, SOLVE_AFTER);
}

/** Underline the numbers behind the text, and say how long it may become. */
function paint() {
  const { text, numbers } = now;
  const parts = [];
  let end = 0;
  numbers.forEach((number, i) => {
    if (number.start < end) return;
    parts.push(text.slice(end, number.start), element("mark", { class: hue(i) }, text.slice(number.start, number.end)));
    end = number.end;
  });
  byId("marks").replaceChildren(...parts, `${text.slice(end)}\u200b`); // so that a last empty line has its height
  const count = numbers.length;
  const { over, said: length } = room(text);
  byId("read").textContent = !text.trim() || over ? "" : count ? `${count} ${count === 1 ? "number" : "numbers"} read.` : "No numbers yet.";
  byId("room").textContent = over ? `${length} Shorten it; several problems fit on the worksheet.` : length;
  byId("room").classList.toggle("over", over);
  question.setAttribute("aria-invalid", over);
}

/** Put another number into the text, as if it were typed there. */
function replaceNumber(i, text) {
  const next = exchanged(now, i, text);
  question.value = next.text;
  changedTo(next);
  if (solved) dials.show(next.text);
}

// Solving

async function solve() {
  clearTimeout(solveTimer);
  clearTimeout(readTimer);
  reading?.abort();
  solving?.abort();
  const text = question.value;
  if (!text.trim()) {
    tell("Nothing to solve yet", "Write a problem with its numbers, or begin with one of the examples.");
    question.focus();
    return;
  }
  if (room(text).over) {
    say(byId("room").textContent);
    question.focus();
    return;
  }
  const mine = (solving = new AbortController());
  busy(true);
  try {
    const answer = await patiently(() => post("solve", { question: text, k: 6 }, mine.signal), mine.signal, wait);
    await arrived(text, answer);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Trouble)) throw error;
    showTrouble(error);
  } finally {
    if (solving === mine || solving === null) {
      solving = null;
      busy(false);
    }
  }
}

function wait(seconds) {
  tell("One moment", `Many people are asking at once. Asking again in ${seconds} s.`);
}

/** An answer is there. What was written meanwhile may be the same problem with other numbers, or a new one. */
async function arrived(asked, answer) {
  const { value: text } = question;
  const parts = partsOf(answer, asked);
  solving = null;
  keep(asked, answer.display ?? "no answer");
  showEarlier();
  const chosenOne = answer.choice && parts.find((one) => one.thought && one.answer.answer === answer.answer);
  const first = chosenOne || parts.find((one) => one.thought);
  if (!first) {
    solved = null;
    byId("result").hidden = true;
    const { title, text: why } = reason(parts[0].answer) ?? { title: "No answer to this one", text: "" };
    tell(title, why);
    if (text !== asked) written();
    return;
  }
  solved = { text: asked, numbers: first.numbers, parts, title: titleOf(answer) };
  if (parts.length > 1) {
    now = { text: asked, numbers: [] };
    const { numbers } = await post("read", { text: asked });
    solved.numbers = placed(asked, numbers);
  }
  now = { text, numbers: text === asked ? solved.numbers : moved(solved, text) };
  paint();
  await follow(first);
}

/** Show one of the text's questions. */
async function follow(one) {
  part = one;
  part.begun = false;
  chosen = part.root;
  if (part.thought) return evaluate();
  byId("result").hidden = false;
  byId("result").classList.add("silent");
  showParts();
  abstain();
}

function busy(on) {
  document.body.classList.toggle("busy", on);
  byId("solve").setAttribute("aria-busy", on);
  byId("solve").textContent = on ? "Thinking" : "Solve";
  if (on) {
    byId("notice").hidden = true;
    say("Thinking.");
  }
}

// Showing

const say = (text) => (byId("status").textContent = text);

function tell(title, text, { again = false, guess = false } = {}) {
  byId("notice-title").textContent = title;
  byId("notice-text").textContent = text;
  byId("again").hidden = !again;
  byId("guess").hidden = !guess;
  byId("notice").hidden = false;
  say(`${title}. ${text}`);
}

function showTrouble(error) {
  byId("result").classList.add("outdated");
  if (error.code === "offline") {
    tell("The solver is out of reach", "Is “cantor serve” still running?", { again: true });
  } else if (error.code === "overloaded" || error.code === "too_many_connections") {
    tell("Too many questions at once", "The server is at its capacity. Please try again in a moment.", { again: true });
  } else if (error.code === "timeout") {
    tell("This takes too long", "No answer came in time. Please try again, or write it shorter.", { again: true });
  } else if (error.code === "invalid_request") {
    tell("This cannot be read", error.message.replace(/^(question|text): /, ""));
  } else {
    tell("Something went wrong", error.message, { again: true });
  }
}

/** No answer that the solver stands by: the reason first, its guess only where somebody wants it. */
function abstain() {
  const why = reason(part.answer);
  if (!why) return false;
  tell(`No answer: ${why.title.charAt(0).toLowerCase()}${why.title.slice(1)}`, why.text, { guess: part.thought });
  byId("result").classList.add("silent");
  return true;
}

/** A new answer for the first time: what does not depend on the numbers. */
function begin() {
  part.begun = true;
  if (now.text === solved.text && solved.parts.length === 1) solved.numbers = now.numbers;
  byId("notice").hidden = true;
  byId("result").classList.remove("silent");
  part.silent = abstain();
  byId("warnings").textContent = (part.answer.warnings ?? []).map((warning) => warning.message).join(" ");
  byId("result").hidden = part.silent && solved.parts.length < 2;
  byId("thoughts").hidden = !part.thoughts || !picture.show(part.answer.graph, said, part.roots());
}

byId("guess").addEventListener("click", () => {
  part.silent = false;
  byId("result").hidden = false;
  byId("result").classList.remove("silent");
  byId("guess").hidden = true;
  picture.draw(Math.round(byId("sky").clientWidth)); // it had no room while it was hidden
  showAnswer();
});

/** What there is to say about the picture, from the thought that is followed. */
function describeThoughts() {
  const { count, different, agree, hidden } = picture.summary();
  const second = part.answer.graph.vertices.filter((vertex) => vertex.second).length;
  const more = second ? ` and ${second} second ones` : "";
  const rest = hidden ? ` The ${hidden} least likely are not drawn.` : "";
  const what = chosen === part.root ? "the answer" : part.shown(said, chosen).display ?? "this";
  byId("thoughts-text").textContent =
    `It had ${count - second} thoughts at once${more}, ${different} of them different; ${agree === 1 ? "one says" : `${agree} say`} ${what}.` +
    `${rest} Bright is what ${what} stands on. Choose any other to follow it.`;
}

/** Everything that depends on the numbers and on the chosen thought. */
function showAnswer() {
  showParts();
  if (part.silent) return;
  const changed = now.numbers.some((number, i) => number.text !== solved.numbers[i]?.text);
  const { display, exact, line, steps } = part.shown(said, chosen);
  const best = chosen === part.root;
  const guess = part.answer.abstained;
  const shown = display ?? "no value";
  byId("figure").replaceChildren(...figure(shown));
  byId("figure").classList.toggle("long", shown.length > 12);
  byId("equation").textContent = line === null || !steps.length ? "" : `${line} = ${exact ?? "?"}`;
  byId("steps").replaceChildren(...stepItems(steps));
  byId("answer-title").textContent = !best ? "Another answer" : guess ? "Best guess" : "Answer";
  showTrust(best);
  byId("instant").hidden = !changed;
  byId("instant").textContent = "Same steps, your numbers: computed exactly, without asking the model again.";
  picture.recompute(said);
  if (!byId("thoughts").hidden) describeThoughts();
  byId("turn").hidden = !dials.show(now.text);
  showChoices();
  byId("practise").href = link("practice", now.text);
  const name = !best ? "Other answer" : guess ? "It abstained. Its best guess" : "Answer";
  say(`${name}: ${shown}. ${steps.length} ${steps.length === 1 ? "step" : "steps"}.`);
}

const QUESTIONS = "Questions in this text";

/** Who or which, where a text asks for that and the questions are what was asked of each. */
function titleOf({ choice, confidence, display, error }) {
  if (choice) return `Answer: ${display} (${percent(confidence)})`;
  return display === null && error?.code === "undecided" ? error.message : QUESTIONS;
}

/** Where a text asks several questions: each with its answer; the one that is shown is checked. */
function showParts() {
  const several = solved.parts.length > 1;
  byId("questions").hidden = !several;
  if (!several) return;
  const title = now.text === solved.text ? solved.title : QUESTIONS; // with other numbers it may be another
  byId("questions-title").textContent = title;
  byId("questions-title").classList.toggle("chosen", title !== QUESTIONS);
  const focused = byId("parts").contains(document.activeElement);
  const labels = solved.parts.map((one, i) => {
    const input = element("input", { type: "radio", name: "part", value: i, onchange: () => follow(one) });
    input.checked = one === part;
    const answer = one === part && said && !one.silent && one.thought ? one.shown(said, chosen)?.display : one.answer.display;
    return element(
      "label",
      { class: "choice" },
      input,
      element("span", { class: "asks" }, `${one.label ? `${one.label}) ` : ""}${one.question}`),
      element("b", {}, answer ?? "no answer"),
    );
  });
  byId("parts").replaceChildren(...labels);
  if (focused) byId("parts").querySelector(":checked").focus();
}

function showTrust(best) {
  const p = part.chance(chosen);
  byId("trust-name").textContent = best ? "Confidence" : "Chance of being the answer";
  byId("trust").textContent = p !== null ? percent(p) : best ? "unknown" : "not among its answers";
  byId("ruler").style.width = `${100 * Math.min(1, Math.max(0, p ?? 0))}%`;
  byId("trust-words").textContent = !best ? "You are following another thought." : part.thoughts ? inWords(p) : "Plain arithmetic: computed exactly.";
}

function showChoices() {
  byId("others").hidden = part.roots(chosen).length < 2;
  const focused = byId("choices").contains(document.activeElement);
  byId("choices").replaceChildren(...choiceLabels(part, said, chosen, "choice", select));
  if (focused) byId("choices").querySelector(":checked").focus();
}

function select(id) {
  if (!solved || !said) return;
  chosen = id;
  picture.select(id);
  if (part.shown(said, id)) showAnswer();
  else evaluate();
}

// Taking away

/** A problem, its answer and the steps, for a letter or a board. */
function asText() {
  const { display, line, exact, steps } = part.shown(said, chosen);
  const lines = steps.map((step, i) => `${i + 1}. ${stepText(step)}`);
  return [now.text.trim(), "", `Answer: ${display ?? "no value"}`, line && steps.length ? `${line} = ${exact}` : null, ...lines]
    .filter((one) => one !== null)
    .join("\n");
}

async function copied(button, text) {
  const { textContent } = button;
  const done = await copy(text);
  button.textContent = done ? "Copied" : "Could not copy";
  say(done ? "Copied." : "The browser did not let this page copy.");
  setTimeout(() => (button.textContent = textContent), 1600);
}

byId("copy").addEventListener("click", (event) => copied(event.currentTarget, asText()));
byId("share").addEventListener("click", (event) => copied(event.currentTarget, link("./", now.text)));
byId("print").addEventListener("click", () => window.print());

function ask(text) {
  question.value = text;
  now = { text, numbers: [] };
  paint();
  solve();
}

function showEarlier() {
  const list = earlier();
  byId("history").hidden = !list.length;
  byId("earlier").replaceChildren(
    ...list.map(({ question: text, answer }) =>
      element("li", {}, element("button", { type: "button", class: "plain", onclick: () => ask(text) }, text), " ", element("span", {}, answer)),
    ),
  );
}

byId("forget").addEventListener("click", () => {
  forget();
  showEarlier();
  say("Earlier problems are cleared.");
  question.focus();
});

// Beginning

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  solve();
});
byId("again").addEventListener("click", solve);
question.addEventListener("input", written);
question.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    solve();
  }
});
byId("examples").replaceChildren(
  ...EXAMPLES.map(({ name, text }) => element("li", {}, element("button", { type: "button", title: text, onclick: () => ask(text) }, name))),
);
window.addEventListener("online", () => !byId("again").hidden && !byId("notice").hidden && solve());
showEarlier();
if (asked()) ask(asked());
else if (question.value) {
  now = { text: question.value, numbers: [] }; // kept by the browser over a reload
  read();
}
paint();

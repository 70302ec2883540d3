// The page: what is written, what is known about it, and what is shown.

import { byId, element } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { equationOf, execute, infix, outcomes, words } from "./equation.js";
import { hue, percent, Picture } from "./picture.js";
import { compare, display, Fraction, forPeople, short } from "./rational.js";
import { post, Trouble } from "./server.js";
import { changedNumerals, moved, numeral, placed, sameFrame } from "./text.js";
import { unitOf, withUnit } from "./unit.js";

const READ_AFTER = 90; // ms of rest before the numbers are read again
const SOLVE_AFTER = 800; // ms of rest before a changed story is solved again
const RETRIES = 3;
const MAX_DIALS = 12;
const SMALL_WORDS = new Set(
  "and are but each every for from had has have her his into less more fewer than that the their them then they was were with".split(" "),
);

const question = byId("question");
const picture = new Picture(byId("sky"), byId("caption"), (id) => select(id));

/** The text as it stands, and its numbers as far as known. */
let now = { text: "", numbers: [] };
/** The text, its numbers and the answer when the model was last asked; null before that. */
let solved = null;
/** The thought that is shown as the answer. */
let chosen = null;
let readTimer = 0;
let solveTimer = 0;
let reading = null;
let solving = null;

// Writing

function written() {
  const { value } = question;
  if (value === now.text) return;
  now = { text: value, numbers: moved(now, value) };
  clearTimeout(solveTimer);
  follow(solved && changedNumerals(solved, value));
  paint();
  clearTimeout(readTimer);
  readTimer = setTimeout(read, READ_AFTER);
}

/** With the numbers of the same problem, recompute; with a different problem (null), the answer is outdated. */
function follow(numbers) {
  if (!solved) return;
  if (numbers) {
    solving?.abort();
    now.numbers = numbers;
  }
  byId("result").classList.toggle("outdated", !numbers);
  if (numbers) showAnswer();
}

async function read() {
  reading?.abort();
  reading = new AbortController();
  const { text } = now;
  if (!text.trim()) {
    now.numbers = [];
    paint();
    return;
  }
  let answer;
  try {
    answer = await post("/read", { text }, reading.signal);
  } catch (error) {
    if (error.name === "AbortError" || text !== question.value) return;
    if (error.code !== "offline") byId("read").textContent = error.message;
    if (solved && !changedNumerals(solved, text)) solveSoon(); // which then says what is wrong
    return;
  }
  if (text !== question.value) return;
  now = { text, numbers: placed(text, answer.numbers) };
  paint();
  if (!solved || solving) return;
  if (sameFrame(solved, now)) follow(now.numbers);
  else {
    follow(null);
    solveSoon();
  }
}

function solveSoon() {
  clearTimeout(solveTimer);
  solveTimer = setTimeout(solve, SOLVE_AFTER);
}

/** Underline the numbers behind the text. */
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
  byId("read").textContent = !text.trim() ? "" : count ? `${count} ${count === 1 ? "number" : "numbers"} read.` : "No numbers yet.";
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
  const mine = (solving = new AbortController());
  busy(true);
  try {
    const answer = await patiently(() => post("/solve", { question: text, k: 6 }, mine.signal), mine.signal);
    solved = { text, numbers: placed(text, answer.numbers), answer };
    arrived();
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Trouble)) throw error;
    showTrouble(error);
  } finally {
    if (solving === mine) {
      solving = null;
      busy(false);
    }
  }
}

/** An answer is there. What was written meanwhile may be the same problem with other numbers, or a new one. */
function arrived() {
  const { value: text } = question;
  const numbers = text === solved.text ? solved.numbers : changedNumerals(solved, text);
  now = { text, numbers: numbers ?? moved(solved, text) };
  paint();
  if (numbers) showSolution();
  else solveSoon();
}

/** Where the server is full, wait as long as it says and ask again, a few times. */
async function patiently(ask, signal) {
  for (let left = RETRIES; ; left--) {
    try {
      return await ask();
    } catch (error) {
      if (!error.retryAfter || !left || error.code === "timeout") throw error;
      say(`The server is busy. Asking again in ${error.retryAfter} s.`);
      tell("One moment", `Many people are asking at once. Asking again in ${error.retryAfter} s.`);
      await new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, 1000 * error.retryAfter);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      });
    }
  }
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

function tell(title, text, again = false) {
  byId("notice-title").textContent = title;
  byId("notice-text").textContent = text;
  byId("again").hidden = !again;
  byId("notice").hidden = false;
  say(`${title}. ${text}`);
}

function showTrouble(error) {
  byId("result").classList.toggle("outdated", true);
  if (error.code === "offline") {
    const still = solved ? " Numbers can still be changed: their answer needs no server." : "";
    tell("The solver is out of reach", `Is “cantor serve” still running?${still}`, true);
  } else if (error.code === "overloaded" || error.code === "too_many_connections") {
    tell("Too many questions at once", "The server is at its capacity. Please try again in a moment.", true);
  } else if (error.code === "timeout") {
    tell("This takes too long", "No answer came in time. Please try again, or write it shorter.", true);
  } else if (error.code === "invalid_request") {
    tell("This cannot be read", error.message.replace(/^question: /, ""));
  } else {
    tell("Something went wrong", error.message, true);
  }
}

const TITLES = {
  no_text: "Nothing to solve yet",
  no_numbers: "No numbers here",
  no_answer: "No answer to this one",
  too_long: "Too long to read whole",
  low_confidence: "Not sure enough to say",
};
const HELP = {
  no_numbers: "A problem needs numbers: 12, twelve, 3/4, half, 20 % and a dozen are all read.",
  no_answer: "Perhaps put differently? Short sentences and one question at the end help.",
};

function showSolution() {
  const { answer } = solved;
  const root = answer.graph?.root ?? null;
  const equation = root === null ? null : equationOf(answer.graph, root);
  byId("notice").hidden = true;
  if (answer.error || answer.abstained || !equation) {
    const code = answer.error?.code ?? (answer.abstained ? "low_confidence" : "no_answer");
    const text = HELP[code] ?? answer.error?.message ?? "";
    const guess = equation ? " Its best guess is below, for what it is worth." : "";
    tell(TITLES[code] ?? "No answer to this one", `${text}${guess}`.trim());
  }
  if (!equation) {
    byId("result").hidden = true;
    solved = null;
    return;
  }
  const before = execute(equation, solved.numbers.map((number) => number.value));
  solved.unit = unitOf(answer.display, before, solved.text);
  byId("warnings").textContent = (answer.warnings ?? []).map((warning) => warning.message).join(" ");
  const roots = [root, ...answer.alternatives.map((one) => one.root)].filter((id) => id !== null && id !== undefined);
  chosen = root;
  const result = byId("result");
  result.hidden = false;
  result.classList.remove("outdated");
  byId("thoughts").hidden = !picture.show(answer.graph, values(), [...new Set(roots)]);
  if (!byId("thoughts").hidden) describeThoughts();
  showAnswer();
}

const values = () => now.numbers.map((number) => number.value);

function describeThoughts() {
  const { count, different, agree, hidden } = picture.summary();
  const second = solved.answer.graph.vertices.filter((vertex) => vertex.second).length;
  const more = second ? ` and ${second} second ones` : "";
  const rest = hidden ? ` The ${hidden} least likely are not drawn.` : "";
  byId("thoughts-text").textContent =
    `It had ${count - second} thoughts at once${more}, ${different} of them different; ${agree === 1 ? "one says" : `${agree} say`} the answer.` +
    `${rest} Bright is what the answer stands on. Choose any other to follow it.`;
}

/** Everything that depends on the numbers and on the chosen thought. */
function showAnswer() {
  const { answer } = solved;
  const numbers = values();
  const changed = now.numbers.some((number, i) => compare(number.value, solved.numbers[i].value) !== 0);
  const equation = equationOf(answer.graph, chosen);
  const results = outcomes(equation, numbers);
  const value = execute(equation, numbers);
  const best = chosen === answer.graph.root;
  const shown = value === null ? "no value" : withUnit(solved.unit, value);
  const line = infix(equation, numbers);
  byId("figure").replaceChildren(...figure(shown));
  byId("figure").classList.toggle("long", shown.length > 12);
  byId("equation").textContent = line === null ? "" : `${line} = ${value === null ? "?" : forPeople(value)}`;
  showSteps(words(equation, numbers, results));
  byId("answer-title").textContent = !best ? "Another answer" : answer.abstained ? "Best guess" : "Answer";
  showTrust(best);
  showChanged(changed);
  picture.recompute(numbers);
  showDials();
  showChoices(numbers);
  say(`${best ? "Answer" : "Other answer"}: ${shown}. ${equation.steps.length} ${equation.steps.length === 1 ? "step" : "steps"}.`);
}

/** The number large, the words around it small. */
function figure(shown) {
  const parts = /^(\D{0,3}?)([-−]?\d[\d.,/]*(?:e[-+]?\d+)?)(\s.*)?$/.exec(shown);
  if (!parts) return [shown];
  const unit = parts[3] ? element("small", {}, parts[3].trim()) : null;
  return [`${parts[1]}${parts[2]}`, unit ? " " : "", unit].filter(Boolean);
}

function showSteps(lines) {
  const part = (one) => (one.text === undefined ? one : element("span", { class: `used ${hue(one.number)}` }, one.text));
  const items = lines.map(({ said, shown }) =>
    element("li", {}, element("span", { class: "said" }, said), element("span", { class: "shown" }, ...shown.map(part))),
  );
  byId("steps").replaceChildren(...items);
}

function showTrust(best) {
  const { answer } = solved;
  const other = answer.alternatives.find((one) => one.root === chosen);
  const vertex = answer.graph.vertices.find((one) => one.id === chosen);
  const p = best ? answer.confidence : (other?.probability ?? vertex.root_p);
  byId("trust-name").textContent = best ? "Confidence" : "Chance of being the answer";
  byId("trust").textContent = p === null ? "unknown" : percent(p);
  byId("ruler").style.width = `${100 * Math.min(1, Math.max(0, p ?? 0))}%`;
  byId("trust-words").textContent = best ? inWords(p) : "You are following another thought.";
}

function inWords(p) {
  if (p === null) return "";
  if (p >= 0.9) return "It is sure of this.";
  if (p >= 0.7) return "Probably right; look at the steps.";
  if (p >= 0.4) return "An uncertain guess; check the steps.";
  return "Hardly more than a guess.";
}

function showChanged(changed) {
  const note = byId("instant");
  note.hidden = !changed;
  note.textContent = "Same steps, your numbers: computed here and exactly, without asking again.";
}

/** A number with a button on either side, for each that can be turned. */
function showDials() {
  const list = byId("dials");
  const plain = now.numbers
    .map((number, i) => ({ number, i }))
    .filter(({ number }) => numeral(number.text) !== null)
    .slice(0, MAX_DIALS);
  byId("turn").hidden = !plain.length;
  const same = [...list.children].map((item) => item.dataset.index).join() === plain.map(({ i }) => i).join();
  if (!same) list.replaceChildren(...plain.map(({ i }) => dial(i)));
  plain.forEach(({ number, i }, place) => {
    const item = list.children[place];
    const input = item.querySelector("input");
    if (document.activeElement !== input) input.value = number.text;
    const what = after(number);
    input.setAttribute("aria-label", what ? `Number ${i + 1}, ${what}` : `Number ${i + 1}`);
    input.size = Math.max(2, input.value.length);
    item.querySelector(".what").textContent = what;
  });
}

/** The word that follows a number in the text, to tell it from others; "" where it says nothing. */
function after(number) {
  const next = /^[%\s-]*(\p{L}+)/u.exec(now.text.slice(number.end, number.end + 40))?.[1] ?? "";
  return next.length < 3 || SMALL_WORDS.has(next.toLowerCase()) ? "" : next;
}

function dial(i) {
  const turn = (by) => {
    const { value } = now.numbers[i];
    replaceNumber(i, display(new Fraction(value.n + BigInt(by) * value.d, value.d)));
  };
  const input = element("input", {
    type: "text",
    inputmode: "decimal",
    autocomplete: "off",
    oninput: () => {
      if (numeral(input.value.trim()) !== null) replaceNumber(i, input.value.trim());
      input.size = Math.max(2, input.value.length);
    },
    onblur: () => (input.value = now.numbers[i]?.text ?? input.value),
    onkeydown: (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (!by) return;
      event.preventDefault();
      turn(by);
      input.value = now.numbers[i].text;
    },
  });
  const button = (text, name, by) =>
    element("button", { type: "button", "aria-label": `${name} number ${i + 1}`, onclick: () => turn(by) }, text);
  return element(
    "li",
    { class: hue(i), "data-index": i },
    element("div", { class: "dial" }, button("−", "Lower", -1), input, button("+", "Raise", 1)),
    element("span", { class: "what", "aria-hidden": "true" }),
  );
}

/** Put another number into the text, as if it were typed there. */
function replaceNumber(i, text) {
  const number = now.numbers[i];
  const grouped = number.text.includes(",") && /^\d{4,}(\.|$)/.test(text);
  const said = grouped ? text.replace(/^\d+/, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",")) : text;
  question.value = now.text.slice(0, number.start) + said + now.text.slice(number.end);
  written();
}

function showChoices(numbers) {
  const { answer } = solved;
  const all = [{ root: answer.graph.root, probability: answer.confidence }, ...answer.alternatives].filter(
    (one) => one.root !== null && one.root !== undefined,
  );
  const others = all.filter((one, i) => all.findIndex((other) => other.root === one.root) === i);
  byId("others").hidden = others.length < 2 && chosen === answer.graph.root;
  if (!others.some((one) => one.root === chosen)) {
    const { root_p: probability } = answer.graph.vertices.find((one) => one.id === chosen);
    others.push({ root: chosen, probability, followed: true });
  }
  const focused = byId("choices").contains(document.activeElement);
  const options = others.map((one) => {
    const equation = equationOf(answer.graph, one.root);
    const value = equation ? execute(equation, numbers) : null;
    const chance = one.probability === null ? "" : percent(one.probability);
    const input = element("input", { type: "radio", name: "choice", value: one.root, onchange: () => select(one.root) });
    input.checked = one.root === chosen;
    return element(
      "label",
      { class: "choice" },
      input,
      element("b", {}, value === null ? "no value" : short(value)),
      element("span", { class: "how" }, (equation && infix(equation, numbers)) ?? ""),
      element("span", { class: "chance" }, one.followed ? `a thought, ${chance}` : chance),
    );
  });
  byId("choices").replaceChildren(...options);
  if (focused) byId("choices").querySelector(":checked").focus();
}

function select(id) {
  if (!solved || !equationOf(solved.answer.graph, id)) return;
  chosen = id;
  picture.select(id);
  showAnswer();
}

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
  ...EXAMPLES.map(({ name, text }) =>
    element("li", {}, element("button", {
      type: "button",
      title: text,
      onclick: () => {
        question.value = text;
        now = { text, numbers: [] };
        paint();
        solve();
      },
    }, name)),
  ),
);
window.addEventListener("online", () => !byId("again").hidden && !byId("notice").hidden && solve());
if (question.value) {
  now = { text: question.value, numbers: [] }; // kept by the browser over a reload
  read();
}
paint();

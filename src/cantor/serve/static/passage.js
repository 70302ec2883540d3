// The passage page: a question over a text, its answer, and the places that it stands on.

import { byId, element } from "./dom.js";
import { grouped, length, MAX_CHARACTERS } from "./limits.js";
import { hue } from "./picture.js";
import { patiently, post, Trouble } from "./server.js";
import { figure } from "./showing.js";
import { placed } from "./text.js";
import { percent, SURE } from "./wording.js";

const MOST = Number(document.documentElement.dataset.passage) || 20000; // characters, the question's too
const EXAMPLE = {
  passage:
    "The harbour at Vell took in 48 boats in April and 75 boats in May. On 9 June 1904 a storm sank 6 of them. " +
    "Ida Brand and Tom Ekes kept the light that year.",
  question: "How many more boats came in May than in April?",
};

const passage = byId("passage");
const question = byId("question");
let asking = null;
/** What was asked, and the server's answer to it; null before that. */
let found = null;
/** Which of its answers is shown. */
let chosen = 0;

const say = (text) => (byId("status").textContent = text);

function tell(title, text, { again = false, guess = false } = {}) {
  byId("notice-title").textContent = title;
  byId("notice-text").textContent = text;
  byId("again").hidden = !again;
  byId("guess").hidden = !guess;
  byId("notice").hidden = false;
  say(`${title}. ${text}`);
}

/** How much too long the texts are, or "". */
function excess() {
  const asked = length(question.value.trim());
  if (asked > MAX_CHARACTERS) return `The question is too long: it may have ${grouped(MAX_CHARACTERS)} characters.`;
  const over = length(passage.value.trim()) + asked - MOST;
  const many = over === 1 ? "character" : "characters";
  return over > 0 ? `Too long by ${grouped(over)} ${many}: give the part that the question is about.` : "";
}

function showRoom() {
  const said = excess();
  byId("room").textContent = said;
  byId("room").classList.toggle("over", Boolean(said));
  passage.setAttribute("aria-invalid", Boolean(said));
  return said;
}

async function ask() {
  asking?.abort();
  for (const [field, what] of [[passage, "passage"], [question, "question"]]) {
    if (field.value.trim()) continue;
    tell(`There is no ${what} yet`, what === "passage" ? "Paste a text with some words in it." : "Ask for a number, a date, a name or several.");
    return field.focus();
  }
  const long = showRoom();
  if (long) {
    say(long);
    return passage.focus();
  }
  const mine = (asking = new AbortController());
  const given = { passage: passage.value, question: question.value };
  busy(true);
  try {
    const answer = await patiently(() => post("ask", given, mine.signal), mine.signal, (seconds) =>
      tell("One moment", `Many people are asking at once. Asking again in ${seconds} s.`),
    );
    byId("notice").hidden = true;
    arrived(given, answer);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Trouble)) throw error;
    trouble(error);
  } finally {
    if (asking === mine) busy(false);
  }
}

function trouble(error) {
  if (error.code === "offline") tell("The reader is out of reach", "Is “cantor serve” still running?", { again: true });
  else if (error.code === "invalid_request") tell("This cannot be read", `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`);
  else if (error.code === "timeout") tell("This takes too long", "No answer came in time. A shorter passage takes less.", { again: true });
  else tell("This did not work", error.message, { again: true });
}

function busy(on) {
  document.body.classList.toggle("busy", on);
  byId("send").setAttribute("aria-busy", on);
  byId("send").textContent = on ? "Reading" : "Ask";
  if (!on) return;
  byId("notice").hidden = true;
  say("Reading.");
}

function arrived(given, answer) {
  found = { ...given, answer };
  chosen = 0;
  byId("result").hidden = answer.refused;
  if (!answer.refused) return show();
  if (!answer.alternatives.length) return tell("No answer to this one", "Nothing in the passage can be made into an answer.");
  const sure = `Its best guess would be right about ${percent(answer.confidence)} of the time; it answers from ${percent(answer.min_confidence)} on.`;
  tell("The passage may not say this", answer.calibrated ? sure : `It is only ${percent(answer.confidence)} sure of its best guess.`, { guess: true });
}

function trustWords(p) {
  if (p >= SURE) return "It is sure of this.";
  return p >= 0.7 ? "Probably right; look at the places." : "An uncertain answer; look at the places.";
}

/** Everything that depends on which answer is chosen. */
function show() {
  const { answer } = found;
  const one = answer.alternatives[chosen];
  const best = chosen === 0;
  const p = best ? answer.confidence : one.probability;
  byId("answer-title").textContent = !best ? "Another answer" : answer.refused ? "Best guess" : "Answer";
  byId("figure").replaceChildren(...figure(one.display));
  byId("figure").classList.toggle("long", one.display.length > 12);
  byId("equation").textContent = one.equation ? `${one.equation.replaceAll(" - ", " − ")} = ${one.display}` : "";
  byId("trust-name").textContent = best && answer.calibrated ? "Confidence" : "Its own probability";
  byId("trust").textContent = percent(p);
  byId("ruler").style.width = `${100 * Math.min(1, Math.max(0, p))}%`;
  byId("trust-words").textContent = best ? trustWords(p) : "You are looking at another answer.";
  byId("steps").replaceChildren(...one.steps.map((step) => element("li", {}, element("span", { class: "shown" }, step.replaceAll(" - ", " − ")))));
  mark(one);
  choices();
  const steps = `${one.steps.length} ${one.steps.length === 1 ? "step" : "steps"}`;
  say(`${byId("answer-title").textContent}: ${one.display}. ${percent(p)}. ${steps}.`);
}

/** The texts as they were asked about, with the places of an answer marked, each in a colour of its own. */
function mark(one) {
  const colours = [...new Set(one.places.map((place) => place.text))];
  for (const [id, source] of [["text", "passage"], ["asked", "question"]]) {
    const text = found[source];
    const places = placed(text, one.places.filter((place) => place.source === source));
    places.sort((a, b) => a.start - b.start || b.end - a.end);
    const parts = [];
    let end = 0;
    for (const place of places) {
      if (place.start < end) continue;
      const said = text.slice(place.start, place.end);
      parts.push(text.slice(end, place.start), element("mark", { class: hue(Math.max(0, colours.indexOf(place.text))) }, said));
      end = place.end;
    }
    byId(id).replaceChildren(...parts, text.slice(end));
    if (source === "question") byId(id).hidden = !places.length;
  }
  const count = one.places.length;
  byId("marked").textContent = count ? `${count} ${count === 1 ? "place is" : "places are"} marked.` : "It points at no place in the text.";
}

function choices() {
  const { alternatives } = found.answer;
  byId("others").hidden = alternatives.length < 2;
  const focused = byId("choices").contains(document.activeElement);
  byId("choices").replaceChildren(
    ...alternatives.map((one, i) => {
      const input = element("input", { type: "radio", name: "choice", value: i, onchange: () => ((chosen = i), show()) });
      input.checked = i === chosen;
      const how = one.equation ? one.equation.replaceAll(" - ", " − ") : one.head === "count" ? "counted" : "from the text";
      return element(
        "label",
        { class: "choice" },
        input,
        element("b", {}, one.display),
        element("span", { class: "how" }, how),
        element("span", { class: "chance" }, percent(one.probability)),
      );
    }),
  );
  if (focused) byId("choices").querySelector(":checked").focus();
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
byId("again").addEventListener("click", ask);
byId("guess").addEventListener("click", () => {
  byId("guess").hidden = true;
  byId("result").hidden = false;
  show();
});
byId("example").addEventListener("click", () => {
  passage.value = EXAMPLE.passage;
  question.value = EXAMPLE.question;
  showRoom();
  ask();
});
for (const field of [passage, question]) field.addEventListener("input", showRoom);
question.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    ask();
  }
});
showRoom();

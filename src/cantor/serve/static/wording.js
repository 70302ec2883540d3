// What is said where there is no answer, and how sure an answer is.

const TITLES = {
  no_text: "Nothing to solve yet",
  no_numbers: "No numbers here",
  no_answer: "No answer to this one",
  too_long: "Too long to read whole",
  low_confidence: "Not sure enough to say",
  missing_information: "This cannot be known",
  undecided: "This cannot be decided",
  not_a_question: "Nothing is asked here",
  not_english: "English only",
  not_a_problem: "Not a problem to solve",
  internal: "Something went wrong",
};
const HELP = {
  no_numbers: "A problem needs numbers: 12, twelve, 3/4, half, 20 % and a dozen are all read.",
  no_answer: "Perhaps put differently? Short sentences and one question at the end help.",
  too_long: "Only its beginning and its end could be read, and some of its numbers not at all. Leave out what the question does not need.",
  low_confidence: "None of its answers is sure enough to stand by.",
};

/** Why there is no answer: a title and a sentence. Null where there is one. */
export function reason(answer) {
  if (!answer.error && !answer.abstained) return null;
  const code = answer.error?.code ?? (answer.abstained ? "low_confidence" : "no_answer");
  return { title: TITLES[code] ?? "No answer to this one", text: HELP[code] ?? answer.error?.message ?? "" };
}

/** In two digits that are not rounded to none or all, as everywhere else. */
export const percent = (p) => (p < 0.005 ? "<1 %" : p >= 0.995 ? ">99 %" : `${Math.round(100 * p)} %`);

export const SURE = 0.9;

export function inWords(p) {
  if (p === null) return "";
  if (p >= SURE) return "It is sure of this.";
  if (p >= 0.7) return "Probably right; look at the steps.";
  if (p >= 0.4) return "An uncertain guess; check the steps.";
  return "Hardly more than a guess.";
}

// What the server takes, as it wrote it into the page, and how to say so.

const { characters, questions } = document.documentElement.dataset;
export const MAX_CHARACTERS = Number(characters) || 4000;
export const MAX_QUESTIONS = Number(questions) || 64;

const WARN_FROM = 0.8; // of the limit

export const grouped = (count) => count.toLocaleString("en");

/** Characters as the server counts them: code points. */
export const length = (text) => [...text].length;

/** "" while there is room; then how much is left, or how much is too much. */
export function room(text) {
  if (text.length < WARN_FROM * MAX_CHARACTERS) return { over: false, said: "" };
  const count = length(text);
  if (count > MAX_CHARACTERS) {
    const much = grouped(count - MAX_CHARACTERS);
    return { over: true, said: `Too long by ${much} ${much === "1" ? "character" : "characters"}: a problem may have ${grouped(MAX_CHARACTERS)}.` };
  }
  return { over: false, said: count < WARN_FROM * MAX_CHARACTERS ? "" : `${grouped(count)} of ${grouped(MAX_CHARACTERS)} characters` };
}

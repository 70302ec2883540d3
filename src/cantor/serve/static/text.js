// Where numbers stand in a text, and whether a changed text is the same problem with other numbers.

import { Fraction } from "./rational.js";

/** Numbers with half-open places in UTF-16, as JavaScript counts, from spans in code points. */
export function placed(text, numbers) {
  const offsets = [];
  let at = 0;
  for (const character of text) {
    offsets.push(at);
    at += character.length;
  }
  offsets.push(at);
  return numbers
    .map(({ text: said, value, span }) => ({
      text: said,
      value: Fraction.parse(value),
      start: offsets[span[0]],
      end: offsets[span[1]],
    }))
    .filter((number) => number.start < number.end);
}

/** What stands before, between and after the numbers; null where numbers overlap. */
export function pieces(text, numbers) {
  const result = [];
  let end = 0;
  for (const number of numbers) {
    if (number.start < end) return null;
    result.push(text.slice(end, number.start));
    end = number.end;
  }
  return [...result, text.slice(end)];
}

const NUMERAL = /[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d.,]*\d)/y;

/** The value of a plain numeral such as 12, 1,250 or 0.5; null for any other text. */
export function numeral(text) {
  NUMERAL.lastIndex = 0;
  const found = NUMERAL.exec(text);
  return found?.[0] === text ? Fraction.parse(text.replaceAll(",", "").replace("−", "-")) : null;
}

/**
 * The numbers of `text` where it differs from a problem that was read before in plain numerals only, or
 * null. Needs no server: words between the numbers must be the same, and so must numbers in words.
 */
export function changedNumerals(before, text) {
  const between = pieces(before.text, before.numbers);
  if (!between || !text.startsWith(between[0])) return null;
  const numbers = [];
  let at = between[0].length;
  for (const [i, number] of before.numbers.entries()) {
    const next = between[i + 1];
    const last = i === before.numbers.length - 1;
    const follows = (end) => (last ? text.slice(end) === next : text.startsWith(next, end));
    let said = number.text;
    let value = number.value;
    if (!text.startsWith(said, at) || !follows(at + said.length)) {
      NUMERAL.lastIndex = at;
      said = NUMERAL.exec(text)?.[0];
      if (said === undefined || numeral(number.text) === null || !follows(at + said.length)) return null;
      value = numeral(said);
    }
    numbers.push({ text: said, value, start: at, end: at + said.length });
    at += said.length + next.length;
  }
  return numbers;
}

/** Whether a text that was read again is the same problem with other numbers. */
export function sameFrame(before, after) {
  const [a, b] = [pieces(before.text, before.numbers), pieces(after.text, after.numbers)];
  return Boolean(a && b) && a.length === b.length && a.every((piece, i) => piece === b[i]);
}

/** Where numbers stand after an edit, until the server has read the text again. */
export function moved(before, text) {
  const old = before.text;
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old[head] === text[head]) head++;
  let tail = 0;
  while (tail < most - head && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail++;
  const by = text.length - old.length;
  const changed = old.length - tail;
  const kept = [];
  for (const number of before.numbers) {
    if (number.end < head || (number.end === head && !/^[\d.,]/.test(text.slice(head)))) kept.push(number);
    else if (number.start > changed || (number.start === changed && head < number.start)) {
      kept.push({ ...number, start: number.start + by, end: number.end + by });
    } else if (number.start <= head && number.end >= changed) {
      const said = text.slice(number.start, number.end + by);
      const value = numeral(said);
      if (value) kept.push({ text: said, value, start: number.start, end: number.end + by });
    }
  }
  return kept;
}

// Where numbers stand in a text, and whether a changed text is the same problem with other numbers.

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
    .map(({ text: said, value, span, kind, lower, higher }) => ({
      text: said,
      value,
      kind,
      lower,
      higher,
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

/** Whether a text is a plain numeral, such as 12, 1,250 or 0.5. */
export function isNumeral(text) {
  NUMERAL.lastIndex = 0;
  return NUMERAL.exec(text)?.[0] === text;
}

/**
 * A plain numeral with so many more of its last digit's place: 9.50 turned by 1 is 9.51, 12 is 13.
 * It stops at zero, unless it was below already.
 */
export function turned(text, by) {
  const [whole, decimals = ""] = text.replaceAll(",", "").replace("−", "-").split(".");
  const before = BigInt(whole + decimals);
  let value = before + BigInt(by);
  if (value < 0n && before >= 0n && !whole.startsWith("-")) value = 0n;
  const digits = String(value < 0n ? -value : value).padStart(decimals.length + 1, "0");
  const at = digits.length - decimals.length;
  const sign = value < 0n ? "-" : "";
  const grouped = text.includes(",") ? digits.slice(0, at).replace(/\B(?=(\d{3})+$)/g, ",") : digits.slice(0, at);
  return `${sign}${grouped}${decimals ? `.${digits.slice(at)}` : ""}`;
}

/** A text and its numbers with another one in the place of number i, whose neighbours the server has yet to say. */
export function exchanged({ text, numbers }, i, said) {
  const { start, end } = numbers[i];
  const by = said.length - (end - start);
  const moved = numbers.map((number, j) => {
    if (j === i) return { text: said, value: null, kind: number.kind, waiting: true, start, end: end + by };
    return number.start >= end ? { ...number, start: number.start + by, end: number.end + by } : number;
  });
  return { text: text.slice(0, start) + said + text.slice(end), numbers: moved };
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
      if (isNumeral(said)) kept.push({ text: said, value: null, start: number.start, end: number.end + by });
    }
  }
  return kept;
}

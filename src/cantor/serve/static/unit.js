// The unit of an answer, taken from how the server shows it, and other values shown in the same way.
// cantor.solver.units decides what a question asks for; here it is only carried over to new numbers.

import { about, compare, Fraction, forPeople, toNumber } from "./rational.js";

const ONE = new Fraction(1n);
const MOST_DIGITS = 40;

const IRREGULAR = new Map([
  ["people", "person"], ["children", "child"], ["men", "man"], ["women", "woman"], ["feet", "foot"],
  ["teeth", "tooth"], ["geese", "goose"], ["mice", "mouse"], ["fish", "fish"], ["sheep", "sheep"], ["deer", "deer"],
]);

/** What stands around the value of an answer: {before, after, fraction}, where `after` is for many things. */
export function unitOf(shown, value, text) {
  const none = { before: "", after: "", fraction: false };
  if (!shown) return none;
  const money = /^(?:≈ )?−?([$€£₹¥])/.exec(shown);
  if (money) return { ...none, before: money[1] };
  if (shown.endsWith("%")) return { ...none, after: "%" };
  const [number, nearly] = brief(value).split(" ≈ ");
  if (shown === number) return { ...none, fraction: nearly !== undefined }; // a fraction alone was asked for
  if (shown.startsWith(`${number} ≈ `)) return none;
  if (shown.startsWith(`${number} `)) {
    const noun = shown.slice(number.length + 1).replace(/ \(≈ .*\)$/, "");
    return { ...none, after: compare(value, ONE) === 0 ? plural(noun, text) : noun };
  }
  return { ...none, fraction: value instanceof Fraction && shown === minus(String(value)) };
}

/** A value with that unit: 39 rolls, $4.50, 20%, 1/4. */
export function withUnit({ before, after, fraction }, value) {
  if (before) return asMoney(value, before);
  if (fraction && value instanceof Fraction && value.d < 10n ** 6n) return minus(String(value));
  if (after === "%") return `${brief(value)}%`;
  const noun = compare(value, ONE) === 0 ? singular(after) : after;
  const [number, nearly] = brief(value).split(" ≈ ");
  const text = noun ? `${number} ${noun}` : number;
  if (!nearly) return text;
  return noun ? `${text} (≈ ${nearly})` : `${number} ≈ ${nearly}`;
}

const minus = (text) => text.replace(/^-/, "−");

/** $12, $4.50, −$3; to the cent where it does not come out even. */
function asMoney(value, sign) {
  const size = Math.abs(toNumber(value));
  if (size >= 1e15) return `${sign}${brief(value)}`;
  const exact = value instanceof Fraction && 100n % value.d === 0n;
  const cents = value instanceof Fraction ? nearest(value.n < 0n ? -value.n : value.n, value.d) : BigInt(Math.round(100 * size));
  const rest = cents % 100n;
  const amount = exact && rest === 0n ? `${cents / 100n}` : `${cents / 100n}.${String(rest).padStart(2, "0")}`;
  return `${exact ? "" : "≈ "}${toNumber(value) < 0 ? "−" : ""}${sign}${amount}`;
}

/** 100 n / d to the nearest whole number, ties to even. */
function nearest(n, d) {
  const [quotient, rest] = [(100n * n) / d, (100n * n) % d];
  return 2n * rest > d || (2n * rest === d && quotient % 2n) ? quotient + 1n : quotient;
}

/** A value for people, by its size where it has too many digits. */
function brief(value) {
  const shown = about(value);
  if (shown.length <= MOST_DIGITS) return shown;
  if (value instanceof Fraction) {
    const whole = (value.n < 0n ? -value.n : value.n) / value.d;
    const size = String(whole).length;
    if (size > 15) {
      const leading = toNumber(new Fraction(value.n < 0n ? -value.n : value.n, value.d * 10n ** BigInt(size - 1)));
      return `≈ ${value.n < 0n ? "−" : ""}${Number(leading.toPrecision(4))} × 10^${size - 1}`;
    }
  }
  return `≈ ${minus(forPeople(Number(toNumber(value).toPrecision(4))).replace("−", "-"))}`;
}

/** The noun for one of them; nothing where English leaves it open. */
function singular(noun) {
  const [first, ...per] = noun.split(" per ");
  const head = first.split(" ").at(-1);
  let one = IRREGULAR.get(head);
  if (one === undefined) {
    if (/(?:x|ss|sh)es$/.test(head)) one = head.slice(0, -2);
    else if (/(?:i|v|o|s|z|ch)es$/.test(head)) return "";
    else one = head.replace(/s$/, "");
  }
  return [first.slice(0, first.length - head.length) + one, ...per].join(" per ");
}

/** The noun for many, as the text itself writes it. */
function plural(noun, text) {
  for (const [many, one] of IRREGULAR) if (noun === one || noun.endsWith(` ${one}`)) return noun.slice(0, noun.length - one.length) + many;
  const [first, ...per] = noun.split(" per ");
  const lower = text.toLowerCase();
  const found = [`${first}es`, `${first}s`].find((many) => lower.includes(many)) ?? `${first}s`;
  return [found, ...per].join(" per ");
}

// Exact arithmetic: fractions of BigInts, as Python's Fraction has them, and how values are shown.
// A value is a Fraction, or a JavaScript number where a root or a logarithm left no choice.

/** Largest numerator or denominator, in bits; the same as in cantor.equation. */
export const MAX_BITS = 1n << 14n;

/** A step that has no value; `code` names the reason as Python does. */
export class NoValue extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const abs = (n) => (n < 0n ? -n : n);

export function gcd(a, b) {
  [a, b] = [abs(a), abs(b)];
  while (b) [a, b] = [b, a % b];
  return a;
}

export class Fraction {
  constructor(n, d = 1n) {
    if (d < 0n) [n, d] = [-n, -d];
    const common = d === 1n ? 1n : gcd(n, d);
    this.n = n / common;
    this.d = d / common;
  }

  get whole() {
    return this.d === 1n;
  }

  /** "10/3", "-2.5", "1e3" or a JSON number; null for anything else. */
  static parse(text) {
    const parts = /^([-+−]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d{1,4}))?(?:\/(\d+))?$/.exec(String(text).trim());
    if (!parts || (!parts[2] && !parts[3])) return null;
    const [, sign, whole, decimals = "", exponent = "0", below = "1"] = parts;
    let n = BigInt(whole + decimals);
    let d = BigInt(below) * 10n ** BigInt(decimals.length);
    if (d === 0n) return null;
    const power = BigInt(exponent);
    if (power >= 0n) n *= 10n ** power;
    else d *= 10n ** -power;
    return new Fraction(sign && sign !== "+" ? -n : n, d);
  }

  /** The exact value of a finite number. */
  static fromNumber(x) {
    if (Number.isInteger(x)) return new Fraction(BigInt(x));
    let shift = 0n;
    while (!Number.isInteger(x)) {
      x *= 2;
      shift += 1n;
    }
    return new Fraction(BigInt(x), 1n << shift);
  }

  toString() {
    return this.whole ? `${this.n}` : `${this.n}/${this.d}`;
  }
}

/** How many bits a whole number takes, without its sign. */
export function bitLength(n) {
  if (n === 0n) return 0n;
  const hex = abs(n).toString(16);
  return BigInt(4 * (hex.length - 1) + 32 - Math.clz32(parseInt(hex[0], 16)));
}

/** The nearest number to a fraction, ties to even; infinite where it is too large. */
export function toNumber(value) {
  if (typeof value === "number") return value;
  const { n, d } = value;
  if (n === 0n) return 0;
  const size = bitLength(n) - bitLength(d);
  const sign = n < 0n ? -1 : 1;
  if (size > 1025n) return sign * Infinity;
  if (size < -1080n) return sign * 0;
  if (size < -1020n) return sign * Number(rounded(abs(n) << 1074n, d)) * 2 ** -1074; // the last places there are
  // A quotient of 66 bits whose last one says whether anything was cut off, so that rounding happens once.
  const shift = 66n - size;
  const top = shift > 0n ? abs(n) << shift : abs(n);
  const bottom = shift > 0n ? d : d << -shift;
  let quotient = top / bottom;
  if (top % bottom) quotient |= 1n;
  let result = sign * Number(quotient);
  for (let left = Number(-shift); left; ) {
    const step = Math.max(-1000, Math.min(1000, left)); // 2 ** 1075 alone would overflow
    result *= 2 ** step;
    left -= step;
  }
  return result;
}

/** n / d to the nearest whole number, ties to even. */
function rounded(n, d) {
  const quotient = n / d;
  const twice = 2n * (n % d);
  return twice > d || (twice === d && quotient % 2n) ? quotient + 1n : quotient;
}

/** Negative, zero or positive as a is less than, equal to or more than b; exact even between kinds. */
export function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const [x, y] = [a, b].map((v) => (typeof v === "number" ? Fraction.fromNumber(v) : v));
  const difference = x.n * y.d - y.n * x.d;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

// How values look: the same as cantor.equation.render

const MAX_DECIMALS = 12;

/** 1250, 3.5 and 0.125 as such; other fractions as 10/3; numbers to 12 significant digits. */
export function display(value) {
  if (typeof value === "number") return asPython(Number(value.toPrecision(12)));
  const { n, d } = value;
  if (d === 1n) return String(n);
  const places = decimalPlaces(d);
  if (places === null) return `${n}/${d}`;
  const digits = String((abs(n) * 10n ** BigInt(places)) / d).padStart(places + 1, "0");
  return `${n < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function decimalPlaces(d) {
  if (d > 10n ** BigInt(MAX_DECIMALS)) return null;
  for (let places = 1, power = 10n; places <= MAX_DECIMALS; places++, power *= 10n) {
    if (power % d === 0n) return places;
  }
  return null;
}

/** A number as Python writes it, without a final ".0". */
function asPython(x) {
  if (Object.is(x, -0)) return "-0";
  const size = Math.abs(x);
  if (x === 0 || (size >= 1e-4 && size < 1e16)) return String(x);
  const [digits, exponent] = x.toExponential().split("e");
  return `${digits}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

/** `display` with a minus sign in place of a hyphen. */
export function forPeople(value) {
  return display(value).replace(/^-/, "−");
}

/** For people, and a fraction that is no decimal also gets its nearest one. */
export function about(value) {
  const text = forPeople(value);
  const limit = 10n ** 9n;
  const rough =
    value instanceof Fraction && text.includes("/") && value.d < limit && abs(value.n) < limit * value.d;
  return rough ? `${text} ≈ ${forPeople(Number(toNumber(value).toPrecision(4)))}` : text;
}

/** For people, in at most some fourteen characters. */
export function short(value) {
  const text = forPeople(value);
  if (text.length <= 14) return text;
  const near = toNumber(value);
  return Number.isFinite(near) ? `≈ ${forPeople(Number(near.toPrecision(6)))}` : `${text.slice(0, 13)}…`;
}

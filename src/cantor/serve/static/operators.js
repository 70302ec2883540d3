// What a step can do: cantor.equation.operators, once more, for recomputing without a server.
// tests/serve compares both on random equations.

import { compare, bitLength, Fraction, gcd, MAX_BITS, NoValue, toNumber } from "./rational.js";

const exact = (...values) => values.every((value) => value instanceof Fraction);
const bits = (value) => {
  const [n, d] = [bitLength(value.n), bitLength(value.d)];
  return n > d ? n : d;
};
const abs = (n) => (n < 0n ? -n : n);
const floorDivide = (n, d) => (n % d !== 0n && n < 0n !== d < 0n ? n / d - 1n : n / d);
const isZero = (value) => (value instanceof Fraction ? value.n === 0n : value === 0);

function checkBits(count) {
  if (count > MAX_BITS) throw new NoValue("ValueTooLarge", "a value is too large");
}

/** The value itself, or an error where it is too large. */
export function bounded(value) {
  if (value instanceof Fraction) {
    checkBits(bits(value));
    return value;
  }
  return finite(value);
}

function finite(x) {
  if (!Number.isFinite(x)) throw new NoValue("ValueTooLarge", "a value is too large");
  return x;
}

const float = (value) => finite(toNumber(value));

function divisor(value) {
  const x = float(value);
  if (x === 0) throw new NoValue("ValueTooLarge", "a divisor is too small");
  return x;
}

const add = (a, b) =>
  exact(a, b) ? bounded(new Fraction(a.n * b.d + b.n * a.d, a.d * b.d)) : finite(float(a) + float(b));

const subtract = (a, b) =>
  exact(a, b) ? bounded(new Fraction(a.n * b.d - b.n * a.d, a.d * b.d)) : finite(float(a) - float(b));

const multiply = (a, b) =>
  exact(a, b) ? bounded(new Fraction(a.n * b.n, a.d * b.d)) : finite(float(a) * float(b));

function divide(a, b) {
  if (isZero(b)) throw new NoValue("DivisionByZero", "division by zero");
  return exact(a, b) ? bounded(new Fraction(a.n * b.d, a.d * b.n)) : finite(float(a) / divisor(b));
}

/** The exact k-th root of n >= 0, or null where it is not whole. */
function integerRoot(n, k) {
  if (n < 2n) return n;
  const size = bitLength(n);
  if (k > size) return null;
  // Newton from above: the start is at least the root, and each step stays at or above it.
  let root = 1n << ((size + k - 1n) / k);
  for (;;) {
    const step = ((k - 1n) * root + n / root ** (k - 1n)) / k;
    if (step >= root) break;
    root = step;
  }
  return root ** k === n ? root : null;
}

function power(a, b) {
  if (isZero(a) && compare(b, new Fraction(0n)) < 0) {
    throw new NoValue("DivisionByZero", "zero to a negative power");
  }
  if (!exact(a, b)) return floatPower(a, b);
  if (a.n < 0n && b.d > 1n) throw new NoValue("ComplexResult", "a negative number to a fractional power");
  if (a.whole && abs(a.n) < 2n) {
    return a.n === 1n || b.n === 0n || (a.n === -1n && b.n % 2n === 0n) ? new Fraction(1n) : a;
  }
  let [n, d] = [a.n, a.d];
  if (b.d > 1n) {
    [n, d] = [integerRoot(n, b.d), integerRoot(d, b.d)];
    if (n === null || d === null) return floatPower(a, b);
  }
  const size = bits({ n, d }) - 1n;
  const times = abs(b.n);
  checkBits(times * (size > 1n ? size : 1n));
  [n, d] = [n ** times, d ** times];
  return bounded(b.n < 0n ? new Fraction(d, n) : new Fraction(n, d));
}

function floatPower(a, b) {
  const [base, exponent] = [float(a), float(b)];
  if (base < 0 && !Number.isInteger(exponent)) {
    throw new NoValue("ComplexResult", "a negative number to a fractional power");
  }
  return finite(base ** exponent);
}

function whole(value, what) {
  if (value instanceof Fraction && value.whole) return value.n;
  throw new NoValue("OutsideDomain", `${what} takes whole numbers`);
}

function natural(value, what) {
  const n = whole(value, what);
  if (n < 0n) throw new NoValue("OutsideDomain", `${what} takes numbers that are not negative`);
  return n;
}

const floor = (a) =>
  new Fraction(a instanceof Fraction ? floorDivide(a.n, a.d) : BigInt(Math.floor(a)));

const ceil = (a) =>
  new Fraction(a instanceof Fraction ? -floorDivide(-a.n, a.d) : BigInt(Math.ceil(a)));

function remainder(a, b) {
  if (isZero(b)) throw new NoValue("DivisionByZero", "remainder of a division by zero");
  if (exact(a, b)) {
    checkBits(bits(a) + bits(b));
    const times = floorDivide(a.n * b.d, a.d * b.n);
    return bounded(new Fraction(a.n * b.d - times * b.n * a.d, a.d * b.d));
  }
  const by = divisor(b);
  const left = float(a) % by;
  return finite(left !== 0 && left < 0 !== by < 0 ? left + by : left); // as in Python, with the divisor's sign
}

/** n (n - 1) … (n - k + 1) */
function falling(n, k) {
  let product = 1n;
  for (let i = 0n; i < k; i++) product *= n - i;
  return product;
}

function factorial(a) {
  const n = natural(a, "a factorial");
  if (n > MAX_BITS) throw new NoValue("ValueTooLarge", "a factorial is too large");
  checkBits(n > 1n ? BigInt(Math.trunc(Number(n) * Math.log2(Number(n)))) : 1n);
  return new Fraction(falling(n, n));
}

function choose(a, b) {
  const [n, k] = [natural(a, "a choice"), natural(b, "a choice")];
  const few = k > n ? 0n : k < n - k ? k : n - k;
  checkBits(few * bitLength(n));
  return new Fraction(k > n ? 0n : falling(n, few) / falling(few, few));
}

function permutation(a, b) {
  const [n, k] = [natural(a, "a permutation"), natural(b, "a permutation")];
  checkBits(k <= n ? k * bitLength(n) : 0n);
  return new Fraction(k > n ? 0n : falling(n, k));
}

const greatest = (a, b) => new Fraction(gcd(whole(a, "gcd"), whole(b, "gcd")));

function least(a, b) {
  const [x, y] = [whole(a, "lcm"), whole(b, "lcm")];
  return bounded(new Fraction(x && y ? abs(x * y) / gcd(x, y) : 0n));
}

function logarithm(a) {
  if (compare(a, new Fraction(0n)) <= 0) {
    throw new NoValue("ComplexResult", "the logarithm of a number that is not positive");
  }
  if (!(a instanceof Fraction)) return Math.log(a);
  const x = toNumber(a);
  return x > 1e-300 && x < 1e300 ? Math.log(x) : logWhole(a.n) - logWhole(a.d);
}

function logWhole(n) {
  const extra = bitLength(n) - 64n;
  return extra > 0n ? Math.log(Number(n >> extra)) + Number(extra) * Math.LN2 : Math.log(Number(n));
}

const ofFloat = (f) => (a) => finite(f(float(a)));

const operator = (arity, apply, words, { precedence = null, commutative = false, sign = null } = {}) =>
  Object.freeze({ arity, apply, words, precedence, commutative, sign });

/** By symbol. `words` is a sentence with {0}, {1} for the operands; `sign` is how people write an infix one. */
export const OPERATORS = new Map([
  ["+", operator(2, add, "Add {0} and {1}", { precedence: 1, commutative: true, sign: "+" })],
  ["-", operator(2, subtract, "Subtract {1} from {0}", { precedence: 1, sign: "−" })],
  ["*", operator(2, multiply, "Multiply {0} by {1}", { precedence: 2, commutative: true, sign: "×" })],
  ["/", operator(2, divide, "Divide {0} by {1}", { precedence: 2, sign: "÷" })],
  ["**", operator(2, power, "Raise {0} to the power {1}", { precedence: 3, sign: "^" })],
  ["floor", operator(1, floor, "Round {0} down")],
  ["ceil", operator(1, ceil, "Round {0} up")],
  ["mod", operator(2, remainder, "Take the remainder of {0} divided by {1}")],
  ["min", operator(2, (a, b) => (compare(b, a) < 0 ? b : a), "Take the smaller of {0} and {1}", { commutative: true })],
  ["max", operator(2, (a, b) => (compare(b, a) > 0 ? b : a), "Take the larger of {0} and {1}", { commutative: true })],
  ["gcd", operator(2, greatest, "Take the greatest common divisor of {0} and {1}", { commutative: true })],
  ["lcm", operator(2, least, "Take the least common multiple of {0} and {1}", { commutative: true })],
  ["factorial", operator(1, factorial, "Take the factorial of {0}")],
  ["choose", operator(2, choose, "Count the ways to choose {1} of {0}")],
  ["permutation", operator(2, permutation, "Count the ordered ways to choose {1} of {0}")],
  ["log", operator(1, logarithm, "Take the natural logarithm of {0}")],
  ["sin", operator(1, ofFloat(Math.sin), "Take the sine of {0}")],
  ["cos", operator(1, ofFloat(Math.cos), "Take the cosine of {0}")],
  ["tan", operator(1, ofFloat(Math.tan), "Take the tangent of {0}")],
]);

/** × for *, and so on; functions keep their name. */
export const signOf = (symbol) => OPERATORS.get(symbol)?.sign ?? symbol;

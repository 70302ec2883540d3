// From the graph of thoughts to one equation: its steps in order, their values, infix and words.
// An equation is {steps: [{op, operands}], root}; an operand is {kind: "step" | "number" | "constant", ...}
// with `index` (of a step or a number) or `value` (a Fraction).

import { about, Fraction, forPeople, NoValue } from "./rational.js";
import { bounded, OPERATORS, signOf } from "./operators.js";

/** A thought and all it uses, in post-order; null where an operator is not known here. */
export function equationOf(graph, root) {
  const vertices = new Map(graph.vertices.map((vertex) => [vertex.id, vertex]));
  const place = new Map();
  const steps = [];
  const todo = [root];
  while (todo.length) {
    const id = todo[todo.length - 1];
    const vertex = vertices.get(id);
    if (!vertex || OPERATORS.get(vertex.op)?.arity !== vertex.operands.length) return null;
    const missing = vertex.operands.filter((x) => x.kind === "vertex" && !place.has(x.index));
    if (missing.length && !place.has(id)) {
      if (missing.some((x) => x.index >= id)) return null; // a graph has no circles
      todo.push(...missing.reverse().map((x) => x.index));
      continue;
    }
    todo.pop();
    if (place.has(id)) continue;
    place.set(id, steps.length);
    steps.push({ id, op: vertex.op, operands: vertex.operands.map((x) => operandOf(x, place)) });
  }
  return { steps, root: { kind: "step", index: steps.length - 1 } };
}

function operandOf(x, place) {
  if (x.kind === "vertex") return { kind: "step", index: place.get(x.index), p: x.p };
  if (x.kind === "number") return { kind: "number", index: x.index, p: x.p };
  return { kind: "constant", value: Fraction.parse(x.value), p: x.p };
}

/** What each step gives: a value, a NoValue error of its own, or null where an operand has no value. */
export function outcomes(equation, numbers) {
  const results = [];
  const valueOf = (x) => {
    if (x.kind === "step") return results[x.index] instanceof NoValue ? null : results[x.index];
    const value = x.kind === "number" ? numbers[x.index] : x.value;
    if (!value) throw new NoValue("ExecutionError", `there is no number n${x.index}`);
    return bounded(value);
  };
  for (const step of equation.steps) {
    try {
      const operands = step.operands.map(valueOf);
      results.push(operands.includes(null) ? null : OPERATORS.get(step.op).apply(...operands));
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      results.push(error);
    }
  }
  return results;
}

/** The last step's value, or null where it has none. */
export function execute(equation, numbers) {
  const last = outcomes(equation, numbers).at(-1);
  return last === undefined || last instanceof NoValue ? null : last;
}

const PRODUCT = 2;
const POWER = 3;

/** A number's text, in parentheses where the operator around it (its precedence) would tear it apart. */
function literal(text, around, starts) {
  const negative = /^[-−]/.test(text);
  const torn = (text.includes("/") && around >= PRODUCT) || (negative && (!starts || around >= POWER));
  return torn ? `(${text})` : text;
}

const MAX_LEAVES = 200;

/** How often the root's line would name a number: a graph that reuses its steps can be far longer in writing. */
function leaves(equation) {
  const counts = [];
  const count = (x) => (x.kind === "step" ? counts[x.index] : 1);
  for (const step of equation.steps) {
    counts.push(Math.min(MAX_LEAVES + 1, step.operands.reduce((sum, x) => sum + count(x), 0)));
  }
  return count(equation.root);
}

/** One line with no parenthesis too many, such as "4 × 12 − 9"; null where it would be too long to read. */
export function infix(equation, numbers) {
  if (leaves(equation) > MAX_LEAVES) return null;
  const written = (x, around, least, starts) => {
    if (x.kind !== "step") {
      const value = x.kind === "number" ? numbers[x.index] : x.value;
      return literal(value ? forPeople(value) : `n${x.index}`, around, starts);
    }
    const { op, operands } = equation.steps[x.index];
    const { precedence } = OPERATORS.get(op);
    if (precedence === null) return `${op}(${operands.map((o) => written(o, 0, 0, true)).join(", ")})`;
    const enclosed = precedence < least;
    // The side that does not associate must bind tighter: a − (b + c), (a ^ b) ^ c.
    const toRight = precedence >= POWER;
    const left = written(operands[0], precedence, precedence + (toRight ? 1 : 0), starts || enclosed);
    const right = written(operands[1], precedence, precedence + (toRight ? 0 : 1), false);
    const text = `${left} ${signOf(op)} ${right}`;
    return enclosed ? `(${text})` : text;
  };
  return written(equation.root, 0, 0, true);
}

/**
 * Each step for people: `said` such as "Subtract 9 from the result of step 1", and `shown` such as
 * "48 − 9 = 39", or why there is no value. `shown` is a list of texts; a number of the problem is
 * {text, number} with its place in the problem.
 */
export function words(equation, numbers, results = outcomes(equation, numbers)) {
  const has = (x) => results[x.index] !== null && !(results[x.index] instanceof NoValue);
  const plain = (x) => {
    if (x.kind === "number") return numbers[x.index] ? forPeople(numbers[x.index]) : `n${x.index}`;
    if (x.kind === "constant") return forPeople(x.value);
    return has(x) ? forPeople(results[x.index]) : `step ${x.index + 1}`;
  };
  const said = (x) => (x.kind === "step" ? `the result of step ${x.index + 1}` : plain(x));
  return equation.steps.map((step, i) => {
    const { precedence, words: sentence } = OPERATORS.get(step.op);
    const phrase = sentence.replace(/\{(\d)\}/g, (_, place) => said(step.operands[place]));
    const result = results[i];
    if (result === null) {
      const lost = step.operands.filter((x) => x.kind === "step" && !has(x)).map((x) => x.index + 1);
      const missing = [...new Set(lost)].sort((a, b) => a - b);
      const names = missing.map((n) => `step ${n}`).join(" and ");
      const none = `no value, because ${names} ${missing.length === 1 ? "has" : "have"} none`;
      return { said: phrase, shown: [none] };
    }
    const level = Math.max(precedence ?? 0, PRODUCT);
    const shown = step.operands.flatMap((x, place) => {
      const text = precedence === null ? plain(x) : literal(plain(x), level, place === 0);
      const between = precedence === null ? ", " : ` ${signOf(step.op)} `;
      return [...(place ? [between] : []), x.kind === "number" ? { text, number: x.index } : text];
    });
    const expression = precedence === null ? [`${step.op}(`, ...shown, ")"] : shown;
    const failed = result instanceof NoValue;
    return { said: phrase, shown: [...expression, failed ? ` has no value (${result.message})` : ` = ${about(result)}`] };
  });
}

/** A list of texts and numbers as one text. */
export const joined = (shown) => shown.map((part) => part.text ?? part).join("");

// One question and its answer: what the server must be asked to see it on other numbers.

import { pieces, placed } from "./text.js";

const operand = ({ kind, index, value }) => (kind === "constant" ? { kind, value } : { kind, index });

export class Part {
  /** `answer` is a solution, or one of its `answers`; `text` is the whole text that was asked. */
  constructor(answer, text) {
    this.answer = answer;
    this.question = answer.question ?? null;
    this.label = answer.label ?? null;
    this.text = answer.text ?? text; // with the other questions blanked out
    this.numbers = placed(this.text, answer.numbers);
    this.spans = answer.numbers.map((number) => number.span); // of a long text, the solver saw only some
    this.root = answer.graph?.root ?? null;
    this.thoughts = this.root === null ? null : answer.graph.vertices.map(({ op, operands }) => ({ op, operands: operands.map(operand) }));
    this.formula = this.root === null ? (answer.equation ?? null) : null; // plain arithmetic: no model was asked
  }

  /** Whether there is anything to show beside the reason why there is no answer. */
  get thought() {
    return this.thoughts !== null || this.formula !== null;
  }

  /** The thoughts that are written out: the answer, its alternatives and the one that is followed. */
  roots(chosen = null) {
    const all = [this.root, ...this.answer.alternatives.map((one) => one.root), chosen];
    return this.thoughts ? [...new Set(all.filter((id) => id !== null))] : [0];
  }

  /** This question's own text where the whole text, in the same words, has other numbers. */
  textOn(whole) {
    const places = this.numbers.map(({ start }) => whole.before.findIndex((number) => number.start === start));
    const between = pieces(this.text, this.numbers);
    if (!between || places.includes(-1)) return null;
    return between.map((piece, i) => piece + (i < places.length ? whole.numbers[places[i]].text : "")).join("");
  }

  /** What to send to /evaluate. */
  request(text, chosen = null) {
    const spans = text === this.text ? this.spans : null;
    if (this.thoughts) return { text, thoughts: this.thoughts, roots: this.roots(chosen), spans };
    return { text, equation: this.formula };
  }

  /** /evaluate's word on a thought; of plain arithmetic there is only one. */
  shown(said, id) {
    return this.thoughts ? said.answers.find((one) => one.root === id) : said.answers[0];
  }

  /** How sure it is of a thought as the answer; null where that is not known. */
  chance(id) {
    const { answer } = this;
    if (!this.thoughts || id === this.root) return answer.confidence;
    const other = answer.alternatives.find((one) => one.root === id);
    return (other ?? answer.graph.vertices.find((one) => one.id === id))?.confidence ?? null;
  }
}

/** The questions of a solution, one or more. */
export const partsOf = (solution, text) => (solution.answers?.length ? solution.answers : [solution]).map((one) => new Part(one, text));

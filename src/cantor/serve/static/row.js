// One problem of the worksheet: its answer, and inside, the steps, the other answers, the thoughts and an equation of one's own.

import { element } from "./dom.js";
import { partsOf } from "./part.js";
import { Picture } from "./picture.js";
import { patiently, post, Trouble } from "./server.js";
import { choiceLabels, stepItems, stepText } from "./showing.js";
import { percent, reason, SURE } from "./wording.js";

/** As it is shown, in whole percent. */
const sure = (p) => Math.round(100 * (p ?? 0)) >= 100 * SURE;

export class Row {
  /** `changed()` is called whenever its answer is another. */
  constructor(text, index, changed) {
    Object.assign(this, { text, index, changed, done: false, opened: false, parts: [] });
    this.name = `row-${index}`;
    this.answer = element("b", { class: "given" }, "…");
    this.chance = element("span", { class: "chance" });
    this.button = element("button", { type: "button", class: "plain", "aria-expanded": "false", "aria-controls": this.name, onclick: () => this.toggle() }, "Open");
    this.button.setAttribute("aria-label", `Open problem ${index + 1}`);
    this.inside = element("div", { class: "inside", id: this.name, hidden: true });
    this.element = element("li", { class: "row" }, element("p", { class: "text" }, text), this.answer, this.chance, this.button, this.inside);
  }

  /** The solver's word. Each question of the text keeps what stands for its answer now in `final`. */
  solved(solution) {
    this.done = true;
    this.error = solution.error;
    this.parts = partsOf(solution, this.text);
    for (const part of this.parts) {
      const { display, answer, answer_exact: exact, unit = null, equation, confidence, steps, abstained } = part.answer;
      part.final = { display: abstained ? null : display, answer, exact, unit, equation, confidence: abstained ? null : confidence, steps: steps.map((step) => step.text), own: false };
    }
    this.show();
  }

  tooLong() {
    this.done = true;
    this.error = { code: "too_long", message: "Too long for one problem." };
    this.show();
  }

  get finals() {
    return this.parts.map((part) => part.final);
  }

  get own() {
    return this.finals.some((final) => final.own);
  }

  get answered() {
    return this.parts.length > 0 && this.finals.every((final) => final.display !== null);
  }

  /** Whether a person should look: no answer, or one that is not sure; never one's own. */
  get doubtful() {
    return this.done && (!this.answered || this.finals.some((final) => !final.own && !sure(final.confidence)));
  }

  get display() {
    return this.answered ? this.finals.map((final) => final.display).join("; ") : null;
  }

  get steps() {
    return this.finals.flatMap((final) => final.steps);
  }

  /** Everything about it, for a file. */
  record() {
    const confidences = this.finals.map((final) => final.confidence).filter((p) => p !== null);
    const joined = (key) => this.finals.map((final) => final[key]).filter((one) => one !== null && one !== undefined).join("; ") || null;
    const { answered } = this;
    return {
      question: this.text,
      answer: !answered ? null : joined("exact") ?? joined("answer"),
      display: this.display,
      unit: joined("unit"),
      confidence: confidences.length && answered ? Math.min(...confidences) : null,
      equation: answered ? joined("equation") : null,
      steps: answered ? this.steps : [],
      changed: this.own,
      error: answered ? null : (this.error ?? { code: "not_solved", message: "Not solved yet." }),
    };
  }

  show() {
    const silent = this.parts.find((part) => part.final.display === null);
    const why = silent ? reason(silent.answer) : null;
    this.answer.textContent = this.display ?? (this.done ? "No answer" : "…");
    this.answer.classList.toggle("silent", this.display === null);
    const sure = this.record().confidence;
    this.chance.textContent = this.own ? "yours" : this.display === null ? (why?.title ?? this.error?.message ?? "") : sure === null ? "" : percent(sure);
    this.element.classList.toggle("doubtful", this.doubtful);
  }

  // Inside

  toggle() {
    if (this.opened) this.close();
    else this.open();
  }

  close() {
    this.opened = false;
    this.inside.hidden = true;
    this.button.textContent = "Open";
    this.button.setAttribute("aria-expanded", "false");
  }

  async open() {
    this.opened = true;
    this.inside.hidden = false;
    this.button.textContent = "Close";
    this.button.setAttribute("aria-expanded", "true");
    if (this.views || !this.done || !this.parts.length) return;
    this.inside.replaceChildren(element("p", { class: "hint" }, "Thinking …"));
    try {
      const solution = await patiently(() => post("solve", { question: this.text, k: 6 }));
      const parts = partsOf(solution, this.text);
      this.views = parts.map((part, i) => new View(this, i, part));
      this.inside.replaceChildren(...this.views.map((view) => view.element));
      for (const view of this.views) await view.begin();
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.views = null;
      this.inside.replaceChildren(element("p", { class: "wrong" }, error.message));
    }
  }

  /** A person's own word on one of the questions. */
  take(i, shown, confidence, own) {
    const { display, answer_exact: exact, equation, steps } = shown;
    const { unit } = this.parts[i].final;
    this.parts[i].final = { display, answer: exact, exact, unit, equation, confidence, steps: steps.map(stepText), own };
    this.show();
    this.changed();
  }
}

/** One question of a row, with its graph. */
class View {
  constructor(row, place, part) {
    Object.assign(this, { row, place, part, chosen: part.answer.abstained ? null : part.root, said: null });
    const id = `${row.name}-${place}`;
    const nth = `problem ${row.index + 1}${row.parts.length > 1 ? `, question ${place + 1}` : ""}`;
    const why = reason(part.answer);
    this.steps = element("ol", {});
    this.choices = element("div", { role: "radiogroup", "aria-label": `Answers to ${nth}` });
    this.sky = element("div", { class: "sky" });
    this.caption = element("p", { class: "caption" });
    this.wrong = element("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
    this.typed = element("input", { type: "text", id: `${id}-typed`, autocomplete: "off", spellcheck: "false", placeholder: "4 × 12 − 9", "aria-describedby": `${id}-wrong` });
    this.thoughts = element("section", { class: "drawn" }, element("h3", {}, "Its thoughts"), this.sky, this.caption);
    this.element = element(
      "section",
      { class: "view", "aria-label": `About ${nth}` },
      part.question ? element("p", { class: "asks" }, `${part.label ? `${part.label}) ` : ""}${part.question}`) : null,
      why ? element("p", { class: "why" }, why.text) : null,
      element("div", { class: "steps" }, element("h3", {}, "Steps"), this.steps),
      element("div", { class: "others" }, element("h3", {}, "Choose the answer"), this.choices),
      element(
        "form",
        { class: "own", novalidate: true, onsubmit: (event) => (event.preventDefault(), this.type()) },
        element("label", { for: `${id}-typed` }, "Or type an equation"),
        element("div", {}, this.typed, element("button", { type: "submit", class: "plain", "aria-label": `Use this equation for ${nth}` }, "Use it")),
        this.wrong,
      ),
      this.thoughts,
    );
    this.picture = new Picture(this.sky, this.caption, (root) => this.choose(root));
  }

  async begin() {
    const { part } = this;
    this.thoughts.hidden = !part.thoughts;
    if (!part.thought) {
      this.element.querySelectorAll(".steps, .others").forEach((one) => (one.hidden = true));
      return;
    }
    this.said = await post("evaluate", part.request(part.text));
    if (part.thoughts) this.thoughts.hidden = !this.picture.show(part.answer.graph, this.said, part.roots());
    const taken = this.chosen === null && part.thoughts ? null : part.shown(this.said, this.chosen);
    this.showSteps(taken);
    this.showChoices();
  }

  showSteps(shown) {
    this.element.querySelector(".steps").hidden = !shown?.steps.length;
    if (shown) this.steps.replaceChildren(...stepItems(shown.steps));
  }

  showChoices() {
    this.element.querySelector(".others").hidden = !this.part.thoughts;
    if (!this.part.thoughts) return;
    const focused = this.choices.contains(document.activeElement);
    const labels = choiceLabels(this.part, this.said, this.chosen, `${this.row.name}-${this.place}`, (root) => this.choose(root));
    this.choices.replaceChildren(...labels);
    if (focused) this.choices.querySelector(":checked")?.focus();
  }

  /** Another of its thoughts is right. */
  async choose(root) {
    this.chosen = root;
    this.picture.select(root);
    if (!this.part.shown(this.said, root)) this.said = await post("evaluate", this.part.request(this.part.text, root));
    const shown = this.part.shown(this.said, root);
    if (shown.display === null) return;
    this.wrong.textContent = "";
    this.showSteps(shown);
    this.showChoices();
    const best = root === this.part.root && !this.part.answer.abstained;
    this.row.take(this.place, shown, best ? this.part.chance(root) : null, !best);
  }

  /** None of them: an equation, which the server works out exactly. */
  async type() {
    const equation = this.typed.value.trim();
    if (!equation) return;
    try {
      const { answers } = await post("evaluate", { text: this.part.text, equation });
      if (answers[0].display === null) {
        this.wrong.textContent = "This equation has no value.";
        return;
      }
      this.wrong.textContent = "";
      this.chosen = null;
      this.showSteps(answers[0]);
      if (this.said) this.showChoices();
      this.row.take(this.place, answers[0], null, true);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      this.wrong.textContent = error.message;
    }
  }
}

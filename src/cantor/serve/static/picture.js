// The thoughts, drawn: numbers on top, what follows from them below, the chosen ones bright.

import { shape } from "./dom.js";
import { percent } from "./wording.js";
import { arrange, below, constellation, leafTexts, worthDrawing } from "./constellation.js";

const CHARACTER = 8.6; // a digit's width
const LEAF_HEIGHT = 30;
const STAR_HEIGHT = 34;
const BADGE = 30;
const DOTS_A_ROW = 12;
const MAX_DOTS = 36;

/** How sure it is of a star's value as the answer. */
const asAnswer = (star) => (star.confidence === null ? "not among its answers" : `as the answer ${percent(star.confidence)}`);

export class Picture {
  /** Draws into `place`; tells `caption` what is looked at; calls `choose(thought id)`. */
  constructor(place, caption, choose) {
    Object.assign(this, { place, caption, choose, sky: null, width: 0, active: null });
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry.contentRect.width);
      if (width !== this.width && this.sky) this.draw(width);
    }).observe(place);
  }

  /**
   * A new graph and what the server says about it; `roots` are the answers, the chosen one first.
   * False where it cannot be drawn.
   */
  show(graph, said, roots) {
    this.sky = constellation(graph, said.numbers.length, said.operators);
    this.place.replaceChildren();
    if (!this.sky || !this.sky.stars.length) {
      this.sky = null;
      return false;
    }
    this.said = said;
    this.answers = roots; // thoughts, where `roots` are stars
    this.roots = roots.map((id) => this.sky.starOf.get(id)).filter((star) => star !== undefined);
    this.chosen = this.roots[0];
    this.active = this.chosen;
    this.shown = worthDrawing(this.sky, this.roots);
    this.draw(Math.round(this.place.clientWidth));
    return true;
  }

  /** The same graph on other numbers. */
  recompute(said) {
    if (!this.sky || said === this.said) return;
    this.said = said;
    this.draw(this.width);
  }

  select(id) {
    if (!this.sky) return;
    this.chosen = this.sky.starOf.get(id);
    this.active = this.chosen;
    if (!this.shown.has(this.chosen)) {
      this.shown = worthDrawing(this.sky, [this.chosen, ...this.roots]);
      this.draw(this.width);
    } else this.light();
  }

  /** What there is to say about the whole. */
  summary() {
    const count = this.sky.stars.reduce((sum, star) => sum + star.ids.length, 0);
    const hidden = this.sky.stars.length - this.shown.size;
    const agree = this.sky.stars[this.chosen].ids.length;
    return { count, different: this.sky.stars.length, agree, hidden };
  }

  draw(width) {
    if (!width) return;
    this.width = width;
    const { sky } = this;
    const leafText = leafTexts(sky, this.said);
    const text = { leaf: (i) => leafText[i], star: (i) => this.thought(i).value ?? "none" };
    const sizes = {
      leaf: (i) => Math.max(40, text.leaf(i).length * CHARACTER + 24),
      star: (i) => this.badge(i) + text.star(i).length * CHARACTER + 22,
    };
    const important = new Set(this.roots.flatMap((root) => [...below(sky, root).stars]));
    const plan = arrange(sky, this.shown, important, sizes, { width });
    const focused = this.place.contains(document.activeElement);
    this.marks = new Map();
    this.lines = [];
    const lines = shape("g", { class: "lines", "aria-hidden": "true" });
    const marks = shape("g");
    for (const [i, at] of plan.leaves) marks.append(this.leaf(i, at, sizes.leaf(i), text.leaf(i)));
    for (const i of this.shown) {
      const at = plan.stars.get(i);
      const { operands } = sky.stars[i];
      operands.forEach((x, place) => {
        const from = x.star === undefined ? plan.leaves.get(x.leaf) : plan.stars.get(x.star);
        const aside = (place - (operands.length - 1) / 2) * Math.min(16, sizes.star(i) / 4);
        const height = (x.star === undefined ? LEAF_HEIGHT : STAR_HEIGHT) / 2;
        const line = shape("path", { d: curve(from.x, from.y + height, at.x + aside, at.y - STAR_HEIGHT / 2) });
        if (x.leaf !== undefined && sky.leaves[x.leaf].kind === "number") line.classList.add(hue(sky.leaves[x.leaf].index));
        this.lines.push({ line, to: i });
        lines.append(line);
      });
      marks.append(this.star(i, at, sizes.star(i), text.star(i)));
    }
    const height = Math.ceil(plan.height);
    this.svg = shape(
      "svg",
      { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": "Its thoughts, drawn" },
      lines,
      marks,
    );
    this.plan = plan;
    this.place.replaceChildren(this.svg);
    this.light();
    if (focused) this.marks.get(this.active)?.focus();
  }

  /** What the server says about a star: its value and how it reads. */
  thought(i) {
    return this.said.thoughts[this.sky.stars[i].speaker];
  }

  sign(i) {
    return this.said.operators[this.sky.stars[i].op].sign;
  }

  badge(i) {
    return Math.max(BADGE, this.sign(i).length * 7.4 + 16);
  }

  leaf(i, { x, y }, size, text) {
    const leaf = this.sky.leaves[i];
    const mark = shape(
      "g",
      { class: `leaf ${leaf.kind} ${leaf.kind === "number" ? hue(leaf.index) : ""}`, "aria-hidden": "true" },
      shape("rect", { x: x - size / 2, y: y - LEAF_HEIGHT / 2, width: size, height: LEAF_HEIGHT, rx: LEAF_HEIGHT / 2 }),
      shape("text", { x, y }, text),
    );
    this.marks.set(`leaf ${i}`, mark);
    return mark;
  }

  star(i, { x, y }, size, text) {
    const star = this.sky.stars[i];
    const [left, top, badge] = [x - size / 2, y - STAR_HEIGHT / 2, this.badge(i)];
    const sign = this.sign(i);
    const mark = shape(
      "g",
      {
        class: this.thought(i).value === null ? "star failed" : "star",
        role: "button",
        "aria-label": `${this.thought(i).text}; ${asAnswer(star)}.`,
        onclick: () => this.choose(this.thoughtOf(star)),
        onpointerenter: () => this.look(i),
        onpointerleave: () => this.look(null),
        onfocus: () => {
          this.active = i;
          this.look(i);
        },
        onblur: () => this.look(null),
        onkeydown: (event) => this.key(event, i),
      },
      shape("rect", { class: "body", x: left, y: top, width: size, height: STAR_HEIGHT, rx: STAR_HEIGHT / 2 }),
      shape("rect", { class: "badge", x: left + 3, y: top + 3, width: badge - 6 + 2, height: STAR_HEIGHT - 6, rx: (STAR_HEIGHT - 6) / 2 }),
      shape("text", { class: sign.length > 1 ? "sign name" : "sign", x: left + badge / 2 + 1, y: y + (sign === "^" ? 3 : 0) }, sign),
      shape("text", { class: "value", x: left + badge + (size - badge - 6) / 2, y }, text),
      ...this.dots(star, x, y + STAR_HEIGHT / 2 + 8),
    );
    this.marks.set(i, mark);
    return mark;
  }

  /** The thought that a star stands for: the answer's own, or else the likeliest. */
  thoughtOf(star) {
    const own = this.answers.find((id) => star.ids.includes(id));
    return own ?? star.ids[star.rootPs.indexOf(Math.max(...star.rootPs))];
  }

  /** One dot per thought that says this, in rows. */
  dots(star, x, y) {
    const count = Math.min(star.ids.length, MAX_DOTS);
    if (count < 2) return [];
    const most = Math.max(...star.rootPs);
    return Array.from({ length: count }, (_, i) => {
      const row = Math.floor(i / DOTS_A_ROW);
      const inRow = Math.min(DOTS_A_ROW, count - row * DOTS_A_ROW);
      const aside = (i % DOTS_A_ROW) - (inRow - 1) / 2;
      const dot = shape("circle", { class: "dot", cx: x + aside * 5.5, cy: y + row * 5.5, r: 1.7 });
      dot.style.opacity = most > 0 ? 0.35 + (0.65 * star.rootPs[i]) / most : 0.35;
      return dot;
    });
  }

  /** Bright: the chosen star and all it stands on. */
  light() {
    const bright = below(this.sky, this.chosen);
    for (const [key, mark] of this.marks) {
      const isStar = typeof key === "number";
      const on = isStar ? bright.stars.has(key) : bright.leaves.has(Number(key.slice(5)));
      mark.classList.toggle("bright", on);
      mark.classList.toggle("root", key === this.chosen);
      if (isStar) {
        mark.setAttribute("aria-pressed", key === this.chosen);
        mark.setAttribute("tabindex", key === this.active ? 0 : -1);
      }
    }
    for (const { line, to } of this.lines) {
      line.classList.toggle("bright", bright.stars.has(to));
      if (bright.stars.has(to)) line.parentNode.append(line); // above the faint ones
    }
    this.look(null);
  }

  /** Say what a star is about: the one under the pointer or with focus, else the chosen one. */
  look(index) {
    for (const { line, to } of this.lines) line.classList.toggle("seen", to === index);
    const at = index ?? this.chosen;
    const star = this.sky.stars[at];
    const many = star.ids.length > 1 ? `${star.ids.length} thoughts agree: ` : "";
    const parts = star.operands.map((x) => percent(x.p)).join(" and ");
    const operands = star.operands.length > 1 ? "operands" : "operand";
    const details = `Operator ${percent(star.p)}, ${operands} ${parts}; ${asAnswer(star)}.`;
    this.caption.replaceChildren(
      Object.assign(document.createElement("b"), { textContent: `${many}${this.thought(at).text}` }),
      ` ${details}`,
    );
  }

  /** Arrow keys go to the nearest star that way; Enter and Space choose. */
  key(event, index) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.marks.get(index).dispatchEvent(new MouseEvent("click"));
    } else if (ways[event.key]) {
      event.preventDefault();
      const next = this.nearest(index, ...ways[event.key]);
      if (next === null) return;
      this.marks.get(index).setAttribute("tabindex", -1);
      this.marks.get(next).setAttribute("tabindex", 0);
      this.marks.get(next).focus();
    }
  }

  nearest(index, dx, dy) {
    const from = this.plan.stars.get(index);
    let [best, least] = [null, Infinity];
    for (const [i, to] of this.plan.stars) {
      const [x, y] = [to.x - from.x, to.y - from.y];
      const ahead = x * dx + y * dy;
      if (i === index || ahead <= 0 || (dx && Math.abs(y) > 1)) continue;
      const distance = ahead + 3 * Math.abs(dx ? y : x * 0.3);
      if (distance < least) [best, least] = [i, distance];
    }
    return best;
  }
}

/** A number's colour, the same wherever it appears. */
export const hue = (index) => `hue-${index % 6}`;

function curve(x, y, toX, toY) {
  const half = (y + toY) / 2;
  return `M${x} ${y}C${x} ${half} ${toX} ${half} ${toX} ${toY}`;
}

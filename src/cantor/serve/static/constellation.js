// The graph of thoughts as stars: thoughts that say the same are one star, and every star has its place.

/** At most so many stars are drawn; the rest are only counted. */
export const MAX_STARS = 36;
/** Up to so many numbers are drawn even where no thought uses them. */
const MAX_LEAVES = 12;

/**
 * Merge equal thoughts. A star is {op, operands, ids, p, rootP, level}; an operand is {star} or {leaf}.
 * Leaves are all numbers of the text, in order, and the constants that are used. `starOf` maps a thought's id.
 * `operators` says which of them do not mind the order. Null where the graph is not in order.
 */
export function constellation(graph, numberCount, operators) {
  const leaves = Array.from({ length: numberCount }, (_, index) => ({ kind: "number", index }));
  const stars = [];
  const starOf = new Map();
  const known = new Map();
  for (const vertex of graph.vertices) {
    const operands = vertex.operands.map((x) => {
      if (x.kind === "vertex") return { star: starOf.get(x.index), p: x.p };
      return { leaf: leafOf(x, leaves), p: x.p };
    });
    if (operands.some((x) => x.star === undefined && x.leaf === undefined)) return null; // not in order
    const names = operands.map((x) => (x.star === undefined ? `l${x.leaf}` : `s${x.star}`));
    if (operators[vertex.op]?.commutative) names.sort();
    const key = [vertex.op, ...names].join(" ");
    let index = known.get(key);
    if (index === undefined) {
      index = stars.length;
      known.set(key, index);
      const level = 1 + Math.max(0, ...operands.map((x) => (x.star === undefined ? 0 : stars[x.star].level)));
      stars.push({ op: vertex.op, operands, speaker: vertex.id, ids: [], rootPs: [], p: 0, rootP: 0, confidence: null, level });
    }
    const star = stars[index];
    star.ids.push(vertex.id);
    star.rootPs.push(vertex.root_p);
    star.rootP += vertex.root_p;
    star.confidence ??= vertex.confidence ?? null; // the same for all of one value
    if (vertex.p > star.p) {
      star.p = vertex.p;
      star.operands = operands; // the surest thought speaks for all
      star.speaker = vertex.id;
    }
    starOf.set(vertex.id, index);
  }
  return { stars, leaves, starOf };
}

function leafOf(x, leaves) {
  if (x.kind === "number" && leaves[x.index]?.kind === "number") return x.index;
  const value = x.kind === "constant" ? x.value : null;
  const kind = value === null ? "missing" : "constant"; // a thought may reach for a number that is not there
  const found = leaves.findIndex((leaf) => leaf.kind === kind && leaf.value === value);
  return found >= 0 ? found : leaves.push({ kind, value }) - 1;
}

/** How leaves read on these numbers, from what the server says about the thoughts that use them. */
export function leafTexts({ stars, leaves }, { numbers, thoughts }) {
  const texts = leaves.map((leaf) => (leaf.kind === "number" ? numbers[leaf.index]?.value : leaf.value) ?? "?");
  for (const { operands, speaker } of stars) {
    operands.forEach((x, place) => x.leaf !== undefined && (texts[x.leaf] = thoughts[speaker].operands[place]));
  }
  return texts;
}

/** A star and all it stands on. */
export function below({ stars }, root) {
  const found = { stars: new Set(), leaves: new Set() };
  const todo = [root];
  while (todo.length) {
    const index = todo.pop();
    if (found.stars.has(index)) continue;
    found.stars.add(index);
    for (const x of stars[index].operands) {
      if (x.star === undefined) found.leaves.add(x.leaf);
      else todo.push(x.star);
    }
  }
  return found;
}

/** The stars worth drawing: those of the given roots first, then by their chance of being the answer. */
export function worthDrawing(sky, roots) {
  const shown = new Set();
  const rest = sky.stars.map((_, i) => i).sort((a, b) => sky.stars[b].rootP - sky.stars[a].rootP);
  for (const root of [...roots, ...rest]) {
    const needed = [...below(sky, root).stars].filter((star) => !shown.has(star));
    if (shown.size + needed.length <= MAX_STARS || !shown.size) needed.forEach((star) => shown.add(star));
  }
  return shown;
}

/**
 * Places for leaves and stars in rows of at most `width`, numbers on top. `sizes` gives each width;
 * `important` stars come first where a level takes several rows.
 * Returns {leaves: Map(index -> {x, y}), stars: Map(index -> {x, y}), height}.
 */
export function arrange(sky, shown, important, sizes, { width, rowGap = 74, lineGap = 58, gap = 14 }) {
  const leafPlaces = new Map();
  const starPlaces = new Map();
  const used = new Set();
  for (const star of shown) for (const x of sky.stars[star].operands) if (x.leaf !== undefined) used.add(x.leaf);
  const few = sky.leaves.filter((leaf) => leaf.kind === "number").length <= MAX_LEAVES;
  const leaves = sky.leaves.map((_, i) => i).filter((i) => used.has(i) || (few && sky.leaves[i].kind === "number"));
  let y = 24;
  for (const row of rows(leaves, (i) => sizes.leaf(i), width, gap)) {
    spread(row, (i) => sizes.leaf(i), width, gap).forEach((x, place) => leafPlaces.set(row[place], { x, y }));
    y += lineGap - 14;
  }
  y += rowGap - (lineGap - 14);
  const levels = Math.max(0, ...[...shown].map((star) => sky.stars[star].level));
  for (let level = 1; level <= levels; level++) {
    const here = [...shown].filter((star) => sky.stars[star].level === level);
    here.sort((a, b) => important.has(b) - important.has(a) || sky.stars[b].rootP - sky.stars[a].rootP);
    for (const row of rows(here, (i) => sizes.star(i), width, gap)) {
      const wish = new Map(row.map((star) => [star, middle(sky.stars[star], leafPlaces, starPlaces)]));
      row.sort((a, b) => wish.get(a) - wish.get(b) || a - b);
      settle(row, wish, (i) => sizes.star(i), width, gap).forEach((x, place) => starPlaces.set(row[place], { x, y }));
      y += lineGap;
    }
    y += rowGap - lineGap;
  }
  return { leaves: leafPlaces, stars: starPlaces, height: y - rowGap + 40 };
}

/** Items in as few rows as the width allows. */
function rows(items, size, width, gap) {
  const result = [[]];
  let length = 0;
  for (const item of items) {
    if (result.at(-1).length && length + size(item) > width) {
      result.push([]);
      length = 0;
    }
    result.at(-1).push(item);
    length += size(item) + gap;
  }
  return result;
}

/** Centres of a row of items, in the middle of the width with room between them. */
function spread(row, size, width, gap) {
  const total = row.reduce((sum, item) => sum + size(item), 0);
  const free = Math.max(gap, Math.min(72, (width - total) / (row.length + 1)));
  let x = (width - total - free * (row.length - 1)) / 2;
  return row.map((item) => {
    const centre = x + size(item) / 2;
    x += size(item) + free;
    return centre;
  });
}

function middle(star, leafPlaces, starPlaces) {
  const xs = star.operands.map((x) => (x.star === undefined ? leafPlaces.get(x.leaf) : starPlaces.get(x.star)).x);
  return xs.reduce((sum, x) => sum + x, 0) / xs.length;
}

/** Centres as near to where each wishes to be as the others and the edges allow. */
function settle(row, wish, size, width, gap) {
  // Neighbours that would overlap become one block around their mean wish.
  const blocks = [];
  for (const item of row) {
    let block = { items: [item], length: size(item), at: wish.get(item) - size(item) / 2, weight: 1 };
    while (blocks.length && blocks.at(-1).at + blocks.at(-1).length + gap > block.at) {
      const left = blocks.pop();
      const weight = left.weight + block.weight;
      const at = (left.at * left.weight + (block.at - left.length - gap) * block.weight) / weight;
      block = { items: [...left.items, ...block.items], length: left.length + gap + block.length, at, weight };
    }
    blocks.push(block);
  }
  for (let i = 0, least = 0; i < blocks.length; i++) {
    blocks[i].at = Math.max(blocks[i].at, least);
    least = blocks[i].at + blocks[i].length + gap;
  }
  for (let i = blocks.length - 1, most = width; i >= 0; i--) {
    blocks[i].at = Math.max(0, Math.min(blocks[i].at, most - blocks[i].length));
    most = blocks[i].at - gap;
  }
  return blocks.flatMap(({ items, at }) =>
    items.map((item) => {
      const centre = at + size(item) / 2;
      at += size(item) + gap;
      return centre;
    }),
  );
}

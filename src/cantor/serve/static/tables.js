// Problems out of what people paste and drop: lines, paragraphs, tables. And tables for them to keep.

const HEADINGS = ["question", "problem", "text", "questions", "problems", "body"];
const NUMBERED = /^\s*(?:\(?\d{1,3}[.)]|[-•*])\s+(?=\S)/;

/** The problems of a text: paragraphs where there are blank lines, else lines; their numbering is left out. */
export function problemsOf(text) {
  const whole = text.replace(/\r\n?/g, "\n").trim();
  if (!whole) return [];
  const table = ofTable(whole);
  if (table) return table;
  const pieces = /\n\s*\n/.test(whole) ? whole.split(/\n\s*\n/) : whole.split("\n");
  return pieces.map((piece) => piece.trim().replace(NUMBERED, "").replace(/\s*\n\s*/g, " ")).filter(Boolean);
}

/** The problems of a table whose first line names its columns; null where this is no such table. */
function ofTable(text) {
  const first = text.slice(0, text.indexOf("\n") < 0 ? text.length : text.indexOf("\n"));
  const names = (separator) => cells(first, separator)[0]?.map((name) => name.trim().toLowerCase()) ?? [];
  for (const separator of [",", ";", "\t"]) {
    const column = HEADINGS.map((name) => names(separator).indexOf(name)).find((place) => place >= 0);
    if (column === undefined) continue;
    return cells(text, separator).slice(1).map((row) => (row[column] ?? "").trim().replace(/\s*\n\s*/g, " ")).filter(Boolean);
  }
  return null;
}

/** Rows of cells, as RFC 4180 writes them: quoted cells may hold separators, line ends and doubled quotes. */
export function cells(text, separator = ",") {
  const rows = [[]];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (c === '"' && cell === "") quoted = true;
    else if (c === separator || c === "\n") {
      rows.at(-1).push(cell);
      cell = "";
      if (c === "\n") rows.push([]);
    } else if (c !== "\r") cell += c;
  }
  rows.at(-1).push(cell);
  return rows.filter((row) => row.length > 1 || row[0] !== "");
}

/** Rows as CSV. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export const csv = (rows) => rows.map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");

function csvCell(value) {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = /^[=+@\t]|^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

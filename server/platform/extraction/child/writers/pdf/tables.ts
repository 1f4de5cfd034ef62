import type { Node } from '@tiptap/pm/model';
import { heightOf, type Line } from './lines.ts';
import { BODY_HEIGHT, RULE } from './page.ts';

const PADDING = 5;
const FILL = '#F3F2F8';
/** Letters of a cell that count for the width of its column. */
const LETTERS_MAX = 80;

type Cell = { node: Node; column: number; span: number; isHeader: boolean };
type Layout = (cell: Node, box: { x: number; width: number }) => Iterable<Line>;
type Box = { x: number; width: number };

const spanOf = (cell: Node): number =>
  Math.min(100, Math.max(1, Math.floor(Number(cell.attrs.colspan ?? 1)) || 1));

/** The cells of each row with their columns. A cell over several rows is in the first of them; the others stay empty there. */
function gridOf(table: Node): { rows: Cell[][]; columns: number } {
  const taken: number[] = [];
  const rows: Cell[][] = [];
  table.forEach((row) => {
    const cells: Cell[] = [];
    let column = 0;
    row.forEach((node) => {
      while ((taken[column] ?? 0) > 0) column += 1;
      const span = spanOf(node);
      cells.push({ node, column, span, isHeader: node.type.name === 'tableHeader' });
      const down = Math.max(1, Math.floor(Number(node.attrs.rowspan ?? 1)) || 1);
      for (let at = column; at < column + span; at += 1) taken[at] = down;
      column += span;
    });
    for (let at = 0; at < taken.length; at += 1) taken[at] = Math.max(0, (taken[at] ?? 0) - 1);
    rows.push(cells);
  });
  const columns = Math.max(1, ...rows.flatMap((cells) => cells.map(({ column, span }) => column + span)));
  return { rows, columns };
}

/** The text of a cell, with about as many letters for each formula as it shows. */
const shownText = (cell: Node): string =>
  cell.textBetween(0, cell.content.size, '', (leaf) =>
    String(leaf.attrs.latex ?? '')
      .replace(/\\[A-Za-z]+/g, 'x')
      .replace(/[\s{}^_]/g, ''),
  );

/** Where the columns begin and end: wider for longer texts, none narrower than half of its share. */
function columnEdges(rows: readonly Cell[][], columns: number, { x, width }: Box): number[] {
  const letters = Array.from({ length: columns }, () => 1);
  for (const { node, column, span } of rows.flat())
    if (span === 1)
      letters[column] = Math.max(letters[column] ?? 1, Math.min(LETTERS_MAX, shownText(node).length));
  const all = letters.reduce((sum, count) => sum + count, 0);
  const least = width / columns / 2;
  const edges = [x];
  for (const count of letters)
    edges.push((edges.at(-1) ?? x) + least + (count / all) * (width - least * columns));
  return edges;
}

/** The lines of a table: a row stays whole where a page has room for it; rows of headers are repeated. */
export function* tableLines(
  table: Node,
  box: Box,
  { doc, layout }: { doc: PDFKit.PDFDocument; layout: Layout },
): Generator<Line> {
  const { rows, columns } = gridOf(table);
  const edges = columnEdges(rows, columns, box);
  const head: Line[] = [];
  let isHead = true;
  for (const cells of rows) {
    isHead = isHead && cells.length > 0 && cells.every((cell) => cell.isHeader);
    for (const line of rowLines(cells, edges, { doc, layout })) {
      if (isHead && heightOf([...head, line]) < BODY_HEIGHT / 3) head.push(line);
      yield isHead ? line : { ...line, head };
    }
  }
}

function* rowLines(
  cells: readonly Cell[],
  edges: readonly number[],
  { doc, layout }: { doc: PDFKit.PDFDocument; layout: Layout },
): Generator<Line> {
  const boxes = cells.map(({ node, column, span, isHeader }) => {
    const left = edges[column] ?? 0;
    const right = edges[Math.min(column + span, edges.length - 1)] ?? left;
    const inner = { x: left + PADDING, width: Math.max(12, right - left - 2 * PADDING) };
    return { left, right, isHeader, lines: [...layout(node, inner)] };
  });
  const most = BODY_HEIGHT * 0.6;
  do {
    const parts = boxes.map((one) => ({ ...one, lines: takeLines(one.lines, most) }));
    const height = Math.max(12, ...parts.map(({ lines }) => heightOf(lines))) + 2 * PADDING;
    yield {
      height,
      draw: (y) => {
        for (const { left, right, isHeader, lines } of parts) {
          if (isHeader) doc.rect(left, y, right - left, height).fill(FILL);
          doc
            .lineWidth(0.6)
            .rect(left, y, right - left, height)
            .stroke(RULE);
          let at = y + PADDING;
          for (const line of lines) {
            line.draw(at);
            at += line.height;
          }
        }
      },
    };
  } while (boxes.some(({ lines }) => lines.length > 0));
}

/** Takes the first lines that fit into a height; one at least. */
function takeLines(lines: Line[], most: number): Line[] {
  let count = 0;
  let height = 0;
  while (count < lines.length && (count === 0 || height + (lines[count]?.height ?? 0) <= most)) {
    height += lines[count]?.height ?? 0;
    count += 1;
  }
  return lines.splice(0, count);
}

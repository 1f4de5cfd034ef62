import type { Node } from '@tiptap/pm/model';
import {
  COLSPAN_MAX,
  columnsOfCells,
  missingColumns,
  ROWSPAN_MAX,
  readSpan,
  readWidth,
} from './table-cells.ts';

type Cell = {
  text: string;
  isHeader: boolean;
  align: string;
  colspan: number;
  rowspan: number;
  widths: readonly unknown[];
};

const RULES: Record<string, string> = { left: ':--', center: ':-:', right: '--:' };

/** @param textOf the text of a cell as Markdown of one line */
function cellsOf(table: Node, textOf: (cell: Node) => string): Cell[][] {
  const rows: Cell[][] = [];
  table.forEach((row, _, rowIndex) => {
    const cells: Cell[] = [];
    row.forEach((cell) => {
      const { align, colspan, rowspan, colwidth } = cell.attrs;
      cells.push({
        text: textOf(cell),
        isHeader: cell.type.name === 'tableHeader',
        align: typeof align === 'string' && align in RULES ? align : '',
        colspan: readSpan(colspan, COLSPAN_MAX),
        rowspan: Math.min(readSpan(rowspan, ROWSPAN_MAX), table.childCount - rowIndex),
        widths: Array.isArray(colwidth) ? colwidth : [],
      });
    });
    rows.push(cells);
  });
  return rows;
}

/**
 * Rows with a cell in each column: where one person added a row and another one a column, both without a network, the row has none in
 * that column. A table that lacks more cells than it has stays as it is.
 */
function completeRows(rows: readonly Cell[][]): readonly Cell[][] {
  const missing = missingColumns(rows);
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  if (missing.reduce((sum, columns) => sum + columns, 0) > count) return rows;
  return rows.map((row, at) => {
    const isHeader = row.length > 0 && row.every((cell) => cell.isHeader);
    const empty: Cell = { text: '', isHeader, align: '', colspan: 1, rowspan: 1, widths: [] };
    return [...row, ...Array.from({ length: missing[at] ?? 0 }, () => empty)];
  });
}

/**
 * Whether a table has no more than GFM's tables: header cells in all of its first row, and nothing merged or of a width. One
 * without header cells gets its first row as such, since GFM has no other.
 */
function isPlain(rows: readonly Cell[][]): boolean {
  const hasHeaders = rows.some((row) => row.some(({ isHeader }) => isHeader));
  return rows.every((row, at) =>
    row.every(
      ({ isHeader, colspan, rowspan, widths }) =>
        isHeader === (hasHeaders && at === 0) && colspan === 1 && rowspan === 1 && !widths.some(readWidth),
    ),
  );
}

function plainLines(rows: readonly Cell[][]): string[] {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const lines = rows.map((row) =>
    line(row.map(({ text }) => text.replace(/(\\*)\|/g, (_, slashes: string) => `${slashes}\\|`))),
  );
  const rules = Array.from({ length: columns }, (_, at) => RULES[rows[0]?.[at]?.align ?? ''] ?? '---');
  return [...lines.slice(0, 1), line(rules), ...lines.slice(1)];
}

const attribute = (name: string, value: string | number, usual: string | number): string =>
  value === usual ? '' : ` ${name}="${value}"`;

/** As HTML with a tag or a cell on each line, which `tableMarkdown` reads; cells have Markdown in them. */
function htmlLines(rows: readonly Cell[][]): string[] {
  const widths: number[] = [];
  for (const [at, columns] of columnsOfCells(rows).entries())
    for (const [index, column] of columns.entries())
      for (const [offset, width] of (rows[at]?.[index]?.widths ?? []).entries())
        widths[column + offset] ||= readWidth(width);
  const cols = Array.from(widths, (width) => (width ? `<col width="${width}">` : '<col>'));
  const isSized = widths.some((width) => width > 0);
  const lines = rows.flatMap((row) => [
    '<tr>',
    ...row.map(({ text, isHeader, align, colspan, rowspan }) => {
      const tag = isHeader ? 'th' : 'td';
      const spans = attribute('colspan', colspan, 1) + attribute('rowspan', rowspan, 1);
      return `<${tag}${spans}${attribute('align', align, '')}>${text}</${tag}>`;
    }),
    '</tr>',
  ]);
  return ['<table>', ...(isSized ? cols : []), ...lines, '</table>'];
}

/** The lines of a table: one of GFM, or HTML where that has no form for it. */
export function tableLines(table: Node, textOf: (cell: Node) => string): string[] {
  const rows = completeRows(cellsOf(table, textOf));
  return isPlain(rows) ? plainLines(rows) : htmlLines(rows);
}

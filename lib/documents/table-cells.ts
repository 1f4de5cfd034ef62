/** The most columns and rows that one cell takes. */
export const COLSPAN_MAX = 100;
export const ROWSPAN_MAX = 1_000;
/** The widths that a column can have, in pixels. */
const WIDTH_MIN = 24;
const WIDTH_MAX = 2_000;

/** How many columns or rows a cell takes: 1 where that is no usable number. */
export function readSpan(input: unknown, most: number): number {
  const span = typeof input === 'string' && /^\d{1,5}$/.test(input) ? Number(input) : input;
  return typeof span === 'number' && Number.isInteger(span) && span >= 1 ? Math.min(span, most) : 1;
}

/** The widths of the columns of a cell, 0 for one without; null where none has one. */
export function readWidths(input: unknown, span: number): number[] | null {
  const list = typeof input === 'string' ? input.split(',').map(Number) : input;
  if (!Array.isArray(list)) return null;
  const widths = Array.from({ length: span }, (_, at) => readWidth(list[at]));
  return widths.some((width) => width > 0) ? widths : null;
}

/** The width of a column in pixels, 0 where it has none. */
export function readWidth(input: unknown): number {
  const width = Math.round(Number(input));
  return width > 0 ? Math.min(Math.max(width, WIDTH_MIN), WIDTH_MAX) : 0;
}

/** A cell that takes several columns or rows. */
type Spanning = { colspan: number; rowspan: number };

/** In which column each cell of a table begins, row by row: the first one that cells of the rows above leave free. */
export function columnsOfCells(rows: readonly (readonly Spanning[])[]): number[][] {
  /** How many more rows each column is taken for. */
  const taken: number[] = [];
  return rows.map((row) => {
    let column = 0;
    const next = row.map(({ colspan, rowspan }) => {
      while ((taken[column] ?? 0) > 0) column += 1;
      const own = column;
      for (let at = 0; at < colspan; at += 1) taken[own + at] = rowspan;
      column += colspan;
      return own;
    });
    for (let at = 0; at < taken.length; at += 1) taken[at] = Math.max(0, (taken[at] ?? 0) - 1);
    return next;
  });
}

/** How many columns of a table each of its rows has no cell in. */
export function missingColumns(rows: readonly (readonly Spanning[])[]): number[] {
  const widths = rows.map(() => 0);
  for (const [at, row] of rows.entries())
    for (const { colspan, rowspan } of row)
      for (let below = at; below < Math.min(at + rowspan, rows.length); below += 1)
        widths[below] = (widths[below] ?? 0) + colspan;
  const widest = widths.reduce((most, width) => Math.max(most, width), 0);
  return widths.map((width) => widest - width);
}

const attributeOf = (element: HTMLElement, name: string) => element.getAttribute(name);

/** The attributes of cells in the schema. */
export const cellAttributes = {
  colspan: {
    default: 1,
    parseHTML: (element: HTMLElement) => readSpan(attributeOf(element, 'colspan'), COLSPAN_MAX),
    renderHTML: ({ colspan }: Record<string, unknown>) => (colspan === 1 ? {} : { colspan }),
  },
  rowspan: {
    default: 1,
    parseHTML: (element: HTMLElement) => readSpan(attributeOf(element, 'rowspan'), ROWSPAN_MAX),
    renderHTML: ({ rowspan }: Record<string, unknown>) => (rowspan === 1 ? {} : { rowspan }),
  },
  colwidth: {
    default: null,
    // Only widths that somebody gave here: other programs write one into every cell.
    parseHTML: (element: HTMLElement) =>
      readWidths(
        attributeOf(element, 'data-colwidth'),
        readSpan(attributeOf(element, 'colspan'), COLSPAN_MAX),
      ),
    renderHTML: ({ colwidth }: Record<string, unknown>) =>
      Array.isArray(colwidth) ? { 'data-colwidth': colwidth.join(',') } : {},
  },
  align: {
    default: null,
    parseHTML: (element: HTMLElement) => {
      const input = attributeOf(element, 'data-align') ?? attributeOf(element, 'align') ?? '';
      return ['left', 'center', 'right'].includes(input) ? input : null;
    },
    renderHTML: ({ align }: Record<string, unknown>) => (align ? { 'data-align': align } : {}),
  },
};

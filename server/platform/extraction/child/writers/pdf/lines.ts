/** A line of a document, or a part of a page that stays whole; points, from the top of the page. */
export type Line = {
  height: number;
  /** How much lower its baseline is than that of a line of text alone. */
  drop?: number;
  /** Points that have to be left on the page: a heading stays with what follows it. */
  need?: number;
  /** Left out at the top of a page. */
  isSpace?: boolean;
  /** Drawn again before this line where it begins a page: the header of a table. */
  head?: readonly Line[];
  draw(y: number): void;
};

export const space = (height: number): Line => ({ height, isSpace: true, draw: () => {} });

/** The same lines with something behind or beside each of them. */
export function* decorated(
  lines: Iterable<Line>,
  draw: (y: number, height: number) => void,
): Generator<Line> {
  for (const line of lines) {
    yield {
      ...line,
      draw: (y) => {
        draw(y, line.height);
        line.draw(y);
      },
    };
  }
}

export const heightOf = (lines: readonly Line[]): number =>
  lines.reduce((sum, { height }) => sum + height, 0);

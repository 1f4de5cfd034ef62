import type { Row } from '#lib/contract/table.ts';
import type { RowWindow } from './row-window.ts';

type Rows = {
  state: () => { window: Pick<RowWindow, 'rows'> };
  read: (from: number, to: number) => Promise<Row[]>;
};

/**
 * The rows that a grid shows now, by their places from `from` to before `to`. What is done with them later, after actions
 * that wait, is done with the same rows, as they are and wherever they are by then. Rows that are not loaded are read.
 */
export function shownRows({ state, read }: Rows) {
  const { rows: shown } = state().window;
  return async (from: number, to: number): Promise<Row[]> => {
    const found = Array.from({ length: Math.max(0, to - from) }, (_, at) => shown.get(from + at));
    if (!found.every((row) => row !== undefined)) return read(from, to);
    const { rows } = state().window;
    if (rows === shown) return found;
    const current = new Map([...rows.values()].map((row) => [row.id, row]));
    return found.map((row) => current.get(row.id) ?? row);
  };
}

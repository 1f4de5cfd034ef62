import type { CellPlace } from '../cells/selection.ts';

/** The cell of an element of the grid; null outside of cells. */
export function cellAt(target: EventTarget | null): CellPlace | null {
  const cell = target instanceof Element ? target.closest('[data-cell]') : null;
  const [row, column] = (cell?.getAttribute('data-cell') ?? '').split(':').map(Number);
  return row === undefined || column === undefined || Number.isNaN(column) ? null : { row, column };
}

/** The element of a cell; null where it isn't rendered. */
export const elementOfCell = (root: HTMLElement | null, { row, column }: CellPlace): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? null;

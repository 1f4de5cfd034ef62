import { FormattedMessage } from 'react-intl';
import type { Toast } from '#components/ui/Toaster.tsx';

/** What a step of undo or redo left as it is. */
export type UndoResult = {
  /** Cells that others have changed since. */
  cells: { row: string; label: string }[];
  /** The names of rows that others have changed since. */
  rows: string[];
  /** How many rows were deleted permanently, or were deleted by others. */
  missing: number;
  /** Why the server refused values or rows. */
  problems: string[];
};

/** What is reported by name, or by its reason; the rest is counted. */
const NAMED = 3;

const namesOf = (names: readonly string[]) =>
  [...new Set(names)]
    .filter((name) => name !== '')
    .slice(0, NAMED)
    .join(', ');

/** What its author is notified of a step of undo or redo: nothing where all of it was done. */
export function resultToasts({ cells, rows, missing, problems }: UndoResult): Toast[] {
  const toasts: Toast[] = [];
  if (cells.length > 0) {
    const names = namesOf(cells.map(({ row, label }) => [row, label].filter(Boolean).join(' · ')));
    const values = { count: cells.length, names };
    toasts.push({ tone: 'warning', text: <FormattedMessage id="table.undo_cells_stay" values={values} /> });
  }
  if (rows.length > 0) {
    const names = namesOf(rows);
    const values = { count: rows.length, names: names || 'none' };
    toasts.push({ tone: 'warning', text: <FormattedMessage id="table.undo_rows_stay" values={values} /> });
  }
  if (missing > 0)
    toasts.push({
      tone: 'warning',
      text: <FormattedMessage id="table.undo_rows_gone" values={{ count: missing }} />,
    });
  if (problems.length > 0)
    toasts.push({ tone: 'error', text: [...new Set(problems)].slice(0, NAMED).join(' ') });
  return toasts;
}

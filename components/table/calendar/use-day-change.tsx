import { useState } from 'react';
import { flushSync } from 'react-dom';
import { FormattedMessage } from 'react-intl';
import { useToast } from '#components/ui/Toaster.tsx';
import type { Row } from '#lib/contract/table.ts';
import type { CellContext } from '../cells/cell-text.ts';
import type { Written } from '../changes/cell-writer.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import type { GridColumn } from '../columns/grid-columns.ts';
import { type Day, dayOf, onDay, onNewDay } from './month-days.ts';
import type { MovedRows } from './use-moved-rows.ts';

type DayChangeOptions = {
  rows: { moved: Pick<MovedRows, 'show' | 'markStored' | 'takeBack'>; refetch: () => Promise<unknown> };
  column: GridColumn;
  timeZone: CellContext['timeZone'];
  changes: Pick<TableChanges, 'write' | 'actionQueue'>;
  dayName: (day: Day) => string;
};

/** Focuses the entry of a row, which is another element on each day: before the next key, which is one of that element. */
export const focusEntry = (rowId: string): void =>
  document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(rowId)}"]`)?.focus();

/**
 * Writes another day into a row, at the time that it has, and shows it there at once. A row that is moved on while a move of it is
 * being stored, is written again once that is done: on its last day, whatever days it passed.
 */
export function useDayChange({ rows, column, timeZone, changes, dayName }: DayChangeOptions) {
  const { moved, refetch } = rows;
  const toast = useToast();
  const { name } = column;
  /** The rows whose moves are being stored, each as it was moved last. */
  const [wanted] = useState(() => new Map<string, Row>());

  const report = ({ refused }: Written, row: Row) => {
    const problem = refused.find(({ message }) => message !== '');
    const day = dayName(dayOf(row.values[name], timeZone) ?? '');
    if (problem) toast({ tone: 'error', text: problem.message });
    // A row that was deleted meanwhile has a message of its own.
    else if (refused.length === 0)
      toast({ tone: 'info', text: <FormattedMessage id="table.calendar_moved" values={{ day }} /> });
  };

  const takeBack = (id: string) => {
    const { activeElement } = document;
    const hasFocus = activeElement instanceof HTMLElement && activeElement.dataset.entry === id;
    flushSync(() => moved.takeBack(id));
    if (hasFocus) focusEntry(id);
  };

  /** @param before the row as it is stored */
  const storeMoves = async (before: Row) => {
    let known = before;
    for (let target = wanted.get(known.id); target; ) {
      const value = target.values[name];
      const written = await changes.write([{ row: known, name, value }]);
      const isRefused = written.refused.length > 0;
      const stored = written.cells.find((cell) => cell.name === name)?.to ?? value;
      if (!isRefused) known = { ...known, values: { ...known.values, [name]: stored } };
      const next = wanted.get(known.id);
      if (next !== target) {
        target = next;
        continue;
      }
      wanted.delete(known.id);
      if (isRefused) takeBack(known.id);
      else moved.markStored(known);
      report(written, known);
      await refetch();
      return;
    }
  };

  return (row: Row, day: Day) => {
    const before = row.values[name];
    if (dayOf(before, timeZone) === day) return;
    const value =
      typeof before === 'string' && before !== ''
        ? onDay(before, day, timeZone)
        : onNewDay(day, column.field.type === 'date', timeZone);
    const target = { ...row, values: { ...row.values, [name]: value } };
    moved.show(target);
    const isRunning = wanted.has(row.id);
    wanted.set(row.id, target);
    if (!isRunning) changes.actionQueue.run(() => storeMoves(row));
  };
}

import { useContext, useState } from 'react';
import { InputFormatContext } from '#components/fields/input-format.ts';
import type { Row } from '#lib/contract/table.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { GuessedColumn } from '#lib/forms/guess-column.ts';
import { type PeopleByName, parseCell } from '../cells/parse-cell.ts';
import type { Range } from '../cells/selection.ts';
import type { Written } from '../changes/cell-writer.ts';
import type { AddedColumns } from '../changes/column-acts.tsx';
import type { AddedRows } from '../changes/row-requests.ts';
import type { TableAct } from '../changes/undo-stack.ts';
import type { TableChanges } from '../changes/use-table-changes.tsx';
import { type GridColumn, shownColumns } from '../columns/grid-columns.ts';
import type { TableControl } from '../rows/use-table.ts';
import { CELLS_MAX, useClipboardNotices } from './clipboard-notices.tsx';
import type { ClipboardCell } from './clipboard-table.ts';
import { type Corner, type PastedRow, type PasteProblem, pastedValues } from './pasted-values.ts';
import { type PastePlan, planPaste } from './plan-paste.ts';

/** What a paste came to: shown where something of it was not stored. */
export type PasteReport = { pasted: number; added: number; problems: PasteProblem[]; beyond: number };

/** Cells that the server did not accept. */
const refusedCells = (
  refused: Written['refused'],
  rows: readonly Row[],
  { top, columns }: Corner,
): PasteProblem[] =>
  refused.map(({ id, name, value, message }) => ({
    row: top + rows.findIndex((row) => row.id === id),
    label: columns.find((column) => column.name === name)?.label ?? name,
    text: String(value ?? ''),
    message,
  }));

/** Cells of new rows that the server did not accept. */
const refusedRows = (
  refused: AddedRows['refused'],
  added: readonly PastedRow[],
  { top, columns }: Corner,
): PasteProblem[] =>
  refused.flatMap(({ at, errors }) => {
    const { row = top, values = {} } = added[at] ?? {};
    return Object.entries(errors).map(([path, [message = '']]) => {
      const column = columns.find(({ name }) => name === path);
      return { row, label: column?.label ?? path, text: String(values[path] ?? ''), message };
    });
  });

type PasteTarget = {
  top: number;
  left: number;
  beyond?: number;
  /** The columns that the cells go into; by default those of the grid. */
  into?: readonly GridColumn[];
  /** What was done for the paste before, and is undone with it. */
  acts?: readonly TableAct[];
};

export type PasteOptions = {
  itemId: string;
  table: TableControl;
  changes: TableChanges;
  columns: readonly GridColumn[];
  range: Range;
  mayChange: boolean;
  people: PeopleByName;
  /** Rows of the table by their indexes. */
  rowsOf: (from: number, to: number) => Promise<Row[]>;
};

/** Pastes cells, into columns that are added for them where they are to be, and says what of them was not stored. */
export function usePaste(options: PasteOptions) {
  const { itemId, table, changes, columns, range, mayChange, people, rowsOf } = options;
  const { tooMany, failed } = useClipboardNotices();
  const writtenIn = useContext(InputFormatContext) ?? {};
  const [report, setReport] = useState<PasteReport | null>(null);
  /** What is pasted once it was said what becomes of the columns that are not there. */
  const [wide, setWide] = useState<PastePlan | null>(null);

  /** Writes lines of cells from a corner on as one act, and shows what of them could not be stored. */
  const writeLines = async (
    lines: readonly (readonly ClipboardCell[])[],
    { top, left, beyond = 0, into = columns, acts = [] }: PasteTarget,
  ): Promise<void> => {
    const done: TableAct[] = [...acts];
    const target = { top, columns: into };
    let problems: PasteProblem[] = [];
    let written: Written | null = null;
    let made: AddedRows | null = null;
    try {
      const rows = await rowsOf(top, Math.min(top + lines.length, table.total));
      const pasted = pastedValues(lines, rows, { ...target, left }, (column, text) =>
        parseCell(column, text, writtenIn, people),
      );
      const { writes, added } = pasted;
      if (writes.length > 0) written = await changes.write(writes, false);
      if (written && written.cells.length > 0) done.push({ kind: 'cells', cells: written.cells });
      if (added.length > 0)
        made = await changes.add(
          added.map(({ values }) => values),
          false,
        );
      if (made && made.rows.length > 0) done.push({ kind: 'added', ids: made.rows.map(({ id }) => id) });
      problems = [
        ...pasted.problems,
        ...refusedCells(written?.refused ?? [], rows, target),
        ...refusedRows(made?.refused ?? [], added, target),
      ];
    } finally {
      // What was done is undone as one, also where the rest of it failed.
      const [first, ...more] = done;
      if (first) changes.note(more.length > 0 ? { kind: 'all', acts: done } : first);
    }
    if (problems.length > 0 || beyond > 0)
      setReport({ pasted: written?.cells.length ?? 0, added: made?.rows.length ?? 0, problems, beyond });
  };

  const paste = async (cells: ClipboardCell[][]): Promise<void> => {
    // A table without rows has no cell to be in.
    const at = table.total === 0 ? { top: 0, bottom: 0, left: 0, right: 0 } : range;
    if (!mayChange || at.top < 0) return;
    const plan = planPaste(cells, at, columns.length);
    const width = (plan.lines[0]?.length ?? 0) + plan.beyond;
    if (plan.lines.length * Math.max(1, width) > CELLS_MAX) return void tooMany();
    if (plan.beyond > 0 && table.columns.length + plan.beyond <= COLUMNS_MAX) return setWide(plan);
    await pasteFitting(plan);
  };

  /** Pastes what has a column to go to. */
  const pasteFitting = async ({ lines, top, left, beyond }: PastePlan): Promise<void> => {
    setWide(null);
    try {
      await writeLines(lines, { top, left, beyond });
    } catch (error) {
      failed(error);
    }
  };

  /** Adds columns for what is beyond the last one, and pastes all of it. */
  const pasteWithColumns = async (plan: PastePlan, wanted: readonly GuessedColumn[]): Promise<void> => {
    const { top, left, lines, beyondLines } = plan;
    const added: AddedColumns = { columns: [], again: [] };
    const act = (): TableAct => ({ kind: 'columns', columns: added.again });
    try {
      const { addColumns } = await import('../changes/column-acts.tsx');
      try {
        await addColumns(itemId, wanted, added);
      } catch (error) {
        if (added.again.length > 0) changes.note(act());
        throw error;
      } finally {
        setWide(null);
        await table.refresh();
      }
      const whole = lines.map((line, at) => [
        ...Array.from({ length: columns.length - left }, (_, n) => line[n] ?? { text: '' }),
        ...(beyondLines[at] ?? []),
      ]);
      await writeLines(whole, {
        top,
        left,
        into: [...columns, ...shownColumns(added.columns)],
        acts: [act()],
      });
    } catch (error) {
      failed(error);
    }
  };

  return {
    report,
    closeReport: () => setReport(null),
    wide: wide && {
      plan: wide,
      columnCount: table.columns.length,
      onAdd: (wanted: readonly GuessedColumn[]) => pasteWithColumns(wide, wanted),
      onFit: () => void pasteFitting(wide),
      onClose: () => setWide(null),
    },
    paste,
    writeLines,
  };
}

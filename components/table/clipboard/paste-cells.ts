import type { Row } from '#lib/contract/table.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import type { GuessedColumn } from '#lib/forms/guess-column.ts';
import { parseCell } from '../cells/parse-cell.ts';
import type { AddedColumns } from '../changes/add-columns.tsx';
import type { CellChange, Written } from '../changes/cell-writer.ts';
import type { AddedRows } from '../changes/row-requests.ts';
import type { ChangedCell, UndoStep } from '../changes/undo-stack.ts';
import { type GridColumn, shownColumns } from '../columns/grid-columns.ts';
import { CELLS_MAX } from './clipboard-notices.tsx';
import type { ClipboardCell, ClipboardTexts } from './clipboard-table.ts';
import { emptyCutFiles } from './cut-files.ts';
import type { GridActionContext, PasteReport } from './grid-action.ts';
import { type Corner, type PastedRow, type PasteProblem, pastedValues } from './pasted-values.ts';
import { type PastePlan, planPaste } from './plan-paste.ts';
import { partsByFiles, preparePastedCells } from './prepare-pasted-cells.ts';
import { readClipboard } from './read-clipboard.ts';

type Lines = readonly (readonly ClipboardCell[])[];
type Place = Corner & { left: number };

/** What was to be pasted into a cell. */
const textAt = (lines: Lines, { top, left, columns }: Place, row: number, name: string): string =>
  lines[row - top]?.[columns.findIndex((column) => column.name === name) - left]?.text ?? '';

/** A cell that the server did not accept. @param path the name of a column, or a path that begins with it */
function refusedCell(lines: Lines, place: Place, row: number, path: string, message: string): PasteProblem {
  const name = /^[^.[]*/.exec(path)?.[0] ?? path;
  const label = place.columns.find((column) => column.name === name)?.label ?? path;
  return { row, name, label, text: textAt(lines, place, row, name), message };
}

/** Cells that the server did not accept. */
const refusedCells = (
  refused: Written['refused'],
  rows: readonly Row[],
  lines: Lines,
  place: Place,
): PasteProblem[] =>
  refused.map(({ id, name, message }) => {
    const row = place.top + rows.findIndex((one) => one.id === id);
    return refusedCell(lines, place, row, name, message);
  });

/** Cells of new rows that the server did not accept. */
const refusedRows = (
  refused: AddedRows['refused'],
  added: readonly PastedRow[],
  lines: Lines,
  place: Place,
): PasteProblem[] =>
  refused.flatMap(({ at, errors }) =>
    Object.entries(errors).map(([path, [message = '']]) =>
      refusedCell(lines, place, added[at]?.row ?? place.top, path, message),
    ),
  );

/** New rows that were not added, with all that was to be in them. */
const rowsNotAdded = (
  refused: AddedRows['refused'],
  added: readonly PastedRow[],
  lines: Lines,
  place: Place,
): PasteReport['notAdded'] =>
  refused.map(({ at }) => {
    const { row = place.top, values = {} } = added[at] ?? {};
    const cells = place.columns.flatMap(({ name, label }) =>
      Object.hasOwn(values, name) ? [{ name, label, text: textAt(lines, place, row, name) }] : [],
    );
    return { row, cells };
  });

type PasteTarget = {
  top: number;
  left: number;
  beyond?: number;
  /** The columns that the cells go into; by default those of the grid. */
  into?: readonly GridColumn[];
  /** What was done for the paste before, and is undone with it. */
  steps?: readonly UndoStep[];
};

/** Writes lines of cells from a corner on as one change, and shows what of them could not be stored. */
export async function writeLines(
  { itemId, table, changes, columns, people, writtenIn, rowsOf, report }: GridActionContext,
  lines: Lines,
  { top, left, beyond = 0, into = columns, steps = [] }: PasteTarget,
): Promise<void> {
  const corner = { top, left, columns: into };
  let cells: readonly ChangedCell[] = [];
  let emptied: readonly ChangedCell[] = [];
  let ids: readonly string[] = [];
  let writes: readonly CellChange[] = [];
  let problems: PasteProblem[] = [];
  let notAdded: PasteReport['notAdded'] = [];
  const copied = new Set<string>();
  try {
    const rows = await rowsOf(top, Math.min(top + lines.length, table.total));
    const parse = (column: GridColumn, text: string) => parseCell(column, text, writtenIn, people);
    for (const part of partsByFiles(itemId, lines, corner)) {
      const read = await preparePastedCells(itemId, part.lines, corner);
      const own = rows.slice(part.from, part.from + part.lines.length);
      const pasted = pastedValues(part.lines, own, { ...corner, top: top + part.from }, parse, read.cells);
      problems = [...problems, ...pasted.problems];
      if (pasted.writes.length > 0) {
        const written = await changes.write(pasted.writes, false);
        cells = [...cells, ...written.cells];
        problems = [...problems, ...refusedCells(written.refused, rows, lines, corner)];
      }
      if (pasted.added.length > 0) {
        const made = await changes.add(
          pasted.added.map(({ values }) => values),
          false,
        );
        ids = [...ids, ...made.rows.map(({ id }) => id)];
        problems = [...problems, ...refusedRows(made.refused, pasted.added, lines, corner)];
        notAdded = [...notAdded, ...rowsNotAdded(made.refused, pasted.added, lines, corner)];
      }
      writes = [...writes, ...pasted.writes];
      for (const file of read.copied) copied.add(file);
    }
    // What was not pasted whole stays where it was cut.
    if (problems.length === 0) emptied = await emptyCutFiles(itemId, changes, lines, { writes, copied });
  } finally {
    // What was done is undone as one, also where the rest of it failed.
    const done: UndoStep[] = [...steps];
    if (cells.length > 0) done.push({ kind: 'cells', cells });
    if (ids.length > 0) done.push({ kind: 'added', ids });
    if (emptied.length > 0) done.push({ kind: 'cells', cells: emptied });
    const [first, ...more] = done;
    if (first) changes.note(more.length > 0 ? { kind: 'all', acts: done } : first);
  }
  if (problems.length > 0 || beyond > 0)
    report({ pasted: cells.length, added: ids.length, problems, notAdded, beyond });
}

/** Pastes what a clipboard had at the selected cells, or asks what becomes of the columns that are not there. */
export async function paste(place: GridActionContext, texts: ClipboardTexts): Promise<void> {
  const { table, columns, range, tooMany, askForColumns } = place;
  // A table without rows has no cell to be in.
  const at = table.total === 0 ? { top: 0, bottom: 0, left: 0, right: 0 } : range;
  // At a header.
  if (at.bottom < at.top) return;
  const plan = planPaste(readClipboard(texts), at, columns.length);
  const width = (plan.lines[0]?.length ?? 0) + plan.beyond;
  if (plan.lines.length * Math.max(1, width) > CELLS_MAX) return void tooMany();
  if (plan.beyond > 0 && table.columns.length + plan.beyond <= COLUMNS_MAX) return askForColumns(plan);
  await pasteFitting(place, plan);
}

/** Pastes what has a column to go to. */
export async function pasteFitting(
  place: GridActionContext,
  { lines, top, left, beyond }: PastePlan,
): Promise<void> {
  try {
    await writeLines(place, lines, { top, left, beyond });
  } catch (error) {
    place.failed(error);
  }
}

/** Adds columns for what is beyond the last one, and pastes all of it. */
export async function pasteWithColumns(
  place: GridActionContext,
  { top, left, lines, beyondLines }: PastePlan,
  wanted: readonly GuessedColumn[],
): Promise<void> {
  const { itemId, table, changes, columns, askForColumns } = place;
  const added: AddedColumns = { columns: [], again: [] };
  const addedStep = (): UndoStep => ({ kind: 'columns', columns: added.again });
  try {
    const { addColumns } = await import('../changes/add-columns.tsx');
    try {
      await addColumns(itemId, wanted, added);
    } catch (error) {
      if (added.again.length > 0) changes.note(addedStep());
      throw error;
    } finally {
      askForColumns(null);
      await table.refresh();
    }
    const whole = lines.map((line, at) => [
      ...Array.from({ length: columns.length - left }, (_, n) => line[n] ?? { text: '' }),
      ...(beyondLines[at] ?? []),
    ]);
    await writeLines(place, whole, {
      top,
      left,
      into: [...columns, ...shownColumns(added.columns)],
      steps: [addedStep()],
    });
  } catch (error) {
    place.failed(error);
  }
}

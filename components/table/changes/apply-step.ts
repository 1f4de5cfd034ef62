import type { RefObject } from 'react';
import type { useToast } from '#components/ui/Toaster.tsx';
import type { Row, RowOutcome } from '#lib/contract/table.ts';
import type { Values } from '#lib/fields/definition.ts';
import { rowName } from '../rows/table-data.ts';
import type { TableControl } from '../rows/use-table.ts';
import type { CellChange, CellWriter } from './cell-writer.ts';
import { withRevisions } from './restored-revisions.ts';
import { deleteRowsInParts, restoreRowsInParts } from './row-requests.ts';
import { sameCell } from './same-cell.ts';
import { resultToasts, type UndoResult } from './undo-result.tsx';
import type { ChangedCell, UndoStep } from './undo-stack.ts';
import type { UndoControl } from './use-undo-stack.ts';

type StepTarget = {
  itemId: string;
  writer: CellWriter;
  undoControl: UndoControl;
  toast: ReturnType<typeof useToast>;
  latest: RefObject<TableControl>;
};

/** Does one step of undo or redo, and says what was left as it is, and why. @throws the client's error */
export async function applyStep(target: StepTarget, step: UndoStep): Promise<void> {
  const result: UndoResult = { cells: [], rows: [], missing: 0, problems: [] };
  try {
    await apply(target, step, result);
  } finally {
    for (const one of resultToasts(result)) target.toast(one);
  }
}

async function apply(target: StepTarget, step: UndoStep, result: UndoResult): Promise<void> {
  const { itemId, undoControl, toast, latest } = target;
  if (step.kind === 'all') {
    for (const one of step.acts) await apply(target, one, result);
    return;
  }
  if (step.kind === 'bulk') {
    const { undoBulk } = await import('./bulk-on-use.ts');
    await undoBulk({ itemId, undoControl, toast, refresh: () => void latest.current.refresh() }, step.id);
    return;
  }
  if (step.kind === 'columns' || step.kind === 'columns deleted') {
    const { addColumnsAgain, removeAddedColumns } = await import('./add-columns.tsx');
    if (step.kind === 'columns') await addColumnsAgain({ itemId, toast }, step.columns);
    else await removeAddedColumns({ itemId, toast }, step.columns);
    await latest.current.refresh();
    return;
  }
  if (step.kind === 'deleted') {
    latest.current.remove(...step.ids);
    const { revisions = {}, wereAdded } = step;
    const outcomes = await deleteRowsInParts(
      itemId,
      step.ids.map((id) => ({
        id,
        ...((wereAdded || revisions[id] !== undefined) && { unless_changed_by_others: true }),
        ...(revisions[id] !== undefined && { revision: revisions[id] }),
      })),
    );
    const remaining = outcomes.flatMap(({ status, row }) => (status === 'stale' && row ? [row] : []));
    result.rows.push(...remaining.map((row) => nameOf(latest.current, row)));
    if (remaining.length > 0) await latest.current.refresh();
    return;
  }
  if (step.kind === 'added') {
    const outcomes = await restoreRowsInParts(itemId, step.ids);
    undoControl.save(withRevisions(undoControl.read(), step.ids, outcomes));
    for (const { errors } of outcomes) result.problems.push(...Object.values(errors ?? {}).flat());
    result.missing += missingOf(outcomes);
    await latest.current.refresh();
    return;
  }
  await applyCells(target, step.cells, result);
}

const missingOf = (outcomes: readonly RowOutcome[]) =>
  outcomes.filter(({ status }) => status === 'missing').length;

const nameOf = ({ columns }: TableControl, row: Row) => rowName(columns, row);

/** A row that is not loaded: no row has this revision, so that the server returns what it has before anything is written. */
const unseenRow = (id: string): Row => ({
  ...{ id, values: {}, position: 0, revision: 0, created_at: '', updated_at: '' },
  ...{ created_by: { id: '', name: '' }, updated_by: { id: '', name: '' } },
});

/**
 * Writes cells that still are as they were left; the others have what somebody wrote since.
 * @throws the client's error where a request failed and nothing was written
 */
async function applyCells(
  { writer, latest }: StepTarget,
  cells: readonly ChangedCell[],
  result: UndoResult,
): Promise<void> {
  const { window } = latest.current.store.state();
  const known = new Map([...window.rows.values()].map((row) => [row.id, row]));
  const outdated = new Set(
    cells.flatMap(({ id, name, from }) => (sameCell(known.get(id)?.values[name], from) ? [] : [id])),
  );
  const changes = cells.map(({ id, name, to }): CellChange => {
    const row = known.get(id) ?? unseenRow(id);
    return { row: outdated.has(id) ? { ...row, revision: 0 } : row, name, value: to };
  });
  const expected = new Map(cells.map(({ id, name, from }) => [`${id} ${name}`, from]));
  const written = await writer.write(changes, (row, values) => {
    const rest: Values = {};
    for (const [name, value] of Object.entries(values)) {
      if (sameCell(row.values[name], expected.get(`${row.id} ${name}`))) rest[name] = value;
      // It may have been written already, by a request whose response was lost.
      else if (!sameCell(row.values[name], value)) {
        const label = latest.current.columns.find((column) => column.name === name)?.label ?? name;
        result.cells.push({ row: nameOf(latest.current, row), label });
      }
    }
    return rest;
  });
  const isFailed = written.failure !== undefined && written.cells.length === 0;
  // Nobody sees what was refused of rows that are not loaded; what is undone again is written again.
  writer.discardAll(written.refused.filter(({ id }) => isFailed || !known.has(id)));
  if (isFailed) throw written.failure;
  const missing = new Set(written.refused.flatMap(({ id, message }) => (message === '' ? [id] : [])));
  result.missing += missing.size;
  result.problems.push(...written.refused.flatMap(({ message }) => (message === '' ? [] : [message])));
}

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { failureText } from '#components/ui/failure-text.tsx';
import { useToast } from '#components/ui/Toaster.tsx';
import { useShell } from '#context/ShellContext.tsx';
import type { Row } from '#lib/contract/table.ts';
import { ROWS_PER_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import type { Values } from '#lib/fields/definition.ts';
import { messageOf } from '#services/http.ts';
import { addRows, changeRows, deleteRows, restoreRows } from '#services/table.ts';
import { indexOfRow } from '../rows/row-window.ts';
import type { TableControl } from '../rows/use-table.ts';
import { type CellChange, createCellWriter, type Written } from './cell-writer.ts';
import { createOwnCells } from './own-cells.ts';
import {
  NOTHING_DONE,
  redoOne,
  type TableAct,
  type UndoStack,
  undoOne,
  valuesByRow,
  withAct,
} from './undo-stack.ts';
import { readUndoStack, storeUndoStack, undoKey } from './undo-storage.ts';

/** A list in parts that one request may have. */
function inParts<One>(all: readonly One[]): One[][] {
  const parts: One[][] = [];
  for (let from = 0; from < all.length; from += ROWS_PER_REQUEST_MAX)
    parts.push(all.slice(from, from + ROWS_PER_REQUEST_MAX));
  return parts;
}

/** New rows that were added, and those that were refused, by their index. */
export type AddedRows = { rows: Row[]; refused: { at: number; errors: Record<string, string[]> }[] };

/** Changes of cells and rows, shown at once, which their author can undo and do again. */
export function useTableChanges(itemId: string, table: TableControl) {
  const intl = useIntl();
  const viewerId = useShell().viewer?.id ?? '';
  const key = undoKey(viewerId, itemId);
  const toast = useToast();
  const latest = useRef(table);
  useEffect(() => {
    latest.current = table;
  }, [table]);
  const labelOf = (name: string) => latest.current.columns.find((one) => one.name === name)?.label ?? name;

  const [ownCells] = useState(createOwnCells);
  const [writer] = useState(() =>
    createCellWriter({
      send: async (rows) => {
        const outcomes = await changeRows(itemId, rows);
        for (const [at, { status, row }] of outcomes.entries())
          if (status === 'done' && row) ownCells.note(row, Object.keys(rows[at]?.values ?? {}));
        return outcomes;
      },
      onRows: (rows) => latest.current.replace(rows),
      onMissing: (row) => {
        latest.current.remove(row.id);
        toast({ tone: 'warning', text: <FormattedMessage id="table.row_gone" /> });
      },
      onReplaced: ({ name }) =>
        toast({
          tone: 'info',
          text: <FormattedMessage id="table.cell_replaced" values={{ label: labelOf(name) }} />,
        }),
      failure: (error) => messageOf(error),
    }),
  );
  const drafts = useSyncExternalStore(writer.subscribe, writer.drafts, writer.drafts);
  const { rows: shownRows } = table.window;
  useEffect(() => {
    const [first, ...others] = ownCells.overwritten(shownRows.values());
    if (!first) return;
    const { updated_by: by } = first.row;
    // The row says who wrote last, which may have been another cell.
    const who = by.id !== viewerId ? by.name : '';
    toast({
      tone: 'warning',
      text: (
        <FormattedMessage
          id="table.cell_overwritten"
          values={{
            label: latest.current.columns.find(({ name }) => name === first.cell.name)?.label ?? '',
            who: who || 'none',
            count: others.length,
          }}
        />
      ),
      action: {
        label: <FormattedMessage id="table.put_mine_back" />,
        onSelect: () =>
          void writeRef.current?.(
            [first, ...others].map(({ row, cell }) => ({ row, name: cell.name, value: cell.value })),
          ),
      },
    });
  }, [shownRows, ownCells, toast, viewerId]);
  const writeRef = useRef<((changes: readonly CellChange[]) => Promise<Written>) | null>(null);

  const [stack, setStack] = useState<UndoStack>(NOTHING_DONE);
  useEffect(() => setStack(readUndoStack(key)), [key]);
  const save = useCallback(
    (next: UndoStack) => {
      setStack(next);
      storeUndoStack(key, next);
    },
    [key],
  );
  const note = (act: TableAct) => save(withAct(readUndoStack(key), act));
  const showFailure = (error: unknown) => toast({ tone: 'error', text: failureText(error) });

  const write = async (changes: readonly CellChange[]): Promise<Written> => {
    const written = await writer.write(changes);
    if (written.cells.length > 0) note({ kind: 'cells', cells: written.cells });
    return written;
  };

  useEffect(() => {
    writeRef.current = write;
  });

  /** Adds rows at the end. @throws the client's error */
  const add = async (values: readonly Values[]): Promise<AddedRows> => {
    const added: AddedRows = { rows: [], refused: [] };
    let begin = 0;
    for (const part of inParts(values)) {
      const outcomes = await addRows(
        itemId,
        part.map((one) => ({ values: one })),
      );
      for (const [at, outcome] of outcomes.entries()) {
        if (outcome.row) added.rows.push(outcome.row);
        else added.refused.push({ at: begin + at, errors: outcome.errors ?? {} });
      }
      begin += part.length;
    }
    for (const row of added.rows) latest.current.put(row);
    if (added.rows.length > 0) note({ kind: 'added', ids: added.rows.map(({ id }) => id) });
    return added;
  };

  const apply = async (act: TableAct): Promise<void> => {
    if (act.kind === 'all') {
      for (const one of act.acts) await apply(one);
      return;
    }
    if (act.kind === 'deleted') {
      latest.current.remove(...act.ids);
      for (const part of inParts(act.ids)) await deleteRows(itemId, part);
      return;
    }
    if (act.kind === 'added') {
      for (const part of inParts(act.ids)) await restoreRows(itemId, part);
      await latest.current.refresh();
      return;
    }
    const { window } = latest.current.store.state();
    const known = new Map([...window.rows.values()].map((row) => [row.id, row]));
    const rows = valuesByRow(act.cells);
    const shown = act.cells.flatMap(({ id, name, to }): CellChange[] => {
      const row = known.get(id);
      return row ? [{ row, name, value: to }] : [];
    });
    const unseen = [...rows].filter(([id]) => !known.has(id));
    if (shown.length > 0) await writer.write(shown);
    for (const part of inParts(unseen))
      await changeRows(
        itemId,
        part.map(([id, values]) => ({ id, values })),
      );
  };

  const step = async (take: typeof undoOne) => {
    const next = take(readUndoStack(key));
    if (!next) return;
    save(next.stack);
    try {
      await apply(next.act);
    } catch (error) {
      showFailure(error);
      await latest.current.refresh();
    }
  };
  const undo = () => step(undoOne);

  /** Deletes rows: hidden at once, and shown again if the server refuses. */
  const remove = async (rows: readonly Row[]): Promise<void> => {
    const { window } = latest.current.store.state();
    const places = rows.map((row) => ({ row, at: indexOfRow(window, row.id) }));
    latest.current.remove(...rows.map(({ id }) => id));
    try {
      for (const part of inParts(rows))
        await deleteRows(
          itemId,
          part.map(({ id }) => id),
        );
    } catch (error) {
      for (const { row, at } of places.toSorted((one, other) => one.at - other.at))
        if (at >= 0) latest.current.restore(row, at);
      return showFailure(error);
    }
    note({ kind: 'deleted', ids: rows.map(({ id }) => id) });
    const back = async () => {
      try {
        const outcomes = await restoreRows(
          itemId,
          rows.slice(0, ROWS_PER_REQUEST_MAX).map(({ id }) => id),
        );
        for (const part of inParts(rows.slice(ROWS_PER_REQUEST_MAX)))
          outcomes.push(
            ...(await restoreRows(
              itemId,
              part.map(({ id }) => id),
            )),
          );
        const places = new Map(rows.map((row, n) => [row.id, at[n] ?? -1]));
        for (const { row } of outcomes) {
          const place = row ? places.get(row.id) : undefined;
          if (row && place !== undefined && place >= 0) latest.current.restore(row, place);
        }
        const problems = outcomes.flatMap(({ errors }) => Object.values(errors ?? {}).flat());
        if (problems.length > 0) toast({ tone: 'error', text: problems.slice(0, 3).join(' ') });
        const { done, undone } = readUndoStack(key);
        save({ done: done.slice(0, -1), undone });
      } catch (error) {
        showFailure(error);
      }
    };
    const at = places.map((one) => one.at);
    toast({
      text:
        rows.length === 1 ? (
          <FormattedMessage id="table.row_deleted" />
        ) : (
          <FormattedMessage id="table.rows_deleted" values={{ count: rows.length }} />
        ),
      action: { label: intl.formatMessage({ id: 'item.undo' }), onSelect: () => void back() },
    });
  };

  return {
    drafts,
    discard: writer.discard,
    write,
    add,
    remove,
    note,
    undo,
    redo: () => step(redoOne),
    canUndo: stack.done.length > 0,
    canRedo: stack.undone.length > 0,
  };
}

export type TableChanges = ReturnType<typeof useTableChanges>;

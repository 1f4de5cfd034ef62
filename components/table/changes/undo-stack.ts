import type { WireColumn } from '#lib/contract/table.ts';

/** A cell that somebody changed: what it was before, and after; null for an empty one. */
export type ChangedCell = { id: string; name: string; from: unknown; to: unknown };

/** A column that was added, with what makes the same one again. */
export type AddedColumn = {
  id: string;
  name: string;
  label: string;
  type: WireColumn['type'];
  options?: readonly { id: string; label: string }[];
  currency?: string;
};

/** Something that somebody did to a table, with what is needed to undo it and to do it again. */
export type TableAct =
  | { kind: 'cells'; cells: readonly ChangedCell[] }
  | { kind: 'added'; ids: readonly string[] }
  /**
   * Where they were added, those that others have changed since stay; where they were restored, those that others have changed
   * since the revision that they had then.
   */
  | {
      kind: 'deleted';
      ids: readonly string[];
      wereAdded?: true;
      revisions?: Readonly<Record<string, number>>;
    }
  /** Columns that were added for a paste; undone, those that nobody filled since are deleted. */
  | { kind: 'columns'; columns: readonly AddedColumn[] }
  | { kind: 'columns deleted'; columns: readonly AddedColumn[] }
  /**
   * A change of all rows of a list, by its id; what undoes it is another one. While a job makes it, it stays known; stale, it is
   * not done again after that.
   */
  | { kind: 'bulk'; id: string; isRunning?: boolean; isStale?: boolean }
  /** Several of these at once, such as a paste that also added rows. */
  | { kind: 'all'; acts: readonly TableAct[] };

/** What was done, the last of it last, and what was undone. */
export type UndoStack = { done: readonly TableAct[]; undone: readonly TableAct[] };

export const NOTHING_DONE: UndoStack = { done: [], undone: [] };

/** The most acts that can be undone. */
const ACTS_MAX = 100;

/** After a new act, nothing can be done again; what a job is still undoing is known until it has ended. */
export const withAct = ({ done, undone }: UndoStack, act: TableAct): UndoStack => ({
  done: [...done, act].slice(-ACTS_MAX),
  undone: undone.flatMap((one) => (one.kind === 'bulk' && one.isRunning ? [{ ...one, isStale: true }] : [])),
});

/** The stack without a deletion that was undone by itself, whatever was done after it. */
export function withoutDeletion({ done, undone }: UndoStack, ids: readonly string[]): UndoStack {
  const at = done.findLastIndex((act) => act.kind === 'deleted' && act.ids.join() === ids.join());
  return { done: at < 0 ? done : done.toSpliced(at, 1), undone };
}

/** The act to undo, and the stack without it; null where there is none. */
export function undoOne({ done, undone }: UndoStack): { act: TableAct; stack: UndoStack } | null {
  const act = done.at(-1);
  return act ? { act: inverse(act), stack: { done: done.slice(0, -1), undone: [...undone, act] } } : null;
}

/** The act to do again, and the stack with it; null where there is none. */
export function redoOne({ done, undone }: UndoStack): { act: TableAct; stack: UndoStack } | null {
  const act = undone.at(-1);
  return act ? { act, stack: { done: [...done, act], undone: undone.slice(0, -1) } } : null;
}

/** What undoes an act. */
export function inverse(act: TableAct): TableAct {
  switch (act.kind) {
    case 'cells':
      return {
        kind: 'cells',
        cells: act.cells.map(({ id, name, from, to }) => ({ id, name, from: to, to: from })),
      };
    case 'added':
      return { kind: 'deleted', ids: act.ids, wereAdded: true };
    case 'deleted':
      return { kind: 'added', ids: act.ids };
    case 'columns':
      return { kind: 'columns deleted', columns: act.columns };
    case 'columns deleted':
      return { kind: 'columns', columns: act.columns };
    case 'bulk':
      return act;
    case 'all':
      return { kind: 'all', acts: act.acts.toReversed().map(inverse) };
  }
}

type Bulk = { id: string; state: string };

const bulkAct = ({ id, state }: Bulk): TableAct => ({
  kind: 'bulk',
  id,
  ...(state === 'running' ? { isRunning: true } : {}),
});

/** The stack with another bulk change in the place of one: what undid it, or itself once it has ended. */
export function withBulkAct({ done, undone }: UndoStack, id: string, next: Bulk): UndoStack {
  const replaced = (acts: readonly TableAct[]) =>
    acts.flatMap((act) => {
      if (act.kind !== 'bulk' || act.id !== id) return [act];
      return act.isStale ? [] : [bulkAct(next)];
    });
  return { done: replaced(done), undone: replaced(undone) };
}

/** The stack after a bulk change was undone by itself, whatever was done after it; without it where there is nothing to undo. */
export const withoutBulkAct = ({ done, undone }: UndoStack, id: string, by: Bulk | null): UndoStack => {
  const others = (acts: readonly TableAct[]) => acts.filter((act) => !(act.kind === 'bulk' && act.id === id));
  return { done: others(done), undone: [...others(undone), ...(by ? [bulkAct(by)] : [])] };
};

/** The ids of bulk changes that were still being made. */
export const runningBulks = ({ done, undone }: UndoStack): string[] =>
  [...done, ...undone].flatMap((act) => (act.kind === 'bulk' && act.isRunning ? [act.id] : []));

/** Characters that are stored for one table in the session of a tab: a paste of 10,000 cells has about a million. */
const STORED_MAX = 2_000_000;

/** The stack as it is stored, without the oldest acts where they are too long. */
export function storedText({ done, undone }: UndoStack): string {
  for (let from = 0; ; from = Math.max(1, from * 2)) {
    const text = JSON.stringify({ done: done.slice(from), undone });
    if (text.length <= STORED_MAX) return text;
    if (from >= done.length) return JSON.stringify(NOTHING_DONE);
  }
}

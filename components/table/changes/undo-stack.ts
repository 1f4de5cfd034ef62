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
  /** It was there before: it is deleted with what rows have in it. */
  isFilled?: true;
};

/** Something that somebody did to a table, with what is needed to undo it and to do it again. */
export type UndoStep =
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
  /** Columns that were added for a paste, of which undo deletes those that nobody filled since, or were there before. */
  | { kind: 'columns'; columns: readonly AddedColumn[] }
  | { kind: 'columns deleted'; columns: readonly AddedColumn[] }
  /**
   * A change of all rows of a list, by its id; what undoes it is another one. While a job makes it, it stays known; stale, it is
   * not done again after that.
   */
  | { kind: 'bulk'; id: string; isRunning?: boolean; isStale?: boolean }
  /** Several of these at once, such as a paste that also added rows. */
  | { kind: 'all'; acts: readonly UndoStep[] };

/** What was done, the last of it last, and what was undone. */
export type UndoStack = { done: readonly UndoStep[]; undone: readonly UndoStep[] };

export const NOTHING_DONE: UndoStack = { done: [], undone: [] };

/** The most steps that can be undone. */
const STEPS_MAX = 100;

/** After a new step, nothing can be done again; what a job is still undoing is known until it has ended. */
export const pushStep = ({ done, undone }: UndoStack, step: UndoStep): UndoStack => ({
  done: [...done, step].slice(-STEPS_MAX),
  undone: undone.flatMap((one) => (one.kind === 'bulk' && one.isRunning ? [{ ...one, isStale: true }] : [])),
});

/** The step to undo, and the stack without it; null where there is none. */
export function undoOne({ done, undone }: UndoStack): { step: UndoStep; stack: UndoStack } | null {
  const step = done.at(-1);
  return step ? { step: inverse(step), stack: { done: done.slice(0, -1), undone: [...undone, step] } } : null;
}

/** The step to do again, and the stack with it; null where there is none. */
export function redoOne({ done, undone }: UndoStack): { step: UndoStep; stack: UndoStack } | null {
  const step = undone.at(-1);
  return step ? { step, stack: { done: [...done, step], undone: undone.slice(0, -1) } } : null;
}

/** What undoes a step. */
export function inverse(step: UndoStep): UndoStep {
  switch (step.kind) {
    case 'cells':
      return {
        kind: 'cells',
        cells: step.cells.map(({ id, name, from, to }) => ({ id, name, from: to, to: from })),
      };
    case 'added':
      return { kind: 'deleted', ids: step.ids, wereAdded: true };
    case 'deleted':
      return { kind: 'added', ids: step.ids };
    case 'columns':
      return { kind: 'columns deleted', columns: step.columns };
    case 'columns deleted':
      return { kind: 'columns', columns: step.columns };
    case 'bulk':
      return step;
    case 'all':
      return { kind: 'all', acts: step.acts.toReversed().map(inverse) };
  }
}

/** The ids of bulk changes that were still being made. */
export const runningBulks = ({ done, undone }: UndoStack): string[] =>
  [...done, ...undone].flatMap((step) => (step.kind === 'bulk' && step.isRunning ? [step.id] : []));

/** Characters that are stored for one table in the session of a tab: a paste of 10,000 cells has about a million. */
const STORED_MAX = 2_000_000;

/** The stack as it is stored, without the oldest steps where they are too long. */
export function storedText({ done, undone }: UndoStack): string {
  for (let from = 0; ; from = Math.max(1, from * 2)) {
    const text = JSON.stringify({ done: done.slice(from), undone });
    if (text.length <= STORED_MAX) return text;
    if (from >= done.length) return JSON.stringify(NOTHING_DONE);
  }
}

import type { Row, RowOutcome } from '#lib/contract/table.ts';
import { ROWS_PER_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import type { Values } from '#lib/fields/definition.ts';
import { sameValue } from '#lib/text/same-value.ts';
import { createRepeatedSender, type SenderOptions } from './repeated-sender.ts';
import { createRowDrafts, isEmptyObject, type RefusedCell, type RowDraft, without } from './row-drafts.ts';
import type { ChangedCell } from './undo-stack.ts';

/** A cell to write; null empties it. */
export type CellChange = { row: Row; name: string; value: unknown };

/** The result of a write: cells that changed, and those that did not. */
export type Written = {
  cells: ChangedCell[];
  refused: (RefusedCell & { id: string; name: string })[];
  /** Why a request failed: the cells of its rows are among the refused ones. */
  failure?: unknown;
};

/**
 * Decides where a row is not as its revision says: which of the values are written to it all the same.
 * @param row the row as it is now
 */
type WriteGuard = (row: Row, values: Values) => Values;

/** Values of a row to write, and what its cells were for the writer. With a guard, they are of this revision of the row. */
type Entry = { row: Row; values: Values; base: Values; guard: WriteGuard | undefined };
type Batch = { entries: Map<string, Entry>; done: (written: Written) => void };

/** A cell that somebody else had changed before it was written. */
type ReplacedCell = { row: Row; name: string; theirs: unknown };

export type CellWriterOptions = SenderOptions & {
  /** Rows as they are now. */
  onRows: (rows: Row[]) => void;
  /** The row was deleted by somebody else. @param isGuarded it is written by an undo, which reports it itself */
  onMissing: (row: Row, isGuarded: boolean) => void;
  /** Somebody else had changed the same cell: this write replaced their value. */
  onReplaced: (cell: ReplacedCell) => void;
  /** The text for a request that failed. */
  failure: (error: unknown) => string;
};

/** The name of the column that a path of a problem begins with. */
const nameOfPath = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? path;

/**
 * What a write that was done changed, compared with what the writer saw or, where somebody else had changed the cell,
 * with what was replaced.
 */
function changedCells(
  { values, base }: Pick<Entry, 'values' | 'base'>,
  isRepeated: boolean,
  stored: Row,
  previous: Values = {},
): { cells: ChangedCell[]; replaced: ReplacedCell[] } {
  const cells: ChangedCell[] = [];
  const replaced: ReplacedCell[] = [];
  for (const name of Object.keys(values)) {
    // The response to an earlier request may have been lost after it was done: then the value before is this one.
    const isOwn = isRepeated && sameValue(previous[name] ?? null, values[name] ?? null);
    const hasPrevious = Object.hasOwn(previous, name) && !isOwn;
    const from = (hasPrevious ? previous[name] : base[name]) ?? null;
    const to = stored.values[name] ?? null;
    if (hasPrevious && !sameValue(from, base[name] ?? null))
      replaced.push({ row: stored, name, theirs: from });
    if (!sameValue(from, to)) cells.push({ id: stored.id, name, from, to });
  }
  return { cells, replaced };
}

/** The values of a row that were refused, each with its message, and the rest, which can be written without them. */
function refusedValues(
  values: Values,
  errors: NonNullable<RowOutcome['errors']>,
): { refused: Record<string, RefusedCell>; rest: Values } {
  const messages: Record<string, string> = {};
  for (const [path, [message = '']] of Object.entries(errors)) messages[nameOfPath(path)] ??= message;
  const names = Object.keys(values);
  const own = names.filter((name) => messages[name] !== undefined);
  // A problem of another cell, which a condition or formula leads to, belongs to all that were written.
  const isRefused = (name: string) => own.length === 0 || own.includes(name);
  const [other = ''] = Object.values(messages);
  const refused = Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => isRefused(name))
      .map(([name, value]) => [name, { value, message: messages[name] ?? other }]),
  );
  return { refused, rest: without(values, Object.keys(refused)) };
}

/** The values of a row that is not there any more. */
const missingCells = ({ row: { id }, values }: Entry): Written['refused'] =>
  Object.entries(values).map(([name, value]) => ({ id, name, value, message: '' }));

/** None of a row's values was written: the request failed. */
function refuseAll(
  drafts: ReturnType<typeof createRowDrafts>,
  { row: { id }, values }: Entry,
  { error, message }: { error: unknown; message: string },
  written: Written,
): void {
  written.failure = error;
  const refused = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, message }]),
  );
  drafts.settle(id, values, refused);
  for (const [name, one] of Object.entries(refused)) written.refused.push({ id, name, ...one });
}

type Drafting = {
  drafts: ReturnType<typeof createRowDrafts>;
  /** What is shown of cells before its value is known: nothing that they had. */
  typed: ReadonlyMap<string, unknown>;
  guard: WriteGuard | undefined;
};

/** The changes by row, each of which is shown as a draft from now on. */
function draftEntries(
  changes: readonly CellChange[],
  { drafts, typed, guard }: Drafting,
): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const { row, name, value } of changes) {
    const entry = entries.get(row.id) ?? { row, values: {}, base: {}, guard };
    const { pending } = drafts.of(row.id);
    const isWritten = Object.hasOwn(pending, name) && pending[name] !== typed.get(`${row.id} ${name}`);
    entry.base[name] = isWritten ? pending[name] : row.values[name];
    entry.values[name] = value ?? null;
    entries.set(row.id, entry);
    drafts.write(row.id, name, entry.values[name]);
  }
  return entries;
}

export type CellWriter = ReturnType<typeof createCellWriter>;

/**
 * Writes cells, one request after the other, and shows each value from the moment that it was written. A refused cell
 * does not hold back the others of its row.
 */
export function createCellWriter(options: CellWriterOptions) {
  const { send, isTemporary, wait, onRows, onMissing, onReplaced, failure } = options;
  const drafts = createRowDrafts();
  const typed = new Map<string, unknown>();
  const queue: Batch[] = [];
  let isRunning = false;

  const sender = createRepeatedSender({
    send,
    isTemporary,
    wait,
    onWaiting: (error) => drafts.markWaiting(error === null ? null : failure(error)),
  });

  const take = (
    entry: Entry,
    isRepeated: boolean,
    outcome: RowOutcome | undefined,
    written: Written,
  ): Entry | null => {
    const { row, values, guard } = entry;
    const { id } = row;
    if (outcome?.status === 'done' && outcome.row) {
      const { cells, replaced } = changedCells(entry, isRepeated, outcome.row, outcome.previous);
      written.cells.push(...cells);
      if (!guard) for (const one of replaced) onReplaced(one);
      drafts.settle(id, values);
      return null;
    }
    if (guard && outcome?.status === 'stale' && outcome.row) {
      const rest = guard(outcome.row, values);
      drafts.settle(id, without(values, Object.keys(rest)));
      return isEmptyObject(rest) ? null : { ...entry, row: outcome.row, values: rest };
    }
    if (outcome?.status === 'missing') {
      drafts.settle(id, values);
      written.refused.push(...missingCells(entry));
      onMissing(row, guard !== undefined);
      return null;
    }
    const { refused, rest } = refusedValues(values, outcome?.errors ?? {});
    for (const [name, one] of Object.entries(refused)) written.refused.push({ id, name, ...one });
    drafts.settle(id, without(values, Object.keys(rest)), refused);
    return isEmptyObject(rest) ? null : { ...entry, values: rest };
  };

  const writeEntries = async (entries: Entry[], written: Written): Promise<void> => {
    for (let from = 0; from < entries.length; from += ROWS_PER_REQUEST_MAX) {
      const some = entries.slice(from, from + ROWS_PER_REQUEST_MAX);
      const rest: Entry[] = [];
      try {
        const { outcomes, isRepeated } = await sender.send(
          some.map(({ row: { id, revision }, values, guard }) => ({
            id,
            values,
            ...(guard && { revision }),
          })),
        );
        onRows(outcomes.flatMap(({ row }) => row ?? []));
        for (const [at, entry] of some.entries()) {
          const left = take(entry, isRepeated, outcomes[at], written);
          if (left) rest.push(left);
        }
      } catch (error) {
        for (const entry of some) refuseAll(drafts, entry, { error, message: failure(error) }, written);
      }
      drafts.publish();
      if (rest.length > 0) await writeEntries(rest, written);
    }
  };

  const runQueue = async () => {
    if (isRunning) return;
    isRunning = true;
    for (let batch = queue.shift(); batch; batch = queue.shift()) {
      const written: Written = { cells: [], refused: [] };
      await writeEntries([...batch.entries.values()], written);
      batch.done(written);
    }
    isRunning = false;
  };

  return {
    drafts: drafts.all,
    subscribe: drafts.subscribe,
    /**
     * Writes cells.
     * @param guard each row is written only where it is as it was, or as the guard decides
     * @returns what became of them, once the server was reached; it never throws
     */
    write(changes: readonly CellChange[], guard?: WriteGuard): Promise<Written> {
      const entries = draftEntries(changes, { drafts, typed, guard });
      drafts.publish();
      return new Promise((done) => {
        queue.push({ entries, done });
        void runQueue();
      });
    },
    /** Shows what was typed in a cell before its value is known. @returns a function that ends that */
    showPending(id: string, name: string, text: unknown): () => void {
      const key = `${id} ${name}`;
      typed.set(key, text);
      drafts.write(id, name, text);
      drafts.publish();
      return () => {
        if (typed.get(key) === text) typed.delete(key);
        drafts.settle(id, { [name]: text });
        drafts.publish();
      };
    },
    /** Discards a refused value: the cell shows what is stored. */
    discard: (id: string, name: string) => drafts.discard([{ id, name }]),
    discardAll: drafts.discard,
    sender,
  };
}

/** What a cell shows: what was written last, else what is stored. */
export function shownValue(row: Row, draft: RowDraft | undefined, name: string): unknown {
  if (draft && Object.hasOwn(draft.pending, name)) return draft.pending[name] ?? undefined;
  const refused = draft?.refused[name];
  return refused ? (refused.value ?? undefined) : row.values[name];
}

/** The problem of a value that is stored, that was refused, or that waits to be stored. */
export function problemOf(row: Row, draft: RowDraft | undefined, name: string): string | undefined {
  const refused = draft?.refused[name];
  if (refused) return refused.message;
  if (draft && Object.hasOwn(draft.pending, name)) return draft.waiting;
  return Object.entries(row.problems ?? {}).find(
    ([path]) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
  )?.[1][0];
}

/** Whether a written value is not stored yet. */
export function hasUnsaved(drafts: ReadonlyMap<string, RowDraft>): boolean {
  for (const { pending } of drafts.values()) if (!isEmptyObject(pending)) return true;
  return false;
}

/** How many written values wait until the server can be reached. */
export function countWaiting(drafts: ReadonlyMap<string, RowDraft>): number {
  let count = 0;
  for (const { pending, waiting } of drafts.values())
    if (waiting !== undefined) count += Object.keys(pending).length;
  return count;
}

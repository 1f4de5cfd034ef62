import type { Values } from '#lib/fields/definition.ts';

/** A value that was not stored, and why. It stays in its cell until another one is written, or it is discarded. */
export type RefusedCell = { value: unknown; message: string };

/** Cells of one row: values that are being stored, and those that were refused, by the names of their columns. */
export type RowDraft = {
  pending: Values;
  refused: Readonly<Record<string, RefusedCell>>;
  /** Why the pending ones wait: the server could not be reached. */
  waiting?: string;
};

const NOTHING: RowDraft = { pending: {}, refused: {} };

export const isEmptyObject = (one: object) => Object.keys(one).length === 0;

export const without = <Value>(map: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name)));

/** What was written into rows and isn't stored, by the ids of the rows. */
export function createRowDrafts() {
  let drafts = new Map<string, RowDraft>();
  const listeners = new Set<() => void>();
  let waitingFor: string | null = null;

  const set = (id: string, draft: RowDraft) => {
    if (isEmptyObject(draft.pending) && isEmptyObject(draft.refused)) drafts.delete(id);
    else drafts.set(id, draft);
  };
  const publish = () => {
    // Another map, which its readers take for a change: one for however many rows were changed.
    drafts = new Map(drafts);
    for (const listener of listeners) listener();
  };

  /** Takes values that were sent out of the pending ones, unless newer ones were written meanwhile. */
  const settle = (id: string, sent: Values, refused: Readonly<Record<string, RefusedCell>> = {}) => {
    const { pending, refused: before } = drafts.get(id) ?? NOTHING;
    const names = Object.keys(sent).filter((name) => Object.is(pending[name], sent[name]));
    const remaining = Object.fromEntries(Object.entries(refused).filter(([name]) => names.includes(name)));
    set(id, { pending: without(pending, names), refused: { ...without(before, names), ...remaining } });
  };

  /** Says of all pending cells that they wait, and why; or that they wait no more. */
  const markWaiting = (message: string | null) => {
    waitingFor = message;
    for (const [id, { pending, refused }] of drafts) {
      const waits = message !== null && !isEmptyObject(pending);
      drafts.set(id, { pending, refused, ...(waits ? { waiting: message } : {}) });
    }
    publish();
  };

  return {
    all: (): ReadonlyMap<string, RowDraft> => drafts,
    of: (id: string): RowDraft => drafts.get(id) ?? NOTHING,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish,
    settle,
    markWaiting,
    /** A value was written, which is to be stored. */
    write(id: string, name: string, value: unknown) {
      const { pending, refused } = drafts.get(id) ?? NOTHING;
      set(id, {
        ...(waitingFor === null ? {} : { waiting: waitingFor }),
        pending: { ...pending, [name]: value },
        refused: without(refused, [name]),
      });
    },
    /** Discards refused values: the cells show what is stored. */
    discard(cells: readonly { id: string; name: string }[]) {
      for (const { id, name } of cells) {
        const draft = drafts.get(id);
        if (draft) set(id, { ...draft, refused: without(draft.refused, [name]) });
      }
      publish();
    },
  };
}

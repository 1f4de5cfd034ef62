import { withStorageFallback } from '#lib/browser/drafts.ts';
import { NOTHING_DONE, storedText, type UndoStack } from './undo-stack.ts';

/** Where the stack of a table is stored in the session of a tab: by account and table. */
export const undoKey = (account: string, itemId: string) => `table-undo:${account}:${itemId}`;

const known = new Map<string, UndoStack>();

const isStack = (read: unknown): read is UndoStack =>
  typeof read === 'object' &&
  read !== null &&
  'done' in read &&
  'undone' in read &&
  Array.isArray(read.done) &&
  Array.isArray(read.undone);

function readStored(key: string): UndoStack {
  return withStorageFallback(() => {
    const text = window.sessionStorage.getItem(key);
    const read: unknown = text === null ? null : JSON.parse(text);
    return isStack(read) ? read : NOTHING_DONE;
  }, NOTHING_DONE);
}

/** What can be undone in this tab, also after it was loaded again. */
export function readUndoStack(key: string): UndoStack {
  const stack = known.get(key) ?? readStored(key);
  known.set(key, stack);
  return stack;
}

export function storeUndoStack(key: string, stack: UndoStack): void {
  known.set(key, stack);
  withStorageFallback(() => window.sessionStorage.setItem(key, storedText(stack)), undefined);
}

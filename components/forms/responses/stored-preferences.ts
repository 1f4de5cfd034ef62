import type { AccountStorage } from '#context/browser-storage.ts';

/**
 * A user's preferences for the submissions of a form, stored in this browser; a denied storage must not break the
 * screen.
 */
function read(storage: AccountStorage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(storage: AccountStorage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // It stays valid as long as the page is open.
  }
}

const columnsKey = (formId: string) => `answer-columns-${formId}`;
const SEEN_KEY = 'answers-seen-when-opened';

/** The ids of the fields that are columns; null for the default. */
export function readStoredColumns(storage: AccountStorage, formId: string): string[] | null {
  const stored = read(storage, columnsKey(formId));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : null;
}

export const storeColumns = (storage: AccountStorage, formId: string, ids: readonly string[]) =>
  write(storage, columnsKey(formId), ids);

/** Whether opening a submission marks it as seen. */
export const readMarkSeenOnOpen = (storage: AccountStorage): boolean => read(storage, SEEN_KEY) !== false;
export const storeMarkSeenOnOpen = (storage: AccountStorage, is: boolean) => write(storage, SEEN_KEY, is);

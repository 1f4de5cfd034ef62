/** What somebody chose for the answers of a form, kept in this browser; a storage that refuses must not stop a screen. */
function read(key: string): unknown {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It holds for as long as the page is open.
  }
}

const columnsKey = (formId: string) => `answer-columns-${formId}`;
const SEEN_KEY = 'answers-seen-when-opened';

/** The ids of the fields that are columns; null where nobody chose. */
export function keptColumns(formId: string): string[] | null {
  const kept = read(columnsKey(formId));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null;
}

export const keepColumns = (formId: string, ids: readonly string[]) => write(columnsKey(formId), ids);

/** Whether an answer that is opened counts as seen. */
export const keptSeenWhenOpened = (): boolean => read(SEEN_KEY) !== false;
export const keepSeenWhenOpened = (is: boolean) => write(SEEN_KEY, is);

import { isReload } from './is-reload.ts';
import { readTabStorage, writeTabStorage } from './session-storage.ts';

/** The state of a history entry while a form is filled; the router ignores entries that it did not create. */
type Entry = {
  formPage: string;
  /** The page of the previous entry; empty for the first. */
  before: string;
  /** The number of the form's entries before it. */
  depth: number;
};

const isEntry = (state: unknown): state is Entry =>
  typeof state === 'object' && state !== null && 'formPage' in state && 'before' in state && 'depth' in state;

const entryNow = (): Entry | null => {
  const state: unknown = window.history.state;
  return isEntry(state) ? state : null;
};

const keyHere = () => `form-page:${window.location.pathname}`;

/** The router overwrites an entry when the page is reloaded: its state is stored separately, too. */
function entryBefore(): Entry | null {
  try {
    const entry: unknown = JSON.parse(readTabStorage(keyHere()) ?? 'null');
    return isReload() && isEntry(entry) ? entry : null;
  } catch {
    return null;
  }
}

function mark(entry: Entry, how: 'pushState' | 'replaceState'): void {
  window.history[how](entry, '');
  writeTabStorage(keyHere(), JSON.stringify(entry));
}

let isBegun = false;

/** Marks the current history entry as that of the first open page; a reload preserves the entries around it. */
export function initPageHistory(page: string): void {
  const entry = entryNow() ?? (isBegun ? null : entryBefore());
  isBegun = true;
  mark({ before: '', depth: 0, ...entry, formPage: page }, 'replaceState');
}

/**
 * Adds a history entry for an opened page; goes back instead where the previous entry is that page's.
 * @returns whether the page is opened by going back
 */
export function pushPage(from: string, to: string): boolean {
  const entry = entryNow();
  if (entry?.before === to) {
    window.history.back();
    return true;
  }
  mark({ formPage: to, before: from, depth: (entry?.depth ?? 0) + 1 }, 'pushState');
  return false;
}

/** Goes back to the form's first entry, so that Back leaves a submitted form with one press. */
export function leavePageHistory(): void {
  const depth = entryNow()?.depth ?? 0;
  writeTabStorage(keyHere(), null);
  // In a frame, the entries are shared with the embedding page.
  if (depth > 0 && window.parent === window) window.history.go(-depth);
}

/** Subscribes to Back and Forward. @returns the function that unsubscribes */
export function subscribeToHistory(open: (page: string) => void): () => void {
  const look = () => {
    const entry = entryNow();
    if (!entry) return;
    writeTabStorage(keyHere(), JSON.stringify(entry));
    open(entry.formPage);
  };
  window.addEventListener('popstate', look);
  return () => window.removeEventListener('popstate', look);
}

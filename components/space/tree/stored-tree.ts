import type { AccountStorage } from '#context/browser-storage.ts';
import { withStorageFallback } from '#lib/browser/drafts.ts';

/** Open folders that are remembered of a space, the last opened ones. */
const OPEN_MAX = 200;

const keyOf = (handle: string, slug: string) => `tree:${handle.toLowerCase()}/${slug}`;
const PANEL = 'tree';

/** The open folders of a space, as this browser stored them. */
export function readOpenFolders(storage: AccountStorage, handle: string, slug: string): Set<string> {
  return withStorageFallback(() => {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(handle, slug)) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []);
  }, new Set());
}

export function storeOpenFolders(
  storage: AccountStorage,
  { handle, slug }: { handle: string; slug: string },
  open: ReadonlySet<string>,
): void {
  withStorageFallback(
    () => storage.setItem(keyOf(handle, slug), JSON.stringify([...open].slice(-OPEN_MAX))),
    undefined,
  );
}

/** Whether the tree is shown in the sidebar. */
export const readPanelState = (storage: AccountStorage): boolean =>
  withStorageFallback(() => storage.getItem(PANEL) === 'open', false);

export function storePanelState(storage: AccountStorage, isOpen: boolean): void {
  withStorageFallback(() => (isOpen ? storage.setItem(PANEL, 'open') : storage.removeItem(PANEL)), undefined);
}

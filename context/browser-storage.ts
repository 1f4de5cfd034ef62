import { useMemo } from 'react';
import { clearAccountDrafts } from '#lib/browser/draft-list.ts';
import {
  type DraftMetadata,
  type DraftStorage,
  scopeDraftStorage,
  withStorageFallback,
} from '#lib/browser/drafts.ts';
import { useShell } from './ShellContext.tsx';

/** What a browser stores for an account besides drafts: view preferences, a copied field. */
export type AccountStorage = DraftStorage;

/** The part of this browser's storage that is the viewer's alone, in the hub of the page. */
export function useDraftStorage(): DraftStorage {
  const { viewer, hub } = useShell();
  const account = viewer?.id ?? '';
  const hubId = hub?.id ?? '';
  return useMemo(
    () => scopeDraftStorage(() => window.localStorage, { account, hub: hubId }),
    [account, hubId],
  );
}

/** The entry of this page's draft in the list of drafts, without its title and address. */
export function useDraftLocation(): Pick<DraftMetadata, 'hub'> {
  return { hub: useShell().hub?.name ?? '' };
}

const PREFIX = 'kept';
const COPIED = 'copied-field';

/** The viewer's part of the storage for everything but drafts. */
export function useAccountStorage(): AccountStorage {
  const account = useShell().viewer?.id ?? '';
  return useMemo(() => {
    const keyOf = (key: string) => `${PREFIX}:${account}:${key}`;
    return {
      getItem: (key) => window.localStorage.getItem(keyOf(key)),
      setItem: (key, value) => window.localStorage.setItem(keyOf(key), value),
      removeItem: (key) => window.localStorage.removeItem(keyOf(key)),
    };
  }, [account]);
}

/** Deletes all that this browser stores for a deleted account: nobody can return to it. */
export function clearAccountStorage(account: string): void {
  withStorageFallback(() => {
    const { localStorage } = window;
    clearAccountDrafts(localStorage, account);
    const own = Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}:${account}:`));
    for (const key of own) localStorage.removeItem(key);
  }, undefined);
}

/** Deletes what an account stores only while it is signed in: its clipboard, and the state of this tab. */
export function clearTransientData(account: string): void {
  // A browser without storage has nothing to clear.
  withStorageFallback(() => {
    window.localStorage.removeItem(`${PREFIX}:${account}:${COPIED}`);
    window.sessionStorage.clear();
  }, undefined);
}

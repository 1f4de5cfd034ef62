import { useMemo } from 'react';
import { clearDraftsOf } from '#lib/browser/draft-list.ts';
import { type DraftAbout, type DraftStorage, draftsOf, quietly } from '#lib/browser/drafts.ts';
import { useShell } from './ShellContext.tsx';

/** What a browser keeps of an account beside its drafts: choices of how screens look, a copied field. */
export type AccountStorage = DraftStorage;

/** The part of this browser's storage that is the viewer's alone, in the hub of the page. */
export function useDraftStorage(): DraftStorage {
  const { viewer, hub } = useShell();
  const account = viewer?.id ?? '';
  const hubId = hub?.id ?? '';
  return useMemo(() => draftsOf(() => window.localStorage, { account, hub: hubId }), [account, hubId]);
}

/** What a draft of this page is listed by, but for its title and its address. */
export function useDraftPlace(): Pick<DraftAbout, 'hub'> {
  return { hub: useShell().hub?.name ?? '' };
}

const PREFIX = 'kept';
const COPIED = 'copied-field';

/** The viewer's part of the storage for what is no draft. */
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

/** Forgets all that this browser keeps of an account that was deleted: nobody can come back for it. */
export function forgetAccount(account: string): void {
  quietly(() => {
    const { localStorage } = window;
    clearDraftsOf(localStorage, account);
    const own = Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}:${account}:`));
    for (const key of own) localStorage.removeItem(key);
  }, undefined);
}

/** Forgets what an account only carries about while it is signed in: its clipboard, and notes of this tab. */
export function forgetCarried(account: string): void {
  // A browser that keeps nothing has nothing to forget.
  quietly(() => {
    window.localStorage.removeItem(`${PREFIX}:${account}:${COPIED}`);
    window.sessionStorage.clear();
  }, undefined);
}

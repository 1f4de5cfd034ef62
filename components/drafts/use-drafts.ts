import { useCallback, useEffect, useState } from 'react';
import { useShell } from '#context/ShellContext.tsx';
import {
  clearAllDrafts,
  countOtherDrafts,
  type DraftListEntry,
  listDrafts,
  removeDraft,
} from '#lib/browser/draft-list.ts';

type Drafts = {
  /** The newest first; null until the browser's storage was read. */
  list: readonly DraftListEntry[] | null;
  /** Drafts in this browser that are not listed: of other accounts, or a part of a listed one. */
  others: number;
  /** @returns a function that restores it */
  discard: (key: string) => () => void;
  /** Deletes all drafts of all accounts in this browser, and the settings of camera and microphone. */
  clearAll: () => void;
};

/** The viewer's unsaved drafts in this browser, in all hubs. */
export function useDrafts(): Drafts {
  const account = useShell().viewer?.id ?? '';
  const [found, setFound] = useState<Pick<Drafts, 'list' | 'others'>>({ list: null, others: 0 });
  const look = useCallback(() => {
    try {
      const storage = window.localStorage;
      setFound({ list: listDrafts(storage, account), others: countOtherDrafts(storage, account) });
    } catch {
      setFound({ list: [], others: 0 });
    }
  }, [account]);
  useEffect(() => {
    look();
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [look]);
  return {
    ...found,
    discard: (key) => {
      const putBack = removeDraft(window.localStorage, key);
      look();
      return () => {
        putBack();
        look();
      };
    },
    clearAll: () => {
      clearAllDrafts(window.localStorage);
      look();
    },
  };
}

import type { DraftStorage } from '#lib/drafts.ts';

const NOTHING: DraftStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('this browser keeps nothing for this page');
  },
  removeItem: () => undefined,
};

/** The browser's storage; one that refuses all where it may not even be looked at, as in frames of other sites. */
export function browserStorage(): DraftStorage {
  try {
    return window.localStorage ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

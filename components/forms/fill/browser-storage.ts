import { type DraftStorage, scopeDraftStorage } from '#lib/browser/drafts.ts';

const NOTHING: DraftStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('this browser keeps nothing for this page');
  },
  removeItem: () => undefined,
};

/** The browser's storage; one that refuses all where it may not even be looked at, as in frames of other sites. */
function browserStorage(): DraftStorage {
  try {
    return window.localStorage ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * What this browser keeps of the forms that somebody fills; who fills a form may know nothing of its hub.
 * @param account their id; empty for who is not signed in
 */
export const fillStorage = (account: string): DraftStorage =>
  scopeDraftStorage(browserStorage, { account, hub: '' });

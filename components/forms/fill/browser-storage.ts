import { type DraftStorage, scopeDraftStorage } from '#lib/browser/drafts.ts';

const NOTHING: DraftStorage = {
  getItem: () => null,
  setItem: () => {
    throw new Error('this browser keeps nothing for this page');
  },
  removeItem: () => undefined,
};

/** The browser's storage; where access to it is denied, as in frames of other sites, one that rejects everything. */
function browserStorage(): DraftStorage {
  try {
    return window.localStorage ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

/**
 * The storage of this browser for filling forms; it is independent of hubs, which the user may not know.
 * @param account the user's id; empty for a visitor
 */
export const fillStorage = (account: string): DraftStorage =>
  scopeDraftStorage(browserStorage, { account, hub: '' });

import type { DraftStorage } from '#lib/browser/drafts.ts';
import {
  type DraftLocation,
  type LocalDraft,
  listLocalDrafts,
  newLocalDraftKey,
  removeExpiredDrafts,
  removeLocalDraft,
  type StoredLocalDraft,
  saveLocalDraft,
} from './local-draft.ts';
import { storeTabDraftKey, takeTabDraftKey } from './tab-draft-key.ts';

/** The local copy of a form's draft that one screen owns, and copies adopted from closed screens. */
export type LocalDraftStore = {
  /** @returns false where the browser can't store it */
  save: (draft: LocalDraft) => boolean;
  /** Removes the copy: the server has it, or something else was chosen. */
  remove: () => void;
  /** Whether this screen owns the copy. */
  owns: (key: string) => boolean;
  /** Copies of other screens, the newest first. */
  others: () => StoredLocalDraft[];
  /** Takes responsibility for another screen's copy: it is removed once it is stored here, or discarded. */
  adopt: (left: StoredLocalDraft) => void;
  removeOther: (left: StoredLocalDraft) => void;
  /** Leaves the copy to the next screen of this tab. */
  release: () => void;
  /** The key of this tab's last released copy, returned only once; null where there is none, or the tab was killed. */
  takeTabDraftKey: () => string | null;
};

/** Stores a draft under a key per tab, so that no tab overwrites another's unsaved changes. */
export function createLocalDraftStore(
  id: string,
  storage: () => DraftStorage,
  place: DraftLocation,
): LocalDraftStore {
  const ownKey = newLocalDraftKey(id);
  const takenOver = new Set<string>();
  const isOwn = (key: string) => key === ownKey || takenOver.has(key);
  const dropTakenOver = () => {
    for (const key of takenOver) removeLocalDraft(storage(), key);
    takenOver.clear();
  };
  return {
    save: (draft) => {
      const isStored = saveLocalDraft(storage(), ownKey, draft, place);
      if (isStored) dropTakenOver();
      return isStored;
    },
    remove: () => {
      removeLocalDraft(storage(), ownKey);
      dropTakenOver();
    },
    owns: isOwn,
    others: () => {
      removeExpiredDrafts(storage());
      return listLocalDrafts(storage(), id).filter(({ key }) => !isOwn(key));
    },
    adopt: ({ key }) => takenOver.add(key),
    removeOther: ({ key }) => removeLocalDraft(storage(), key),
    release: () => storeTabDraftKey(id, ownKey),
    takeTabDraftKey: () => takeTabDraftKey(id),
  };
}

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
  /** @returns false where the browser keeps nothing */
  save: (draft: LocalDraft) => boolean;
  /** The copy is needed no more: the server has it, or something else was chosen. */
  remove: () => void;
  /** Whether this screen owns the copy. */
  owns: (key: string) => boolean;
  /** Copies of other screens, the newest first. */
  others: () => StoredLocalDraft[];
  /** Answers for another's copy from now on: it is forgotten once it is kept here, or dropped. */
  adopt: (left: StoredLocalDraft) => void;
  removeOther: (left: StoredLocalDraft) => void;
  /** Leaves the copy to the next screen of this tab. */
  release: () => void;
  /** The key of the copy that this tab left last, once; null where it left none, or was killed. */
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
  const holds = (key: string) => key === ownKey || takenOver.has(key);
  const dropTakenOver = () => {
    for (const key of takenOver) removeLocalDraft(storage(), key);
    takenOver.clear();
  };
  return {
    save: (draft) => {
      const isKept = saveLocalDraft(storage(), ownKey, draft, place);
      if (isKept) dropTakenOver();
      return isKept;
    },
    remove: () => {
      removeLocalDraft(storage(), ownKey);
      dropTakenOver();
    },
    owns: holds,
    others: () => {
      removeExpiredDrafts(storage());
      return listLocalDrafts(storage(), id).filter(({ key }) => !holds(key));
    },
    adopt: ({ key }) => takenOver.add(key),
    removeOther: ({ key }) => removeLocalDraft(storage(), key),
    release: () => storeTabDraftKey(id, ownKey),
    takeTabDraftKey: () => takeTabDraftKey(id),
  };
}

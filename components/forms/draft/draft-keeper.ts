import type { DraftStorage } from '#lib/browser/drafts.ts';
import {
  type DraftPlace,
  dropKeptDraft,
  dropOldDrafts,
  type KeptDraft,
  keepDraft,
  type LeftDraft,
  leftDrafts,
  newDraftKey,
} from './kept-draft.ts';
import { leaveKey, takeLeftKey } from './left-key.ts';

/** The copy that one screen keeps of a form, and those that it took over from screens that are gone. */
export type DraftKeeper = {
  /** @returns false where the browser keeps nothing */
  keep: (draft: KeptDraft) => boolean;
  /** The copy is needed no more: the server has it, or something else was chosen. */
  drop: () => void;
  /** Whether the copy is this screen's to keep or to drop. */
  holds: (key: string) => boolean;
  /** Copies of other screens, the newest first. */
  others: () => LeftDraft[];
  /** Answers for another's copy from now on: it is forgotten once it is kept here, or dropped. */
  takeOver: (left: LeftDraft) => void;
  forget: (left: LeftDraft) => void;
  /** Leaves the copy to the next screen of this tab. */
  leave: () => void;
  /** The key of the copy that this tab left last, once; null where it left none, or was killed. */
  takeLeft: () => string | null;
};

/** Keeps a form's copy under a key of its own, so that no tab writes over what another has not saved. */
export function createDraftKeeper(id: string, storage: () => DraftStorage, place: DraftPlace): DraftKeeper {
  const ownKey = newDraftKey(id);
  const takenOver = new Set<string>();
  const holds = (key: string) => key === ownKey || takenOver.has(key);
  const dropTakenOver = () => {
    for (const key of takenOver) dropKeptDraft(storage(), key);
    takenOver.clear();
  };
  return {
    keep: (draft) => {
      const isKept = keepDraft(storage(), ownKey, draft, place);
      if (isKept) dropTakenOver();
      return isKept;
    },
    drop: () => {
      dropKeptDraft(storage(), ownKey);
      dropTakenOver();
    },
    holds,
    others: () => {
      dropOldDrafts(storage());
      return leftDrafts(storage(), id).filter(({ key }) => !holds(key));
    },
    takeOver: ({ key }) => takenOver.add(key),
    forget: ({ key }) => dropKeptDraft(storage(), key),
    leave: () => leaveKey(id, ownKey),
    takeLeft: () => takeLeftKey(id),
  };
}

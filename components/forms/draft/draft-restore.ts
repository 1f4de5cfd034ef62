import { fingerprintOf, isSameContent, reuseUnchangedParts, withCompleteLayout } from './draft-content.ts';
import { storeCopy } from './draft-copy.ts';
import { type DraftCore, isDirty } from './draft-core.ts';
import { recordStep } from './draft-history.ts';
import { mergeDrafts } from './draft-merge.ts';
import { saveAfter } from './draft-save.ts';
import type { DraftTabs } from './draft-tabs.ts';
import type { StoredLocalDraft } from './local-draft.ts';
import { hasUnfinished } from './unfinished-rule.ts';

/** Shows a local copy, and stores it as this screen's own. */
function takeUp(core: DraftCore, left: StoredLocalDraft, history = core.state().history): void {
  core.localDrafts.adopt(left);
  const { saved, form, unfinished, save } = core.state();
  const isOld = left.base !== fingerprintOf(saved);
  const from = left.from ? withCompleteLayout(left.from) : null;
  const own = withCompleteLayout(left.content);
  const merged = isOld && from ? mergeDrafts(from, own, saved) : null;
  const isMerged = merged?.conflicts.length === 0;
  const collides = isOld && !isMerged;
  core.olderBase = collides ? left.base : null;
  const content = isMerged ? merged.content : reuseUnchangedParts(own, saved);
  const isSame = isSameContent(content, saved);
  core.set({
    content: isSame ? saved : content,
    history,
    isRestored: !isSame,
    unfinished: { ...left.unfinished, ...unfinished },
    ...(collides ? { save: 'conflict', theirs: form, mergeBase: from } : { save: isSame ? save : 'saving' }),
  });
  storeCopy(core);
  if (!collides && !isSame) saveAfter(core, 0);
}

/** Whether a copy contains unsaved changes; one without is removed. */
function isUnsaved(core: DraftCore, left: StoredLocalDraft): boolean {
  const isSaved = isSameContent(left.content, core.state().saved) && !hasUnfinished(left.unfinished);
  if (isSaved) core.localDrafts.removeOther(left);
  return !isSaved;
}

/** Restores this tab's previous copy immediately, and another tab's copy if no open tab works on it. */
export async function restoreDrafts(core: DraftCore, tabs: DraftTabs): Promise<void> {
  const { localDrafts } = core;
  const before = localDrafts.takeTabDraftKey();
  const own = localDrafts.others().find(({ key }) => key === before);
  if (own && !isDirty(core) && isUnsaved(core, own)) takeUp(core, own);
  const keys = localDrafts.others().map(({ key }) => key);
  if (keys.length === 0) return;

  const owned = await tabs.ownedByOtherTabs(keys);
  if (core.isGone) return;
  const free = localDrafts.others().filter(({ key }) => keys.includes(key) && !owned.has(key));
  const left = free.filter((one) => isUnsaved(core, one));
  const [newest, ...older] = left;
  const isFree = newest !== undefined && !isDirty(core);
  if (isFree) takeUp(core, newest);
  core.set({ storedDrafts: isFree ? older : left });
}

/** Restores the newest draft of other tabs; undo brings the current content back. */
export function restoreNewest(core: DraftCore, label: string): void {
  const { storedDrafts, history, content } = core.state();
  const [newest, ...older] = storedDrafts;
  if (!newest || isDirty(core)) return;
  core.set({ storedDrafts: older });
  takeUp(core, newest, recordStep(history, content, { label, merge: undefined, at: Date.now() }));
}

/** Removes the newest draft of other tabs; undo restores it. */
export function removeNewest(core: DraftCore, label: string): void {
  const { storedDrafts, history } = core.state();
  const [newest, ...older] = storedDrafts;
  if (!newest) return;
  core.localDrafts.removeOther(newest);
  core.set({
    storedDrafts: older,
    history: recordStep(history, withCompleteLayout(newest.content), {
      label,
      merge: undefined,
      at: Date.now(),
    }),
  });
}

import { fingerprintOf } from './draft-content.ts';
import { type DraftCore, isDirty } from './draft-core.ts';
import { hasUnfinished } from './unfinished-rule.ts';

/** Milliseconds between two copies in the browser. */
const COPY_PAUSE = 150;

/** Stores unsaved changes in this browser. */
export function storeCopy(core: DraftCore): void {
  clearTimeout(core.copyTimer);
  core.copyTimer = undefined;
  const { content, saved, unfinished, mergeBase, isStoredLocally } = core.state();
  if (!isDirty(core) && !hasUnfinished(unfinished)) return;
  const { olderBase } = core;
  const made =
    olderBase === null ? { base: fingerprintOf(saved), from: saved } : { base: olderBase, from: mergeBase };
  const isStored = core.localDrafts.save({
    content,
    base: made.base,
    from: made.from ?? undefined,
    unfinished,
  });
  if (isStored !== isStoredLocally) core.set({ isStoredLocally: isStored });
}

export function storeCopySoon(core: DraftCore): void {
  core.copyTimer ??= setTimeout(() => storeCopy(core), COPY_PAUSE);
}

/** The server has all of the draft: only unfinished rules stay in the local copy. */
export function removeCopy(core: DraftCore): void {
  clearTimeout(core.copyTimer);
  core.copyTimer = undefined;
  if (hasUnfinished(core.state().unfinished)) storeCopy(core);
  else core.localDrafts.remove();
}

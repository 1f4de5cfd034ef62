import { storeCopy } from './draft-copy.ts';
import { type DraftCore, isDirty } from './draft-core.ts';
import { restoreDrafts } from './draft-restore.ts';
import { flushDraft, refreshDraft, saveAfter } from './draft-save.ts';
import type { DraftTabs } from './draft-tabs.ts';
import { hasUnfinished } from './unfinished-rule.ts';

/**
 * Takes up what was left unsaved, and begins to watch the network and the page.
 * @param join begins to answer which copies are worked on here
 * @returns how to end that
 */
export function startDraft(
  core: DraftCore,
  join: (isHeld: (key: string) => boolean) => DraftTabs,
): () => void {
  core.isGone = false;
  const { localDrafts } = core;
  const tabs = join((key) => !core.isGone && localDrafts.owns(key));
  void restoreDrafts(core, tabs);
  const retry = () => {
    core.tries = 0;
    if (isDirty(core)) saveAfter(core, 0);
  };
  /** What others did while nobody looked is followed, or asked about, before anything is built upon it. */
  const look = () => {
    storeCopy(core);
    if (document.visibilityState === 'visible') void refreshDraft(core);
  };
  const leave = () => {
    core.isGone = true;
    storeCopy(core);
    if (isDirty(core) || hasUnfinished(core.state().unfinished)) localDrafts.release();
  };
  /** The browser shows the very page again that was left. */
  const comeBack = () => {
    core.isGone = false;
    localDrafts.takeTabDraftKey();
  };
  window.addEventListener('online', retry);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  document.addEventListener('visibilitychange', look);
  return () => {
    window.removeEventListener('online', retry);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', comeBack);
    document.removeEventListener('visibilitychange', look);
    leave();
    tabs.close();
    clearTimeout(core.saveTimer);
    if (isDirty(core)) void flushDraft(core);
  };
}

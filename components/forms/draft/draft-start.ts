import { storeCopy } from './draft-copy.ts';
import { type DraftCore, isDirty } from './draft-core.ts';
import { restoreDrafts } from './draft-restore.ts';
import { flushDraft, refreshDraft, saveAfter } from './draft-save.ts';
import type { DraftTabs } from './draft-tabs.ts';
import { hasUnfinished } from './unfinished-rule.ts';

/**
 * Restores unsaved changes, and begins to watch the network and the page.
 * @param join connects to the other tabs, which must know the copies in use here
 * @returns a function that stops it
 */
export function startDraft(
  core: DraftCore,
  join: (isInUse: (key: string) => boolean) => DraftTabs,
): () => void {
  core.isGone = false;
  const { localDrafts } = core;
  const tabs = join((key) => !core.isGone && localDrafts.owns(key));
  void restoreDrafts(core, tabs);
  const retry = () => {
    core.tries = 0;
    if (isDirty(core)) saveAfter(core, 0);
  };
  /** Changes made by others while the page was hidden are loaded before the user continues. */
  const look = () => {
    storeCopy(core);
    if (document.visibilityState === 'visible') void refreshDraft(core);
  };
  const leave = () => {
    core.isGone = true;
    storeCopy(core);
    if (isDirty(core) || hasUnfinished(core.state().unfinished)) localDrafts.release();
  };
  /** The browser restored the page from its back/forward cache. */
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

import type { DraftStorage } from '#lib/browser/drafts.ts';
import type { Form } from '#lib/contract/form.ts';
import { resolveDraftConflict } from './draft-conflict.ts';
import {
  type DraftContent,
  isSameContent,
  reuseUnchangedParts,
  withCompleteLayout,
} from './draft-content.ts';
import { removeCopy, storeCopySoon } from './draft-copy.ts';
import { createDraftCore, type DraftCore, isDirty } from './draft-core.ts';
import { recordStep, redoStep, undoStep } from './draft-history.ts';
import { revertChange } from './draft-merge.ts';
import { removeNewest, restoreNewest } from './draft-restore.ts';
import { acceptForm, flushDraft, refreshDraft, showChange } from './draft-save.ts';
import { dismissConflict, sendSettings } from './draft-settings.ts';
import { startDraft } from './draft-start.ts';
import type { DraftServer, FormDraft } from './draft-state.ts';
import type { DraftTabs } from './draft-tabs.ts';
import type { DraftLocation } from './local-draft.ts';
import { createLocalDraftStore } from './local-draft-store.ts';
import type { UnfinishedRule } from './unfinished-rule.ts';

function changeDraft(
  core: DraftCore,
  fn: (content: DraftContent) => DraftContent,
  label: string,
  merge?: string,
): void {
  const { content, history } = core.state();
  const changed = fn(content);
  if (changed === content) return;
  showChange(
    core,
    withCompleteLayout(changed),
    recordStep(history, content, { label, merge, at: Date.now() }),
  );
}

function revertDraft(core: DraftCore, before: DraftContent, after: DraftContent, label: string): void {
  const { content, history } = core.state();
  const back = revertChange(before, after, content);
  if (isSameContent(back, content)) return;
  showChange(
    core,
    reuseUnchangedParts(back, content),
    recordStep(history, content, { label, merge: undefined, at: Date.now() }),
  );
}

/** @returns the label of the undone or redone step; null where there was none */
function moveInHistory(core: DraftCore, step: typeof undoStep): string | null {
  const { history, content } = core.state();
  const moved = step(history, content);
  if (!moved) return null;
  showChange(core, moved.content, moved.history);
  return moved.label;
}

function setUnfinished(core: DraftCore, slot: string, rule: UnfinishedRule | null): void {
  const { [slot]: had, ...others } = core.state().unfinished;
  if (!had && !rule) return;
  core.set({ unfinished: rule ? { ...others, [slot]: rule } : others });
  if (rule || isDirty(core)) storeCopySoon(core);
  else removeCopy(core);
}

/** Continues with the server's content; undo brings the current one back. */
function resetToSaved(core: DraftCore, label: string): void {
  const { content, saved, history } = core.state();
  core.set({
    history: recordStep(history, content, { label, merge: undefined, at: Date.now() }),
    content: saved,
    isRestored: false,
    problems: [],
  });
  void flushDraft(core);
}

/**
 * A form's draft in the builder: its history, its state on the server, and how to synchronize both.
 * @param join connects to the other tabs, which must know the copies in use here
 */
export function createFormDraft(
  form: Form,
  server: DraftServer,
  storage: () => DraftStorage,
  join: (isInUse: (key: string) => boolean) => DraftTabs,
  place: DraftLocation = { hub: '', path: '/' },
): FormDraft {
  const core = createDraftCore(form, server, createLocalDraftStore(form.id, storage, place));
  return {
    state: core.state,
    subscribe: core.subscribe,
    change: (fn, label, merge) => changeDraft(core, fn, label, merge),
    revert: (before, after, label) => revertDraft(core, before, after, label),
    setUnfinished: (slot, rule) => setUnfinished(core, slot, rule),
    dismissMerged: () => core.set({ merged: null }),
    undo: () => moveInHistory(core, undoStep),
    redo: () => moveInHistory(core, redoStep),
    flush: () => flushDraft(core),
    send: (change, base) => sendSettings(core, change, base),
    dismissSettingConflict: (name) => dismissConflict(core, name),
    accept: (now) => acceptForm(core, now),
    refresh: () => refreshDraft(core),
    resolveConflict: (choice, label) => resolveDraftConflict(core, choice, label),
    discard: (label) => resetToSaved(core, label),
    restoreStored: (label) => restoreNewest(core, label),
    discardStored: (label) => removeNewest(core, label),
    start: () => startDraft(core, join),
  };
}

import type { Form } from '#lib/contract/form.ts';
import { changesBetween, type DraftContent, draftContentOf, isSameContent } from './draft-content.ts';
import { removeCopy, storeCopy, storeCopySoon } from './draft-copy.ts';
import { type DraftCore, isDirty } from './draft-core.ts';
import { applyRemoteChange, type DraftHistory } from './draft-history.ts';
import { changedNodeLabels, mergeDrafts } from './draft-merge.ts';
import { draftProblems, locateProblems } from './draft-problems.ts';

/** Milliseconds from the last change to saving, and before a retry. */
export const SAVE_DELAY = 700;
const RETRY_FIRST = 2000;
const RETRY_MOST = 30_000;

export function saveAfter(core: DraftCore, milliseconds: number): void {
  clearTimeout(core.saveTimer);
  core.saveTimer = setTimeout(() => void flushDraft(core), milliseconds);
}

/**
 * Runs calls one after the other: each needs the revision from the previous response. A failed call rejects to its
 * caller, and does not stop the next one.
 */
export function queueCall<T>(core: DraftCore, call: () => Promise<T>): Promise<T> {
  const done = core.lastCall.then(call, call);
  core.lastCall = done;
  return done;
}

/** The server has `content`; there may be later changes. */
function noteSaved(core: DraftCore, form: Form, content: DraftContent): void {
  core.tries = 0;
  core.sent = null;
  const state = core.state();
  const isAll = state.content === content;
  core.set({
    form,
    saved: content,
    save: isAll ? 'saved' : 'saving',
    failure: null,
    problems: isAll ? [] : state.problems,
    ...(isAll ? { isRestored: false } : {}),
  });
  if (isAll) removeCopy(core);
  else saveAfter(core, SAVE_DELAY);
}

/** Includes somebody else's saved change beside the unsaved ones. */
function takeIn(core: DraftCore, now: Form, theirs: DraftContent, content: DraftContent): void {
  const { saved, merged, history } = core.state();
  core.sent = null;
  core.set({
    form: now,
    saved: theirs,
    content: changesBetween(theirs, content) ? content : theirs,
    history: applyRemoteChange(history, { base: saved, theirs }),
    merged: {
      by: now,
      changedNodes: [...new Set([...(merged?.changedNodes ?? []), ...changedNodeLabels(saved, theirs)])],
    },
  });
  storeCopy(core);
  saveAfter(core, SAVE_DELAY);
}

/**
 * Handles a stale write.
 * @returns whether somebody else's changes don't affect the draft, or could all be merged, so that saving can continue
 */
export function reconcile(core: DraftCore, now: Form): boolean {
  const theirs = draftContentOf(now);
  const { saved, content } = core.state();
  if (core.sent && isSameContent(theirs, core.sent)) {
    // It was this screen's own write: the server saved it, and the response was lost.
    noteSaved(core, now, core.sent);
    return true;
  }
  if (isSameContent(theirs, saved)) {
    core.set({ form: now });
    return true;
  }
  if (isSameContent(theirs, content)) {
    noteSaved(core, now, content);
    return true;
  }
  const merged = mergeDrafts(saved, content, theirs);
  if (merged.conflicts.length === 0) {
    takeIn(core, now, theirs, merged.content);
    return true;
  }
  storeCopy(core);
  core.set({ theirs: now, mergeBase: saved, save: 'conflict' });
  return false;
}

function noteRefused(core: DraftCore, error: unknown, content: DraftContent): void {
  const refusal = core.server.refusalOf(error);
  if (refusal?.status === 422) {
    core.set({ save: 'paused', failure: error, problems: locateProblems(content, refusal.fields) });
    return;
  }
  const isPassing = !refusal || refusal.status >= 500 || refusal.status === 429;
  core.set({ save: refusal ? 'failed' : 'offline', failure: error });
  if (!isPassing) return;
  core.tries += 1;
  saveAfter(core, Math.min(RETRY_FIRST * 2 ** (core.tries - 1), RETRY_MOST));
}

async function save(core: DraftCore): Promise<boolean> {
  clearTimeout(core.saveTimer);
  const { form, content, saved, theirs } = core.state();
  if (theirs) return false;
  const change = changesBetween(saved, content);
  if (!change) {
    core.set({ save: 'saved', problems: [], failure: null });
    removeCopy(core);
    return true;
  }
  const problems = draftProblems(content);
  if (problems.length > 0) {
    core.set({ save: 'paused', problems, failure: null });
    return false;
  }
  core.set({ save: 'saving', problems });
  try {
    noteSaved(core, await core.server.change(form, change), content);
  } catch (error) {
    const now = core.server.currentOf(error);
    if (!now) {
      core.sent ??= content;
      noteRefused(core, error, content);
      return false;
    }
    return reconcile(core, now) ? save(core) : false;
  }
  return isDirty(core) ? save(core) : true;
}

/** Saves unsaved changes. @returns whether the server now has all of them */
export const flushDraft = (core: DraftCore): Promise<boolean> => queueCall(core, () => save(core));

/** Shows a changed draft; it is stored in this browser immediately and on the server soon. */
export function showChange(core: DraftCore, content: DraftContent, history: DraftHistory): void {
  core.set({ content, history, save: core.state().theirs ? 'conflict' : 'saving', failure: null });
  storeCopySoon(core);
  saveAfter(core, SAVE_DELAY);
}

/** Takes over the form from the response to another call: its changes are merged, or conflict with unsaved ones. */
export function acceptForm(core: DraftCore, now: Form): void {
  const { theirs, saved, history } = core.state();
  if (theirs) return;
  const their = draftContentOf(now);
  if (isDirty(core) || isSameContent(their, saved)) {
    reconcile(core, now);
    return;
  }
  // Somebody else changed it, and there are no unsaved changes: the new content is shown.
  core.set({
    form: now,
    saved: their,
    content: their,
    history: applyRemoteChange(history, { base: saved, theirs: their }),
  });
}

/** Loads the current form; without a response, nothing changes. */
export const refreshDraft = (core: DraftCore): Promise<void> =>
  queueCall(core, async () => {
    let now: Form;
    try {
      now = await core.server.read(core.state().form.id);
    } catch {
      // A failure here is harmless: the next save detects whether the server is reachable.
      return;
    }
    acceptForm(core, now);
  });

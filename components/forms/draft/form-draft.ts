import type { DraftStorage } from '#lib/browser/drafts.ts';
import type { ChangeFormRequest, Form, FormSettings } from '#lib/contract/form.ts';
import { mergeSettings, type SettingName } from '#lib/contract/merge-settings.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { ChooseSide, Side } from '#lib/forms/merge.ts';
import {
  changesBetween,
  type DraftContent,
  draftContentOf,
  fingerprintOf,
  isSameContent,
  reuseUnchangedParts,
  withCompleteLayout,
} from './draft-content.ts';
import {
  applyRemoteChange,
  type DraftHistory,
  NO_HISTORY,
  recordStep,
  redoStep,
  undoStep,
} from './draft-history.ts';
import { changedNodeLabels, mergeDrafts, revertChange } from './draft-merge.ts';
import { type DraftProblem, draftProblems, locateProblems } from './draft-problems.ts';
import type { DraftTabs } from './draft-tabs.ts';
import type { DraftLocation, StoredLocalDraft } from './local-draft.ts';
import { createLocalDraftStore } from './local-draft-store.ts';
import { type SettingConflict, SettingConflictError } from './setting-conflict.ts';
import {
  hasUnfinished,
  NO_UNFINISHED,
  type UnfinishedRule,
  type UnfinishedRules,
} from './unfinished-rule.ts';

export type SaveState =
  /** The server has it. */
  | 'saved'
  /** On its way, or about to be. */
  | 'saving'
  /** Something has to be mended first. */
  | 'held'
  /** The server was not reached; tried again by itself. */
  | 'offline'
  /** The server refused; tried again by hand. */
  | 'failed'
  /** Somebody else saved meanwhile; it has to be chosen. */
  | 'conflict';

export type DraftState = {
  /** The form as last returned by the server: settings, visibility, allowed operations, revision. */
  form: Form;
  /** What is on screen. */
  content: DraftContent;
  /** What the server has. */
  saved: DraftContent;
  history: DraftHistory;
  save: SaveState;
  problems: readonly DraftProblem[];
  /** Whether unsaved changes are stored in this browser. */
  isStoredLocally: boolean;
  /** Why the server refused. */
  failure: unknown;
  /** What somebody else saved meanwhile, where it conflicts with unsaved changes. */
  theirs: Form | null;
  /** What both sides of a conflict were made of; null where nobody knows any more. */
  mergeBase: DraftContent | null;
  /** What somebody else saved and what of it was merged into what is on screen, until that was read. */
  merged: { by: Form; changedNodes: readonly string[] } | null;
  /** Changes of settings that somebody else was faster with: they are chosen about one by one. */
  settingConflicts: readonly SettingConflict[];
  /** Rules that were started and neither saved nor cancelled. */
  unfinished: UnfinishedRules;
  /** Whether the content was restored from unsaved changes in this browser. */
  isRestored: boolean;
  /** What other tabs of this browser left unsaved, the newest first; each can be taken up. */
  storedDrafts: readonly StoredLocalDraft[];
};

/** How the server is asked; what a failure means. */
export type DraftServer = {
  change: (form: Form, change: ChangeFormRequest) => Promise<Form>;
  /** The current form where a write is stale. */
  read: (id: string) => Promise<Form>;
  currentOf: (error: unknown) => Form | null;
  /** The server's status and its words by place; null where it was not reached. */
  refusalOf: (error: unknown) => { status: number; fields: FieldErrors } | null;
};

export type FormDraft = {
  state: () => DraftState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Changes the draft. `label` says what was done, for undo; changes with the same `merge` one after the other, such as
   * typing, are taken back together.
   */
  change: (fn: (content: DraftContent) => DraftContent, label: string, merge?: string) => void;
  /** Reverts one change; later changes stay. */
  revert: (before: DraftContent, after: DraftContent, label: string) => void;
  /** Stores a rule that is being edited, or removes it. */
  setUnfinished: (slot: string, rule: UnfinishedRule | null) => void;
  /** What was merged is known by now. */
  dismissMerged: () => void;
  /** @returns what was taken back, or done again; null where there was nothing */
  undo: () => string | null;
  redo: () => string | null;
  /** Saves what is not saved. @returns whether the server has all of it now */
  flush: () => Promise<boolean>;
  /**
   * Changes what acts at once (settings, visibility), after what is on its way. Settings are merged with what others
   * changed since they were as in `base`.
   * @throws the client's error; SettingConflictError, after adding to `settingConflicts`, where others changed the same
   */
  send: (change: ChangeFormRequest, base?: Partial<FormSettings>) => Promise<Form>;
  /** Dismisses a setting change that met a conflict. */
  dismissSettingConflict: (name: SettingName) => void;
  /**
   * Takes over what another call of this screen was told, as after publishing. What somebody else changed meanwhile is
   * followed, or becomes a conflict with what is not saved here.
   */
  accept: (form: Form) => void;
  /** Asks the server how the form is now, as after what others may have done to it; unreached, nothing changes. */
  refresh: () => Promise<void>;
  /**
   * Ends a conflict, with one side in all that collides or with a choice for each; what does not collide is there
   * anyhow. What is not chosen can still be brought back by undo.
   */
  resolveConflict: (choice: Side | ChooseSide, label: string) => void;
  /** Discards restored changes, and continues with the server's content. */
  discard: (label: string) => void;
  /** Restores the newest draft of other tabs; undo brings the current content back. */
  restoreStored: (label: string) => void;
  /** Discards the newest draft of other tabs; undo restores it. */
  discardStored: (label: string) => void;
  /** Takes up what was left unsaved, and begins to watch the network and the page. @returns how to end that */
  start: () => () => void;
};

/** Milliseconds: from the last change to saving, between two copies in the browser, and before trying again. */
export const SAVE_DELAY = 700;
const KEEP_PAUSE = 150;
const RETRY_FIRST = 2000;
const RETRY_MOST = 30_000;

type Wait = ReturnType<typeof setTimeout> | undefined;

/**
 * A form's draft while it is being built: what was done, what the server has of it, and how to come to the same.
 * @param join begins to answer which copies are worked on here
 */
export function createFormDraft(
  form: Form,
  server: DraftServer,
  storage: () => DraftStorage,
  join: (isHeld: (key: string) => boolean) => DraftTabs,
  place: DraftLocation = { hub: '', path: '/' },
): FormDraft {
  const first = draftContentOf(form);
  let state: DraftState = {
    form,
    content: first,
    saved: first,
    history: NO_HISTORY,
    save: 'saved',
    problems: [],
    isStoredLocally: true,
    failure: null,
    theirs: null,
    mergeBase: null,
    merged: null,
    settingConflicts: [],
    unfinished: NO_UNFINISHED,
    isRestored: false,
    storedDrafts: [],
  };
  const keeper = createLocalDraftStore(form.id, storage, place);
  /** What a copy was made upon that is older than what the server has, until one of the two is chosen. */
  let olderBase: string | null = null;
  /** Nobody sees this screen any more: what it keeps is for the next. */
  let isGone = false;
  const listeners = new Set<() => void>();
  let saveWait: Wait;
  let keepWait: Wait;
  let tries = 0;
  let tail: Promise<unknown> = Promise.resolve();
  /** What was sent last: an answer that was lost on its way may still have been taken. */
  let sent: DraftContent | null = null;

  const set = (next: Partial<DraftState>): void => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const isDirty = () => state.content !== state.saved;

  const keepNow = (): void => {
    clearTimeout(keepWait);
    keepWait = undefined;
    const { content, saved, unfinished, mergeBase } = state;
    if (!isDirty() && !hasUnfinished(unfinished)) return;
    const made =
      olderBase === null ? { base: fingerprintOf(saved), from: saved } : { base: olderBase, from: mergeBase };
    const isKept = keeper.save({ content, base: made.base, from: made.from ?? undefined, unfinished });
    if (isKept !== state.isStoredLocally) set({ isStoredLocally: isKept });
  };
  const dropKept = (): void => {
    clearTimeout(keepWait);
    keepWait = undefined;
    if (hasUnfinished(state.unfinished)) keepNow();
    else keeper.remove();
  };
  const keepSoon = (): void => {
    keepWait ??= setTimeout(keepNow, KEEP_PAUSE);
  };
  const saveAfter = (milliseconds: number): void => {
    clearTimeout(saveWait);
    saveWait = setTimeout(() => void flush(), milliseconds);
  };

  /** One call after the other: each needs the revision that the one before was told. */
  const queued = <T>(act: () => Promise<T>): Promise<T> => {
    const done = tail.then(act);
    tail = done.catch(() => undefined);
    return done;
  };

  /** The server has `content`; perhaps more was done meanwhile. */
  const taken = (now: Form, content: DraftContent): void => {
    tries = 0;
    sent = null;
    const isAll = state.content === content;
    set({
      form: now,
      saved: content,
      save: isAll ? 'saved' : 'saving',
      failure: null,
      problems: isAll ? [] : state.problems,
      ...(isAll ? { isRestored: false } : {}),
    });
    if (!isAll) {
      saveAfter(SAVE_DELAY);
      return;
    }
    dropKept();
  };

  /** A write came too late. @returns whether nothing of the draft was changed by somebody else, so that it can go on */
  const cameLate = (now: Form): boolean => {
    const theirs = draftContentOf(now);
    if (sent && isSameContent(theirs, sent)) {
      // It was ours: the server took it, and the answer was lost.
      taken(now, sent);
      return true;
    }
    if (isSameContent(theirs, state.saved)) {
      set({ form: now });
      return true;
    }
    if (isSameContent(theirs, state.content)) {
      taken(now, state.content);
      return true;
    }
    const merged = mergeDrafts(state.saved, state.content, theirs);
    if (merged.conflicts.length === 0) {
      takeIn(now, theirs, merged.content);
      return true;
    }
    keepNow();
    set({ theirs: now, mergeBase: state.saved, save: 'conflict' });
    return false;
  };

  /** What somebody else saved is here, too, beside what is not saved yet. */
  const takeIn = (now: Form, theirs: DraftContent, content: DraftContent): void => {
    const { saved, merged } = state;
    sent = null;
    set({
      form: now,
      saved: theirs,
      content: changesBetween(theirs, content) ? content : theirs,
      history: applyRemoteChange(state.history, { base: saved, theirs }),
      merged: {
        by: now,
        changedNodes: [...new Set([...(merged?.changedNodes ?? []), ...changedNodeLabels(saved, theirs)])],
      },
    });
    keepNow();
    saveAfter(SAVE_DELAY);
  };

  const refused = (error: unknown, content: DraftContent): void => {
    const refusal = server.refusalOf(error);
    if (refusal?.status === 422) {
      set({ save: 'held', failure: error, problems: locateProblems(content, refusal.fields) });
      return;
    }
    const isPassing = !refusal || refusal.status >= 500 || refusal.status === 429;
    set({ save: refusal ? 'failed' : 'offline', failure: error });
    if (!isPassing) return;
    tries += 1;
    saveAfter(Math.min(RETRY_FIRST * 2 ** (tries - 1), RETRY_MOST));
  };

  const save = async (): Promise<boolean> => {
    clearTimeout(saveWait);
    const { content, saved, theirs } = state;
    if (theirs) return false;
    const change = changesBetween(saved, content);
    if (!change) {
      set({ save: 'saved', problems: [], failure: null });
      dropKept();
      return true;
    }
    const problems = draftProblems(content);
    if (problems.length > 0) {
      set({ save: 'held', problems, failure: null });
      return false;
    }
    set({ save: 'saving', problems });
    try {
      const now = await server.change(state.form, change);
      taken(now, content);
    } catch (error) {
      const now = server.currentOf(error);
      if (!now) {
        sent ??= content;
        refused(error, content);
        return false;
      }
      return cameLate(now) ? save() : false;
    }
    return isDirty() ? save() : true;
  };
  const flush = (): Promise<boolean> => queued(save);

  const show = (content: DraftContent, history: DraftHistory): void => {
    set({ content, history, save: state.theirs ? 'conflict' : 'saving', failure: null });
    keepSoon();
    saveAfter(SAVE_DELAY);
  };
  const move = (step: typeof undoStep): string | null => {
    const moved = step(state.history, state.content);
    if (!moved) return null;
    show(moved.content, moved.history);
    return moved.label;
  };
  /** Puts something else in the draft's place, which undo brings back. */
  const replaceBy = (content: DraftContent, label: string): DraftHistory =>
    recordStep(state.history, content, { label, merge: undefined, at: Date.now() });

  const accept = (now: Form): void => {
    if (state.theirs) return;
    const their = draftContentOf(now);
    if (isDirty() || isSameContent(their, state.saved)) {
      cameLate(now);
      return;
    }
    // Somebody else changed it, and here is nothing to lose: it is followed.
    const history = applyRemoteChange(state.history, { base: state.saved, theirs: their });
    set({ form: now, saved: their, content: their, history });
  };

  const refresh = (): Promise<void> =>
    queued(async () => {
      let now: Form;
      try {
        now = await server.read(form.id);
      } catch {
        // Nothing of the draft hangs on it: the next save tells whether the server is there.
        return;
      }
      accept(now);
    });

  /** Puts a copy on the screen, and keeps it as one's own. */
  const takeUp = (left: StoredLocalDraft, history = state.history): void => {
    keeper.adopt(left);
    const isOld = left.base !== fingerprintOf(state.saved);
    const from = left.from ? withCompleteLayout(left.from) : null;
    const own = withCompleteLayout(left.content);
    const merged = isOld && from ? mergeDrafts(from, own, state.saved) : null;
    const isMerged = merged?.conflicts.length === 0;
    const collides = isOld && !isMerged;
    olderBase = collides ? left.base : null;
    const content = isMerged ? merged.content : reuseUnchangedParts(own, state.saved);
    const isSame = isSameContent(content, state.saved);
    set({
      content: isSame ? state.saved : content,
      history,
      isRestored: !isSame,
      unfinished: { ...left.unfinished, ...state.unfinished },
      ...(collides
        ? { save: 'conflict', theirs: state.form, mergeBase: from }
        : { save: isSame ? state.save : 'saving' }),
    });
    keepNow();
    if (!collides && !isSame) saveAfter(0);
  };

  /** Whether there is anything in a copy that the server does not have; one without is forgotten. */
  const isUnsaved = (left: StoredLocalDraft): boolean => {
    const isSaved = isSameContent(left.content, state.saved) && !hasUnfinished(left.unfinished);
    if (isSaved) keeper.removeOther(left);
    return !isSaved;
  };

  /** Takes up at once what this tab left, and what another left as soon as none says that it works on it. */
  const restore = async (tabs: DraftTabs): Promise<void> => {
    const before = keeper.takeTabDraftKey();
    const own = keeper.others().find(({ key }) => key === before);
    if (own && !isDirty() && isUnsaved(own)) takeUp(own);
    const asked = keeper.others().map(({ key }) => key);
    if (asked.length === 0) return;

    const held = await tabs.ownedByOtherTabs(asked);
    if (isGone) return;
    const free = keeper.others().filter(({ key }) => asked.includes(key) && !held.has(key));
    const left = free.filter(isUnsaved);
    const [newest, ...older] = left;
    const isFree = newest !== undefined && !isDirty();
    if (isFree) takeUp(newest);
    set({ storedDrafts: isFree ? older : left });
  };

  const conflictsBeside = (...names: readonly string[]): SettingConflict[] =>
    state.settingConflicts.filter(({ name }) => !names.includes(name));

  /** Nothing is written over: what was wanted waits until one of the two is chosen. */
  const collide = (base: Partial<FormSettings>, wanted: Partial<FormSettings>): SettingConflictError => {
    const names = Object.keys(wanted) as SettingName[];
    const conflicts = names.flatMap((name): SettingConflict[] => {
      const [was, mine] = [base[name], wanted[name]];
      return was === undefined || mine === undefined ? [] : [{ name, base: was, mine }];
    });
    set({ settingConflicts: [...conflictsBeside(...names), ...conflicts] });
    return new SettingConflictError();
  };

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change: (fn, label, merge) => {
      const { content, history } = state;
      const changed = fn(content);
      if (changed === content) return;
      show(withCompleteLayout(changed), recordStep(history, content, { label, merge, at: Date.now() }));
    },
    revert: (before, after, label) => {
      const { content, history } = state;
      const back = revertChange(before, after, content);
      if (isSameContent(back, content)) return;
      show(
        reuseUnchangedParts(back, content),
        recordStep(history, content, { label, merge: undefined, at: Date.now() }),
      );
    },
    setUnfinished: (slot, rule) => {
      const { [slot]: had, ...others } = state.unfinished;
      if (!had && !rule) return;
      set({ unfinished: rule ? { ...others, [slot]: rule } : others });
      if (rule || isDirty()) keepSoon();
      else dropKept();
    },
    dismissMerged: () => set({ merged: null }),
    undo: () => move(undoStep),
    redo: () => move(redoStep),
    flush,
    dismissSettingConflict: (name) => set({ settingConflicts: conflictsBeside(name) }),
    send: (change, base = {}) =>
      queued(async () => {
        const wanted = change.settings ?? {};
        const attempt = async (): Promise<Form> => {
          const { settings, collisions } = mergeSettings(base, wanted, state.form.settings);
          if (collisions.length > 0) throw collide(base, wanted);
          try {
            const now = await server.change(state.form, change.settings ? { ...change, settings } : change);
            set({ form: now, settingConflicts: conflictsBeside(...Object.keys(wanted)) });
            return now;
          } catch (error) {
            const now = server.currentOf(error);
            // Somebody was faster: the same again, upon what is there now.
            if (now && !state.theirs && cameLate(now)) return attempt();
            throw error;
          }
        };
        return attempt();
      }),
    accept,
    refresh,
    resolveConflict: (choice, label) => {
      const { theirs, content, mergeBase, saved, history } = state;
      if (!theirs) return;
      const their = draftContentOf(theirs);
      tries = 0;
      sent = null;
      olderBase = null;
      const choose: ChooseSide = typeof choice === 'string' ? () => choice : choice;
      const opposite: ChooseSide = (one) => ((choose(one) ?? one.kept) === 'mine' ? 'theirs' : 'mine');
      const outcome = (how: ChooseSide, side: Side): DraftContent => {
        if (mergeBase) return mergeDrafts(mergeBase, content, their, how).content;
        return side === 'mine' ? content : their;
      };
      const isMine = choice !== 'theirs';
      const wanted = outcome(choose, isMine ? 'mine' : 'theirs');
      const isAll = isSameContent(wanted, their);
      set({
        form: theirs,
        saved: their,
        theirs: null,
        mergeBase: null,
        content: isAll ? their : wanted,
        history: recordStep(
          applyRemoteChange(history, { base: mergeBase ?? saved, theirs: their }),
          outcome(opposite, isMine ? 'theirs' : 'mine'),
          { label, merge: undefined, at: Date.now() },
        ),
        isRestored: false,
        failure: null,
        problems: [],
        save: isAll ? 'saved' : 'saving',
      });
      if (isAll) dropKept();
      else {
        keepNow();
        saveAfter(0);
      }
    },
    discard: (label) => {
      const { content, saved } = state;
      set({ history: replaceBy(content, label), content: saved, isRestored: false, problems: [] });
      void flush();
    },
    restoreStored: (label) => {
      const [newest, ...older] = state.storedDrafts;
      if (!newest || isDirty()) return;
      set({ storedDrafts: older });
      takeUp(newest, replaceBy(state.content, label));
    },
    discardStored: (label) => {
      const [newest, ...older] = state.storedDrafts;
      if (!newest) return;
      keeper.removeOther(newest);
      set({ storedDrafts: older, history: replaceBy(withCompleteLayout(newest.content), label) });
    },
    start: () => {
      isGone = false;
      const tabs = join((key) => !isGone && keeper.owns(key));
      void restore(tabs);
      const retry = () => {
        tries = 0;
        if (isDirty()) saveAfter(0);
      };
      /** What others did while nobody looked is followed, or asked about, before anything is built upon it. */
      const look = () => {
        keepNow();
        if (document.visibilityState === 'visible') void refresh();
      };
      const leave = () => {
        isGone = true;
        keepNow();
        if (isDirty() || hasUnfinished(state.unfinished)) keeper.release();
      };
      /** The browser shows the very page again that was left. */
      const comeBack = () => {
        isGone = false;
        keeper.takeTabDraftKey();
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
        clearTimeout(saveWait);
        if (isDirty()) void flush();
      };
    },
  };
}

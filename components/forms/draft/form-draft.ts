import type { DraftStorage } from '#lib/browser/drafts.ts';
import type { ChangeFormRequest, Form, FormSettings } from '#lib/contract/form.ts';
import { mergeSettings, type SettingName } from '#lib/contract/merge-settings.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { Choose, Side } from '#lib/forms/merge.ts';
import {
  arranged,
  changesBetween,
  contentOf,
  type DraftContent,
  fingerprintOf,
  isSameContent,
  sharing,
} from './draft-content.ts';
import {
  type DraftHistory,
  NO_HISTORY,
  remember,
  stepBack,
  stepForward,
  withTheirs,
} from './draft-history.ts';
import { createDraftKeeper } from './draft-keeper.ts';
import { changedThings, mergeDrafts, withoutAct } from './draft-merge.ts';
import { type DraftProblem, placed, problemsOf } from './draft-problems.ts';
import type { DraftTabs } from './draft-tabs.ts';
import type { DraftPlace, LeftDraft } from './kept-draft.ts';
import { type SettingConflict, SettingsCollide } from './setting-conflict.ts';
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
  /** As the server told it last: settings, visibility, what is allowed, the revision. */
  form: Form;
  /** What is on screen. */
  content: DraftContent;
  /** What the server has. */
  saved: DraftContent;
  history: DraftHistory;
  save: SaveState;
  problems: readonly DraftProblem[];
  /** What is not saved is kept in this browser. */
  isKept: boolean;
  /** Why the server refused. */
  failure: unknown;
  /** What somebody else saved meanwhile, where it collides with what is not saved here. */
  theirs: Form | null;
  /** What both sides of a conflict were made of; null where nobody knows any more. */
  common: DraftContent | null;
  /** What somebody else saved and what of it was merged into what is on screen, until that was read. */
  merged: { by: Form; things: readonly string[] } | null;
  /** Changes of settings that somebody else was faster with: they are chosen about one by one. */
  settingConflicts: readonly SettingConflict[];
  /** Rules that were begun and are neither kept nor given up. */
  unfinished: UnfinishedRules;
  /** What is on screen was left unsaved in this browser earlier. */
  isRestored: boolean;
  /** What other tabs of this browser left unsaved, the newest first; each can be taken up. */
  left: readonly LeftDraft[];
};

/** How the server is asked; what a failure means. */
export type DraftServer = {
  change: (form: Form, change: ChangeFormRequest) => Promise<Form>;
  /** The form as it is now, where a write came too late. */
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
  /** Takes back one act, whatever was done after it: that stays. */
  takeBack: (before: DraftContent, after: DraftContent, label: string) => void;
  /** Keeps a rule that is being made, or forgets it. */
  setUnfinished: (slot: string, rule: UnfinishedRule | null) => void;
  /** What was merged is known by now. */
  dropMerged: () => void;
  /** @returns what was taken back, or done again; null where there was nothing */
  undo: () => string | null;
  redo: () => string | null;
  /** Saves what is not saved. @returns whether the server has all of it now */
  flush: () => Promise<boolean>;
  /**
   * Changes what acts at once (settings, visibility), after what is on its way. Settings are merged with what others
   * changed since they were as in `base`.
   * @throws the client's error; SettingsCollide, after adding to `settingConflicts`, where others changed the same
   */
  send: (change: ChangeFormRequest, base?: Partial<FormSettings>) => Promise<Form>;
  /** Gives up a change of a setting that collided. */
  dropSettingConflict: (name: SettingName) => void;
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
  settle: (choice: Side | Choose, label: string) => void;
  /** Drops what was restored from this browser, and goes on with what the server has. */
  discard: (label: string) => void;
  /** Takes up the newest that other tabs left; undo brings back what was on screen. */
  takeUpLeft: (label: string) => void;
  /** Forgets the newest that other tabs left, which undo brings to the screen. */
  dropLeft: (label: string) => void;
  /** Takes up what was left unsaved, and begins to watch the network and the page. @returns how to end that */
  start: () => () => void;
};

/** Milliseconds: from the last change to saving, between two copies in the browser, and before trying again. */
export const SAVE_PAUSE = 700;
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
  place: DraftPlace = { hub: '', path: '/' },
): FormDraft {
  const first = contentOf(form);
  let state: DraftState = {
    form,
    content: first,
    saved: first,
    history: NO_HISTORY,
    save: 'saved',
    problems: [],
    isKept: true,
    failure: null,
    theirs: null,
    common: null,
    merged: null,
    settingConflicts: [],
    unfinished: NO_UNFINISHED,
    isRestored: false,
    left: [],
  };
  const keeper = createDraftKeeper(form.id, storage, place);
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
    const { content, saved, unfinished, common } = state;
    if (!isDirty() && !hasUnfinished(unfinished)) return;
    const made =
      olderBase === null ? { base: fingerprintOf(saved), from: saved } : { base: olderBase, from: common };
    const isKept = keeper.keep({ content, base: made.base, from: made.from ?? undefined, unfinished });
    if (isKept !== state.isKept) set({ isKept });
  };
  const dropKept = (): void => {
    clearTimeout(keepWait);
    keepWait = undefined;
    if (hasUnfinished(state.unfinished)) keepNow();
    else keeper.drop();
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
      saveAfter(SAVE_PAUSE);
      return;
    }
    dropKept();
  };

  /** A write came too late. @returns whether nothing of the draft was changed by somebody else, so that it can go on */
  const cameLate = (now: Form): boolean => {
    const theirs = contentOf(now);
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
    if (merged.collisions.length === 0) {
      takeIn(now, theirs, merged.content);
      return true;
    }
    keepNow();
    set({ theirs: now, common: state.saved, save: 'conflict' });
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
      history: withTheirs(state.history, { base: saved, theirs }),
      merged: { by: now, things: [...new Set([...(merged?.things ?? []), ...changedThings(saved, theirs)])] },
    });
    keepNow();
    saveAfter(SAVE_PAUSE);
  };

  const refused = (error: unknown, content: DraftContent): void => {
    const refusal = server.refusalOf(error);
    if (refusal?.status === 422) {
      set({ save: 'held', failure: error, problems: placed(content, refusal.fields) });
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
    const problems = problemsOf(content);
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
    saveAfter(SAVE_PAUSE);
  };
  const move = (step: typeof stepBack): string | null => {
    const moved = step(state.history, state.content);
    if (!moved) return null;
    show(moved.content, moved.history);
    return moved.label;
  };
  /** Puts something else in the draft's place, which undo brings back. */
  const replaceBy = (content: DraftContent, label: string): DraftHistory =>
    remember(state.history, content, { label, merge: undefined, at: Date.now() });

  const accept = (now: Form): void => {
    if (state.theirs) return;
    const their = contentOf(now);
    if (isDirty() || isSameContent(their, state.saved)) {
      cameLate(now);
      return;
    }
    // Somebody else changed it, and here is nothing to lose: it is followed.
    const history = withTheirs(state.history, { base: state.saved, theirs: their });
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
  const takeUp = (left: LeftDraft, history = state.history): void => {
    keeper.takeOver(left);
    const isOld = left.base !== fingerprintOf(state.saved);
    const from = left.from ? arranged(left.from) : null;
    const own = arranged(left.content);
    const merged = isOld && from ? mergeDrafts(from, own, state.saved) : null;
    const isMerged = merged?.collisions.length === 0;
    const collides = isOld && !isMerged;
    olderBase = collides ? left.base : null;
    const content = isMerged ? merged.content : sharing(own, state.saved);
    const isSame = isSameContent(content, state.saved);
    set({
      content: isSame ? state.saved : content,
      history,
      isRestored: !isSame,
      unfinished: { ...left.unfinished, ...state.unfinished },
      ...(collides
        ? { save: 'conflict', theirs: state.form, common: from }
        : { save: isSame ? state.save : 'saving' }),
    });
    keepNow();
    if (!collides && !isSame) saveAfter(0);
  };

  /** Whether there is anything in a copy that the server does not have; one without is forgotten. */
  const isUnsaved = (left: LeftDraft): boolean => {
    const isSaved = isSameContent(left.content, state.saved) && !hasUnfinished(left.unfinished);
    if (isSaved) keeper.forget(left);
    return !isSaved;
  };

  /** Takes up at once what this tab left, and what another left as soon as none says that it works on it. */
  const restore = async (tabs: DraftTabs): Promise<void> => {
    const before = keeper.takeLeft();
    const own = keeper.others().find(({ key }) => key === before);
    if (own && !isDirty() && isUnsaved(own)) takeUp(own);
    const asked = keeper.others().map(({ key }) => key);
    if (asked.length === 0) return;

    const held = await tabs.heldElsewhere(asked);
    if (isGone) return;
    const free = keeper.others().filter(({ key }) => asked.includes(key) && !held.has(key));
    const left = free.filter(isUnsaved);
    const [newest, ...older] = left;
    const isFree = newest !== undefined && !isDirty();
    if (isFree) takeUp(newest);
    set({ left: isFree ? older : left });
  };

  const conflictsBeside = (...names: readonly string[]): SettingConflict[] =>
    state.settingConflicts.filter(({ name }) => !names.includes(name));

  /** Nothing is written over: what was wanted waits until one of the two is chosen. */
  const collide = (base: Partial<FormSettings>, wanted: Partial<FormSettings>): SettingsCollide => {
    const names = Object.keys(wanted) as SettingName[];
    const conflicts = names.flatMap((name): SettingConflict[] => {
      const [was, mine] = [base[name], wanted[name]];
      return was === undefined || mine === undefined ? [] : [{ name, base: was, mine }];
    });
    set({ settingConflicts: [...conflictsBeside(...names), ...conflicts] });
    return new SettingsCollide();
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
      show(arranged(changed), remember(history, content, { label, merge, at: Date.now() }));
    },
    takeBack: (before, after, label) => {
      const { content, history } = state;
      const back = withoutAct(before, after, content);
      if (isSameContent(back, content)) return;
      show(sharing(back, content), remember(history, content, { label, merge: undefined, at: Date.now() }));
    },
    setUnfinished: (slot, rule) => {
      const { [slot]: had, ...others } = state.unfinished;
      if (!had && !rule) return;
      set({ unfinished: rule ? { ...others, [slot]: rule } : others });
      if (rule || isDirty()) keepSoon();
      else dropKept();
    },
    dropMerged: () => set({ merged: null }),
    undo: () => move(stepBack),
    redo: () => move(stepForward),
    flush,
    dropSettingConflict: (name) => set({ settingConflicts: conflictsBeside(name) }),
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
    settle: (choice, label) => {
      const { theirs, content, common, saved, history } = state;
      if (!theirs) return;
      const their = contentOf(theirs);
      tries = 0;
      sent = null;
      olderBase = null;
      const choose: Choose = typeof choice === 'string' ? () => choice : choice;
      const opposite: Choose = (one) => ((choose(one) ?? one.kept) === 'mine' ? 'theirs' : 'mine');
      const outcome = (how: Choose, side: Side): DraftContent => {
        if (common) return mergeDrafts(common, content, their, how).content;
        return side === 'mine' ? content : their;
      };
      const isMine = choice !== 'theirs';
      const wanted = outcome(choose, isMine ? 'mine' : 'theirs');
      const isAll = isSameContent(wanted, their);
      set({
        form: theirs,
        saved: their,
        theirs: null,
        common: null,
        content: isAll ? their : wanted,
        history: remember(
          withTheirs(history, { base: common ?? saved, theirs: their }),
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
    takeUpLeft: (label) => {
      const [newest, ...older] = state.left;
      if (!newest || isDirty()) return;
      set({ left: older });
      takeUp(newest, replaceBy(state.content, label));
    },
    dropLeft: (label) => {
      const [newest, ...older] = state.left;
      if (!newest) return;
      keeper.forget(newest);
      set({ left: older, history: replaceBy(arranged(newest.content), label) });
    },
    start: () => {
      isGone = false;
      const tabs = join((key) => !isGone && keeper.holds(key));
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
        if (isDirty() || hasUnfinished(state.unfinished)) keeper.leave();
      };
      /** The browser shows the very page again that was left. */
      const comeBack = () => {
        isGone = false;
        keeper.takeLeft();
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

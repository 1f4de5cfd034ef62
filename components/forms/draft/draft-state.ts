import type { ChangeFormRequest, Form } from '#lib/contract/form.ts';
import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { SettingName } from '#lib/contract/merge-settings.ts';
import type { FieldErrors } from '#lib/fields/problem.ts';
import type { ChooseSide, Side } from '#lib/forms/merge.ts';
import { type DraftContent, draftContentOf } from './draft-content.ts';
import { type DraftHistory, NO_HISTORY } from './draft-history.ts';
import type { DraftProblem } from './draft-problems.ts';
import type { StoredLocalDraft } from './local-draft.ts';
import type { SettingConflict } from './setting-conflict.ts';
import { NO_UNFINISHED, type UnfinishedRule, type UnfinishedRules } from './unfinished-rule.ts';

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

/** A draft as the server has it: nothing is done to it yet. @throws Error for a form that this page can not read */
export function initialDraftState(form: Form): DraftState {
  const content = draftContentOf(form);
  return {
    form,
    content,
    saved: content,
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
}

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
  /** Being saved, or about to be. */
  | 'saving'
  /** A problem must be fixed first. */
  | 'paused'
  /** The server was not reached; retried automatically. */
  | 'offline'
  /** The server refused; retried by the user. */
  | 'failed'
  /** Somebody else saved meanwhile; the user has to choose. */
  | 'conflict';

export type DraftState = {
  /** The form as last returned by the server: settings, visibility, allowed operations, revision. */
  form: Form;
  /** The displayed draft. */
  content: DraftContent;
  /** The draft on the server. */
  saved: DraftContent;
  history: DraftHistory;
  save: SaveState;
  problems: readonly DraftProblem[];
  /** Whether unsaved changes are stored in this browser. */
  isStoredLocally: boolean;
  /** The error with which the server refused. */
  failure: unknown;
  /** What somebody else saved meanwhile, where it conflicts with unsaved changes. */
  theirs: Form | null;
  /** The common base of both sides of a conflict; null where it is not known any more. */
  mergeBase: DraftContent | null;
  /**
   * A form saved by somebody else, and its changes that were merged into the displayed draft, until the notice is
   * dismissed.
   */
  merged: { by: Form; changedNodes: readonly string[] } | null;
  /** Changes of settings that conflict with somebody else's: they are resolved one by one. */
  settingConflicts: readonly SettingConflict[];
  /** Rules that were started and neither saved nor cancelled. */
  unfinished: UnfinishedRules;
  /** Whether the content was restored from unsaved changes in this browser. */
  isRestored: boolean;
  /** Unsaved drafts of other tabs of this browser, the newest first; each can be restored. */
  storedDrafts: readonly StoredLocalDraft[];
};

/** The requests to the server, and the meaning of their failures. */
export type DraftServer = {
  change: (form: Form, change: ChangeFormRequest) => Promise<Form>;
  /** Loads the current form after a stale write. */
  read: (id: string) => Promise<Form>;
  currentOf: (error: unknown) => Form | null;
  /** The server's status and its messages by path; null where it was not reached. */
  refusalOf: (error: unknown) => { status: number; fields: FieldErrors } | null;
};

export type FormDraft = {
  state: () => DraftState;
  subscribe: (listener: () => void) => () => void;
  /**
   * Changes the draft. `label` describes the change for undo; consecutive changes with the same `merge`, such as
   * typing, are one undo step.
   */
  change: (fn: (content: DraftContent) => DraftContent, label: string, merge?: string) => void;
  /** Reverts one change; later changes stay. */
  revert: (before: DraftContent, after: DraftContent, label: string) => void;
  /** Stores a rule that is being edited, or removes it. */
  setUnfinished: (slot: string, rule: UnfinishedRule | null) => void;
  /** Dismisses the notice about merged changes. */
  dismissMerged: () => void;
  /** @returns the label of the undone or redone step; null where there was none */
  undo: () => string | null;
  redo: () => string | null;
  /** Saves unsaved changes. @returns whether the server now has all of them */
  flush: () => Promise<boolean>;
  /**
   * Changes settings and visibility, which take effect immediately, after pending calls. Settings are merged with what
   * others changed since `base`.
   * @throws the client's error; SettingConflictError, after adding to `settingConflicts`, where others changed the same
   */
  send: (change: ChangeFormRequest, base?: Partial<FormSettings>) => Promise<Form>;
  /** Dismisses a setting change that met a conflict. */
  dismissSettingConflict: (name: SettingName) => void;
  /**
   * Takes over the form from the response to another call of this screen, as after publishing. Changes by somebody else
   * are merged, or conflict with unsaved ones.
   */
  accept: (form: Form) => void;
  /** Loads the current form, as after changes by others; without a response, nothing changes. */
  refresh: () => Promise<void>;
  /**
   * Resolves a conflict, with one side for all conflicting parts or with a choice for each; changes without a conflict
   * are included in any case. Undo restores what was not chosen.
   */
  resolveConflict: (choice: Side | ChooseSide, label: string) => void;
  /** Discards restored changes, and continues with the server's content. */
  discard: (label: string) => void;
  /** Restores the newest draft of other tabs; undo brings the current content back. */
  restoreStored: (label: string) => void;
  /** Discards the newest draft of other tabs; undo restores it. */
  discardStored: (label: string) => void;
  /** Restores unsaved changes, and begins to watch the network and the page. @returns a function that stops it */
  start: () => () => void;
};

/** The initial state of a form's draft, without changes. @throws Error for a form that this page can't parse */
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

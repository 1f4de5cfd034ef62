import type { Form } from '#lib/contract/form.ts';
import type { DraftContent } from './draft-content.ts';
import { type DraftServer, type DraftState, initialDraftState } from './draft-state.ts';
import type { LocalDraftStore } from './local-draft-store.ts';

type Timer = ReturnType<typeof setTimeout> | undefined;

/** A draft that is worked on: its state, and what saving and restoring it have to remember beside. */
export type DraftCore = {
  readonly state: () => DraftState;
  readonly set: (next: Partial<DraftState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly server: DraftServer;
  readonly localDrafts: LocalDraftStore;
  /** What a copy was made upon that is older than what the server has, until one of the two is chosen. */
  olderBase: string | null;
  /** Nobody sees this screen any more: what it keeps is for the next. */
  isGone: boolean;
  saveTimer: Timer;
  copyTimer: Timer;
  /** How often saving failed, one time after the other. */
  tries: number;
  /** The last of the calls that wait for each other. */
  lastCall: Promise<unknown>;
  /** What was sent last: an answer that was lost on its way may still have been taken. */
  sent: DraftContent | null;
};

export function createDraftCore(form: Form, server: DraftServer, localDrafts: LocalDraftStore): DraftCore {
  let state = initialDraftState(form);
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    set: (next) => {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    server,
    localDrafts,
    olderBase: null,
    isGone: false,
    saveTimer: undefined,
    copyTimer: undefined,
    tries: 0,
    lastCall: Promise.resolve(),
    sent: null,
  };
}

/** Whether the screen has what the server does not. */
export function isDirty(core: DraftCore): boolean {
  const { content, saved } = core.state();
  return content !== saved;
}

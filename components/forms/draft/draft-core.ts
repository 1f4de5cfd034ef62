import type { Form } from '#lib/contract/form.ts';
import type { DraftContent } from './draft-content.ts';
import { type DraftServer, type DraftState, initialDraftState } from './draft-state.ts';
import type { LocalDraftStore } from './local-draft-store.ts';

type Timer = ReturnType<typeof setTimeout> | undefined;

/** A draft that is being edited: its state, and the internal data for saving and restoring it. */
export type DraftCore = {
  readonly state: () => DraftState;
  readonly set: (next: Partial<DraftState>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  readonly server: DraftServer;
  readonly localDrafts: LocalDraftStore;
  /** The fingerprint of a base older than the server's draft, while a conflict about it is unresolved. */
  olderBase: string | null;
  /** The screen was left: its local copy is for the next one. */
  isGone: boolean;
  saveTimer: Timer;
  copyTimer: Timer;
  /** The number of consecutive failures to save. */
  tries: number;
  /** The last of the queued calls. */
  lastCall: Promise<unknown>;
  /** The content that was sent last: it may have been saved although the response was lost. */
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

/** Whether the screen has unsaved changes. */
export function isDirty(core: DraftCore): boolean {
  const { content, saved } = core.state();
  return content !== saved;
}

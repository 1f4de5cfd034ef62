import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useDraftLocation, useDraftStorage } from '#context/browser-storage.ts';
import type { Form } from '#lib/contract/form.ts';
import { changeForm, currentFormOf, getForm } from '#services/form.ts';
import { failureOf } from '#services/http.ts';
import type { DraftServer, DraftState, FormDraft } from './draft-state.ts';
import { connectDraftTabs } from './draft-tabs.ts';
import { createFormDraft } from './form-draft.ts';

const SERVER: DraftServer = {
  change: async (form, change) => (await changeForm(form, change)).data,
  read: async (id) => (await getForm(id)).data,
  currentOf: currentFormOf,
  refusalOf: (error) => {
    const failure = failureOf(error);
    return failure && { status: failure.status, fields: failure.fields ?? {} };
  },
};

/** The draft's state and the actions on it. */
export type FormDraftControl = DraftState &
  Omit<FormDraft, 'state' | 'subscribe' | 'start'> & {
    /** The current state, for asynchronous code. */
    now: () => DraftState;
    canUndo: boolean;
    canRedo: boolean;
  };

/** A form's draft with autosave; unsaved changes are stored in this browser. */
export function useFormDraft(form: Form, path: string): FormDraftControl {
  const storage = useDraftStorage();
  const { hub } = useDraftLocation();
  const [draft] = useState(() =>
    createFormDraft(form, SERVER, () => storage, connectDraftTabs, { hub, path }),
  );
  const state = useSyncExternalStore(draft.subscribe, draft.state, draft.state);
  useEffect(() => draft.start(), [draft]);
  return useMemo(() => {
    const { state: now, subscribe: _, start: __, ...acts } = draft;
    const { past, future } = state.history;
    return { ...state, ...acts, now, canUndo: past.length > 0, canRedo: future.length > 0 };
  }, [draft, state]);
}

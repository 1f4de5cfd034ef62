import { createContext, useContext } from 'react';
import type { FormDraftControl } from './use-form-draft.ts';

/** The draft that the tabs of the form's screen share. */
export const DraftContext = createContext<FormDraftControl | null>(null);

/** The form's draft, and the actions on it. @throws Error outside the form's screen */
export function useDraft(): FormDraftControl {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error('There is no form around this');
  return draft;
}

import { createContext, useContext } from 'react';

/** Prefix of the controls' ids; another one for each record of a page. */
export const FieldIdPrefixContext = createContext('field');

/** The id of the control at a path. */
export const fieldId = (prefix: string, path: string) => `${prefix}-${path}`;

export const useFieldId = (path: string) => fieldId(useContext(FieldIdPrefixContext), path);

const FOCUSABLE =
  'input:not([type="hidden"], :disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]';

/** Focuses a control, or the first one in a group. @returns false where it isn't on the page */
export function focusField(id: string): boolean {
  const found = document.getElementById(id);
  const control = found?.matches(FOCUSABLE) ? found : found?.querySelector<HTMLElement>(FOCUSABLE);
  if (!found || !control) return false;
  control.focus({ preventScroll: true });
  const { matches: isStill } = window.matchMedia('(prefers-reduced-motion: reduce)');
  // Its label above it should be visible, too.
  (found.closest('[data-field]') ?? found).scrollIntoView?.({
    block: 'center',
    behavior: isStill ? 'auto' : 'smooth',
  });
  return true;
}

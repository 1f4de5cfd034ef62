import { createContext, useContext } from 'react';
import type { ProblemPlace } from './draft-problems.ts';

/** What the properties show. */
export type Selected = { kind: 'form' } | { kind: 'field' | 'page' | 'block'; id: string };

export type Selection = {
  selected: Selected;
  select: (selected: Selected) => void;
  /** Leads to what something is about: its tab, its properties, and the control in them. */
  goTo: (place: ProblemPlace) => void;
  /** Has something said to who can't see it. */
  announce: (words: string) => void;
  /** Whether `takeFocus` has something to tell. */
  wantsFocus: () => boolean;
  /** The control of this tab that is to be focused once it is there, `label` or `options[2].label`; told once. */
  takeFocus: (tab: 'build' | 'logic') => string | null;
};

export const SelectionContext = createContext<Selection | null>(null);

/** @throws Error outside the form's screen */
export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('There is no form around this');
  return selection;
}

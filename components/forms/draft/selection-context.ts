import { createContext, useContext } from 'react';
import type { ProblemPlace } from './draft-problems.ts';

/** The subject of the properties. */
export type Selected = { kind: 'form' } | { kind: 'field' | 'page' | 'block'; id: string };

export type Selection = {
  selected: Selected;
  select: (selected: Selected) => void;
  /** Opens the subject of a problem: its tab, its properties, and the control in them. */
  goTo: (place: ProblemPlace) => void;
  /** Announces a message to screen readers. */
  announce: (message: string) => void;
  /** Whether `takeFocus` would return a control. */
  wantsFocus: () => boolean;
  /** The control of this tab to focus once it is rendered, `label` or `options[2].label`; returned only once. */
  takeFocus: (tab: 'build' | 'logic') => string | null;
};

export const SelectionContext = createContext<Selection | null>(null);

/** @throws Error outside the form's screen */
export function useSelection(): Selection {
  const selection = useContext(SelectionContext);
  if (!selection) throw new Error('There is no form around this');
  return selection;
}

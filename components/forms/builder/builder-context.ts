import { createContext, useContext } from 'react';
import type { ContentBlockKind } from '#components/fields/field-type-icons.ts';
import type { ProblemPlace } from '#components/forms/draft/draft-problems.ts';
import type { Selected } from '#components/forms/draft/selection-context.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import type { BlockPosition } from './draft-changes.ts';
import type { MoveTarget } from './move-field.ts';

/** What can be added: a field of a type, or something between the fields. */
export type AddableKind = FieldType | ContentBlockKind;

/** What can be done to the form, by mouse and keyboard alike; the same object as long as the screen lives. */
export type Builder = {
  /** Adds where it was dropped, else after what is selected. */
  add: (kind: AddableKind, spot?: BlockPosition) => void;
  addFieldToGroup: (group: string, type: FieldType) => void;
  remove: (id: string) => void;
  duplicate: (id: string) => void;
  move: (id: string, step: -1 | 1) => void;
  moveToPage: (id: string, page: number) => void;
  /** Moves a field into a group or out of one; asks first where that breaks something, or where to. */
  moveField: (id: string, to: MoveTarget | null) => void;
  /** Pages and blocks in a new order. */
  reorder: (keys: readonly string[], moved: string) => void;
  removePage: (id: string) => void;
  movePage: (id: string, step: -1 | 1) => void;
  select: (selected: Selected) => void;
  /** Selects, and puts the focus into the properties. */
  edit: (place: ProblemPlace) => void;
  /** Keeps a field for `paste`, here or in another form of this browser. */
  copy: (id: string) => void;
  paste: () => void;
};

export const BuilderContext = createContext<Builder | null>(null);

/** @throws Error outside the builder */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext);
  if (!builder) throw new Error('There is no builder around this');
  return builder;
}

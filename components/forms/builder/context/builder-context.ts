import { createContext, useContext } from 'react';
import type { ContentBlockKind } from '#components/fields/field-type-icons.ts';
import type { BlockPosition } from '#components/forms/builder/changes/draft-changes.ts';
import type { MoveTarget } from '#components/forms/builder/changes/move-field.ts';
import type { ProblemPlace } from '#components/forms/draft/draft-problems.ts';
import type { Selected } from '#components/forms/draft/selection-context.ts';
import type { FieldType } from '#lib/fields/field-types.ts';

/** Types that can be added: a field of a type, or a block between the fields. */
export type AddableKind = FieldType | ContentBlockKind;

/** The actions on the form, for mouse and keyboard; the same object for the lifetime of the screen. */
export type Builder = {
  /** Adds at the given position, else after the selection. */
  add: (kind: AddableKind, spot?: BlockPosition) => void;
  addFieldToGroup: (group: string, type: FieldType) => void;
  remove: (id: string) => void;
  duplicate: (id: string) => void;
  move: (id: string, step: -1 | 1) => void;
  moveToPage: (id: string, page: number) => void;
  /** Moves a field into a group or out of one; opens a dialog where that breaks something, or without a destination. */
  moveField: (id: string, to: MoveTarget | null) => void;
  /** Pages and blocks in a new order. */
  reorder: (keys: readonly string[], moved: string) => void;
  removePage: (id: string) => void;
  movePage: (id: string, step: -1 | 1) => void;
  select: (selected: Selected) => void;
  /** Selects, and focuses the properties. */
  edit: (place: ProblemPlace) => void;
  /** Stores a field for `paste`, here or in another form of this browser. */
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

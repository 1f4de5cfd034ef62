import { expect } from 'vitest';
import { type Model, onItem } from './model.ts';

type Seen = { person: string | null; item: string };

/** Who sees which items by the model, whether or not they are in the trash. */
export function seenBy(model: Model): Seen[] {
  return [...model.items.keys()].flatMap((item) =>
    [...model.hub.keys(), null].flatMap((person) =>
      onItem(model, person, item) > 0 ? [{ person, item }] : [],
    ),
  );
}

/** Whether an item always has the readers of a folder above it, or of its space (null). */
export function follows(model: Model, name: string, holder: string | null): boolean {
  const found = model.items.get(name);
  if (name === holder || !found) return name === holder;
  if (found.visibility !== 'shared' || found.people.size > 0) return false;
  return found.parent === null ? holder === null : follows(model, found.parent, holder);
}

/**
 * Checks a change that needed no confirmation: nobody but its user sees an item that they did not see before,
 * unless the change chose the readers of that item.
 */
export function expectNothingDisclosed(
  model: Model,
  before: readonly Seen[],
  by: string,
  isChosen: (item: string) => boolean,
): void {
  const known = new Set(before.map(({ person, item }) => `${person} ${item}`));
  const disclosed = seenBy(model).filter(
    ({ person, item }) => person !== by && !isChosen(item) && !known.has(`${person} ${item}`),
  );
  expect(disclosed, 'disclosed without a question').toEqual([]);
}

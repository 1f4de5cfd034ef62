import type { FieldDefinition } from '#lib/fields/definition.ts';

/** What is shown of a field, by the names of its parts; compared part by part. */
type Shown = Readonly<Record<string, unknown>>;

const isSame = (left: Shown, right: Shown): boolean =>
  Object.keys(left).every((part) => Object.is(left[part], right[part]));

/** The states of fields, each the same object until something in it changes, and the listeners of changes. */
export function createFieldStates<State extends Shown>(look: (field: FieldDefinition) => State) {
  const states = new Map<FieldDefinition, State>();
  const listeners = new Map<FieldDefinition, Set<() => void>>();
  return {
    state(field: FieldDefinition): State {
      const known = states.get(field);
      if (known) return known;
      const made = look(field);
      states.set(field, made);
      return made;
    },
    /** Tells the listeners of a field if its state is another now. */
    notify(field: FieldDefinition): void {
      const known = states.get(field);
      const next = look(field);
      if (known && isSame(known, next)) return;
      states.set(field, next);
      for (const listener of listeners.get(field) ?? []) listener();
    },
    /** @returns a function that unsubscribes */
    subscribe(field: FieldDefinition, listener: () => void): () => void {
      const own = listeners.get(field) ?? new Set();
      listeners.set(field, own.add(listener));
      return () => void own.delete(listener);
    },
  };
}

import type { Ambiguity, InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

type AmbiguityReader = (field: FieldDefinition, value: unknown, writtenIn: InputFormat) => Ambiguity | null;

let reader: AmbiguityReader | null = null;

/**
 * Provides `ambiguous-text.ts` to all forms of the page: it is loaded with the first field for a number or a
 * time.
 */
export function setAmbiguityReader(read: AmbiguityReader): void {
  reader = read;
}

/** The ambiguity of a text, from `findAmbiguity`; null until that is loaded. */
export const ambiguityOf: AmbiguityReader = (field, value, writtenIn) =>
  reader?.(field, value, writtenIn) ?? null;

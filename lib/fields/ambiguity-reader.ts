import type { Ambiguity, InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

type AmbiguityReader = (field: FieldDefinition, value: unknown, writtenIn: InputFormat) => Ambiguity | null;

let reader: AmbiguityReader | null = null;

/** Gives `ambiguous-text.ts` to all forms of the page: it comes with the first field for a number or a time. */
export function setAmbiguityReader(read: AmbiguityReader): void {
  reader = read;
}

/** What is to be asked about a text, as `findAmbiguity` says it; null until that is loaded. */
export const ambiguityOf: AmbiguityReader = (field, value, writtenIn) =>
  reader?.(field, value, writtenIn) ?? null;

import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Unclear, WrittenIn } from '#lib/fields/unclear-text.ts';

type UnclearReader = (field: FieldDefinition, value: unknown, writtenIn: WrittenIn) => Unclear | null;

let reader: UnclearReader | null = null;

/** Gives `unclear-text.ts` to all forms of the page: it comes with the first field for a number or a time. */
export function loadUnclearReader(read: UnclearReader): void {
  reader = read;
}

/** What is to be asked about a text, as `unclearText` says it; null until that is loaded. */
export const askedOf: UnclearReader = (field, value, writtenIn) => reader?.(field, value, writtenIn) ?? null;

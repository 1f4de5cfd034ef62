import { loadFileAnswers, loadOptionFinder, loadSentFiles } from '#components/fields/later-parts.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

/** How long the page is left alone first, in milliseconds. */
const REST_MS = 1_500;

const someField = (fields: readonly FieldDefinition[], is: (field: FieldDefinition) => boolean): boolean =>
  fields.some((field) => is(field) || someField(field.fields ?? [], is));

/**
 * Loads what later pages of this form will need, while there is a network: nobody may stand before half a form because
 * it went away meanwhile. @returns what calls it off
 */
export function warmUp(fields: readonly FieldDefinition[]): () => void {
  const timer = setTimeout(() => {
    const wanted: Promise<unknown>[] = [];
    if (someField(fields, ({ type }) => type === 'file')) wanted.push(loadSentFiles(), loadFileAnswers());
    if (someField(fields, ({ options = [] }) => options.length > 0)) wanted.push(loadOptionFinder());
    // What could not be loaded is asked for again when it is needed.
    void Promise.allSettled(wanted);
  }, REST_MS);
  return () => clearTimeout(timer);
}

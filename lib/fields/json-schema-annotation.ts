import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { UnparsedObject } from '#lib/fields/problem-collector.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Under `$defs`: no validator applies it to a value, and strict ones accept unknown keywords there. */
const KEY = 'x-hubkeep';
const FIELDS = 'x-fields';

/**
 * The parts of a definition that the keywords can't express, so that a form created from its schema is the
 * same form.
 */
export const createAnnotation = (fields: readonly FieldDefinition[]): UnparsedObject => ({
  [KEY]: { $comment: 'The form itself: what is asked of a value stands in the keywords.', [FIELDS]: fields },
});

/** The definition in a schema, unparsed; null where it has none. */
export function readAnnotation(schema: UnparsedObject): unknown {
  const { $defs } = schema;
  const own = isRecord($defs) && Object.hasOwn($defs, KEY) ? $defs[KEY] : null;
  return isRecord(own) && Object.hasOwn(own, FIELDS) ? own[FIELDS] : null;
}

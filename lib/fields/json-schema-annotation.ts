import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { UnparsedObject } from '#lib/fields/problem-collector.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Under `$defs`: no validator asks it of a value, and strict ones take what they do not know there. */
const KEY = 'x-hubkeep';
const FIELDS = 'x-fields';

/** What a definition says beyond the keywords, so that a form made of its schema is the same form. */
export const createAnnotation = (fields: readonly FieldDefinition[]): UnparsedObject => ({
  [KEY]: { $comment: 'The form itself: what is asked of a value stands in the keywords.', [FIELDS]: fields },
});

/** The definition that a schema carries, unread; null where it carries none. */
export function readAnnotation(schema: UnparsedObject): unknown {
  const { $defs } = schema;
  const own = isRecord($defs) && Object.hasOwn($defs, KEY) ? $defs[KEY] : null;
  return isRecord(own) && Object.hasOwn(own, FIELDS) ? own[FIELDS] : null;
}

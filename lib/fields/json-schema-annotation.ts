import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isObject, type UnparsedObject } from '#lib/fields/problem-collector.ts';

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
  const own = isObject($defs) && Object.hasOwn($defs, KEY) ? $defs[KEY] : null;
  return isObject(own) && Object.hasOwn(own, FIELDS) ? own[FIELDS] : null;
}

const isGiven = ([, value]: readonly [string, unknown]) => value !== undefined;

/** Whether two values are the same JSON; nothing else is the same as a key that is missing. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) || Array.isArray(other))
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((value, at) => isSameJson(value, other[at]))
    );
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  const known = Object.entries(one).filter(isGiven);
  return (
    known.length === Object.entries(other).filter(isGiven).length &&
    known.every(([key, value]) => Object.hasOwn(other, key) && isSameJson(value, other[key]))
  );
}

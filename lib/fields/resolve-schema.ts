import type { UnparsedObject } from '#lib/fields/problem-collector.ts';
import { type AddNote, annotatedType } from '#lib/fields/read-schema-keywords.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { sameValue } from '#lib/text/same-value.ts';

const REFERENCES_MAX = 10;
/** Maximum number of parts of `allOf` in total, including nested ones. */
const PARTS_MAX = 100;

/** Follows `#/$defs/…`, a few steps; null for an invalid reference. */
export function resolveReference(input: unknown, root: UnparsedObject): UnparsedObject | null {
  let schema = input;
  for (
    let step = 0;
    step < REFERENCES_MAX && isRecord(schema) && typeof schema.$ref === 'string';
    step += 1
  ) {
    if (!schema.$ref.startsWith('#/')) return null;
    let target: unknown = root;
    for (const part of schema.$ref.slice(2).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    const { $ref: _, ...beside } = schema;
    schema = isRecord(target) ? { ...target, ...beside } : undefined;
  }
  return isRecord(schema) && schema.$ref === undefined ? schema : null;
}

const SILENT = new Set([
  '$id',
  '$schema',
  '$defs',
  '$comment',
  'title',
  'description',
  'examples',
  'default',
]);
const LARGER = new Set(['minimum', 'minLength', 'minItems']);
const SMALLER = new Set(['maximum', 'maxLength', 'maxItems']);

/** The combined value of a keyword in two schemas; undefined where both can't be kept. */
function both(keyword: string, one: unknown, other: unknown, note: AddNote): unknown {
  if (sameValue(one, other)) return one;
  if (SILENT.has(keyword)) return one;
  if (typeof one === 'number' && typeof other === 'number') {
    if (LARGER.has(keyword)) return Math.max(one, other);
    if (SMALLER.has(keyword)) return Math.min(one, other);
  }
  if (keyword === 'required' && Array.isArray(one) && Array.isArray(other))
    return [...new Set([...one, ...other])];
  if (keyword === 'properties' && isRecord(one) && isRecord(other)) {
    for (const [name, schema] of Object.entries(other))
      if (Object.hasOwn(one, name) && !sameValue(one[name], schema))
        note(`What allOf says of ${name.slice(0, 100)} once more is not kept`);
    return { ...other, ...one };
  }
  note(`What allOf says of ${keyword} is not kept`);
  return one;
}

/** A schema merged with the parts of its `allOf`; patterns stay separate. */
export function mergeAllOf(schema: UnparsedObject, root: UnparsedObject, note: AddNote): UnparsedObject {
  if (!Array.isArray(schema.allOf) || annotatedType(schema)) return schema;
  const { allOf, ...own } = schema;
  const merged = new Map<string, unknown>(Object.entries(own));
  const patterns: UnparsedObject[] = [];
  const open: unknown[] = [...allOf].slice(0, PARTS_MAX).reverse();
  for (let count = 0; open.length > 0 && count < PARTS_MAX; count += 1) {
    const part = resolveReference(open.pop(), root);
    if (!part) {
      note('A part of allOf cannot be read and is not kept');
      continue;
    }
    if (Array.isArray(part.allOf)) open.push(...part.allOf.slice(0, PARTS_MAX));
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === 'allOf') continue;
      if (keyword === 'pattern' && merged.has(keyword)) patterns.push({ pattern: value });
      else merged.set(keyword, merged.has(keyword) ? both(keyword, merged.get(keyword), value, note) : value);
    }
  }
  if (open.length > 0) note('Not all parts of allOf are kept');
  if (patterns.length > 0) merged.set('allOf', patterns);
  return Object.fromEntries(merged);
}

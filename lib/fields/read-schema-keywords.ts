import { OPTIONS_MAX, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { FIELD_TYPES, type FieldType, isChoice, rulesFor } from '#lib/fields/field-types.ts';
import type { UnparsedObject } from '#lib/fields/problem-collector.ts';
import { COUNT_MAX } from '#lib/fields/size-check.ts';
import { LENGTH_MAX } from '#lib/fields/text-check.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { isBlank } from '#lib/text/text.ts';

/** Reports the parts of a property that a form can't express. */
export type AddNote = (sentence: string) => void;

/**
 * A text that is valid as a label or help: of one line or more, without characters that can't be shown, and
 * not too long.
 */
export function readableText(value: unknown, max: number, multiline = false): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken away
    .replace(multiline ? /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g : /[\0-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ');
  return isBlank(text) ? undefined : [...text.slice(0, 2 * max)].slice(0, max).join('').toWellFormed();
}

/** The one type besides `null`; the type that the keywords imply where none is named. */
export function baseType(schema: UnparsedObject): unknown {
  const { type } = schema;
  if (Array.isArray(type)) {
    const types = type.filter((one) => one !== 'null');
    return types.length === 1 ? types[0] : types;
  }
  if (type !== undefined) return type;
  if (isRecord(schema.properties)) return 'object';
  if (schema.items !== undefined) return 'array';
  if (['pattern', 'format', 'minLength', 'maxLength'].some((keyword) => keyword in schema)) return 'string';
  return 'minimum' in schema || 'maximum' in schema || 'multipleOf' in schema ? 'number' : undefined;
}

export const mayBeNull = ({ type, enum: values }: UnparsedObject): boolean =>
  (Array.isArray(type) && type.includes('null')) || (Array.isArray(values) && values.includes(null));

type ReadOption = { id: string; label: string };

const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** Whether a free text may be given besides the constants: the last alternative in our own schemas. */
export function allowsOther({ anyOf }: UnparsedObject): boolean {
  const last: unknown = Array.isArray(anyOf) && anyOf.length > 1 ? anyOf.at(-1) : null;
  return isRecord(last) && Object.keys(last).sort().join() === 'maxLength,pattern' && last.pattern === '\\S';
}

/** The options of `enum`, `const`, or `oneOf` and `anyOf` of constants. */
function choicesOf(schema: UnparsedObject): { value: unknown; title: unknown }[] | null {
  const alternatives = schema.oneOf ?? schema.anyOf;
  const list = allowsOther(schema) && Array.isArray(alternatives) ? alternatives.slice(0, -1) : alternatives;
  if (Array.isArray(list) && list.length > 0 && list.every((one) => isRecord(one) && 'const' in one))
    return list.filter(isRecord).map((one) => ({ value: one.const, title: one.title }));
  if (Array.isArray(schema.enum)) return schema.enum.map((value: unknown) => ({ value, title: undefined }));
  const isChoiceOfOne = typeof schema.const === 'string' || typeof schema.const === 'boolean';
  return isChoiceOfOne ? [{ value: schema.const, title: schema.title }] : null;
}

export const hasChoices = (schema: UnparsedObject): boolean =>
  choicesOf(schema)?.some(({ value }) => isScalar(value) && value !== '') ?? false;

/** The options of a choice, each once; invalid ones are noted. */
export function optionsOf(schema: UnparsedObject, note: AddNote): ReadOption[] {
  const options = new Map<string, string>();
  let left = 0;
  let isOther = false;
  for (const { value, title } of choicesOf(schema) ?? []) {
    if (value === null) continue;
    const id = isScalar(value) ? String(value) : '';
    if (readableText(id, TEXT_LIMITS.option) !== id || options.has(id) || options.size >= OPTIONS_MAX) {
      left += 1;
      continue;
    }
    if (typeof value !== 'string') isOther = true;
    options.set(id, readableText(title, TEXT_LIMITS.option) ?? id);
  }
  if (left > 0) note(`${left} of the choices cannot be options of a field and were left out`);
  if (isOther) note('The choices are kept as texts');
  return [...options].map(([id, label]) => ({ id, label }));
}

const FORMATS = new Map<unknown, FieldType>([
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'url'],
  ['iri', 'url'],
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime'],
]);

/** The type that schemas by Hubkeep contain. */
export function annotatedType({ $comment }: UnparsedObject): FieldType | undefined {
  return FIELD_TYPES.find((type) => $comment === `type: ${type}`);
}

/** The type of field for such a value. */
export function typeOf(schema: UnparsedObject, note: AddNote): FieldType {
  const annotatedAs = annotatedType(schema);
  if (annotatedAs) return annotatedAs;
  if (hasChoices(schema)) return 'select';
  const type = baseType(schema);
  if (type === 'object') return isRecord(schema.properties) ? 'form' : 'json';
  if (type === 'integer') note('That the number is whole is not kept');
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'select';
  if (type !== 'string') {
    note('The kind of value is not known to forms; it is taken as JSON');
    return 'json';
  }
  const known = FORMATS.get(schema.format);
  if (known) return known;
  if (typeof schema.format === 'string') note(`The format ${schema.format.slice(0, 100)} is not kept`);
  return typeof schema.maxLength === 'number' && schema.maxLength > LENGTH_MAX.other ? 'textarea' : 'text';
}

/** Keywords that express more than fields and rules can. */
const IGNORED_KEYWORDS = [
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'if', 'then', 'else', 'anyOf', 'oneOf', 'not'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies', 'patternProperties', 'propertyNames'],
  ...['minProperties', 'maxProperties', 'prefixItems', 'contains', 'minContains', 'maxContains'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'contentEncoding', 'contentMediaType', 'contentSchema'],
];

/** Notes each keyword of a schema that is not imported; of our own schemas, every one is. */
export function noteKeywords(
  schema: UnparsedObject,
  field: { type: FieldType; multiple?: boolean },
  note: AddNote,
): void {
  if (annotatedType(schema)) return;
  for (const keyword of IGNORED_KEYWORDS) {
    const isChoices = (keyword === 'anyOf' || keyword === 'oneOf') && isChoice(field) && hasChoices(schema);
    if (keyword in schema && !isChoices) note(`What ${keyword} says is not kept`);
  }
  if (schema.uniqueItems === true && !isChoice(field)) note('What uniqueItems says is not kept');
  const more = schema.additionalProperties;
  if (more !== undefined && more !== false && (isRecord(more) || field.type === 'form'))
    note('What additionalProperties says is not kept');
}

/**
 * The patterns that a text must match, without those that our own schemas have for every text, phone and web
 * address.
 */
function patternsOf(value: UnparsedObject, declared: FieldType | undefined): unknown[] {
  const parts: unknown[] = Array.isArray(value.allOf) ? value.allOf : [];
  const all = [value.pattern, ...parts.map((part) => (isRecord(part) ? part.pattern : undefined))];
  const stated = all.filter((pattern) => typeof pattern === 'string' && !/^(?:\^\$\|)?\\S$/.test(pattern));
  return declared === 'phone' || declared === 'url' ? stated.slice(1) : stated;
}

/**
 * Rules from the keywords, of those that the field's type has; without those that our own schemas have for
 * every field.
 */
export function rulesOf(
  schema: UnparsedObject,
  items: UnparsedObject | null,
  field: { type: FieldType; multiple?: boolean },
  note: AddNote,
): { rule: string; value: unknown }[] {
  const value = items ?? schema;
  const annotatedAs = annotatedType(schema);
  const { minLength, maxLength, minimum, maximum } = value;
  const ceilings: unknown[] = Object.values(LENGTH_MAX);
  const [pattern, ...others] = patternsOf(value, annotatedAs);
  if (others.length > 0) note('Of several patterns, only the first is kept');
  const stated: [string, unknown][] = [];
  if (minLength !== undefined && minLength === maxLength) stated.push(['length', minLength]);
  else {
    stated.push(['min_length', minLength === 0 ? undefined : minLength]);
    stated.push(['max_length', ceilings.includes(maxLength) ? undefined : maxLength]);
  }
  stated.push(['min', minimum], ['max', maximum]);
  stated.push(['equal', field.type === 'number' ? value.const : undefined]);
  if (items && schema.minItems !== undefined && schema.minItems === schema.maxItems)
    stated.push(['count', schema.minItems]);
  else if (items) {
    stated.push(['min_count', schema.minItems === 0 || schema.minItems === 1 ? undefined : schema.minItems]);
    stated.push(['max_count', schema.maxItems === COUNT_MAX ? undefined : schema.maxItems]);
  }
  stated.push(['pattern', pattern]);
  const own: readonly string[] = rulesFor(field);
  return stated.flatMap(([rule, wanted]) => {
    if (wanted === undefined) return [];
    if (own.includes(rule)) return [{ rule, value: wanted }];
    // Of our own schemas, nothing but a date's format is lost.
    if (!annotatedAs || field.type === 'date')
      note(`The rule ${rule} does not fit a field of type ${field.type} and is not kept`);
    return [];
  });
}

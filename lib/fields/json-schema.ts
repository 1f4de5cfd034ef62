import { OTHER_MAX } from '#lib/fields/choice-check.ts';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import type { FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { isChoice, isList, type RuleName } from '#lib/fields/field-types.ts';
import { createAnnotation } from '#lib/fields/json-schema-annotation.ts';
import { COUNT_MAX } from '#lib/fields/size-check.ts';
import { PHONE } from '#lib/fields/stored-value.ts';
import { LENGTH_MAX } from '#lib/fields/text-check.ts';

type JsonSchema = Record<string, unknown>;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The JSON Schema of the values of several fields. */
type ObjectSchema = {
  type: 'object';
  /** By the name of their field. */
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: false;
};
/** That of a form's values, with the form itself as an annotation. */
export type FormValuesSchema = ObjectSchema & { $schema: typeof DIALECT; $defs: JsonSchema };

/** `HH:MM[:SS]`; JSON Schema's own `time` requires an offset. */
const TIME = '^(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9])?$';
const NOT_BLANK = '\\S';
const BLANK_ONLY_IF_EMPTY = '^$|\\S';

type RuleNumbers = Partial<Record<RuleName, Rule['value']>>;

const rulesOf = (field: FieldDefinition): RuleNumbers =>
  Object.fromEntries(field.rules?.map(({ rule, value }) => [rule, value]) ?? []);

/** The keywords with a value. */
function present(keywords: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/** A day in `format`; whether the calendar has it can't be expressed. */
function writtenDay(format: string): string {
  const numbers: Record<string, string> = {
    YYYY: '[0-9]{4}',
    MM: '(?:0[1-9]|1[0-2])',
    DD: '(?:0[1-9]|[12][0-9]|3[01])',
  };
  const parts = format.split(/(YYYY|MM|DD)/);
  return `^${parts.map((part) => numbers[part] ?? part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('')}$`;
}

function textSchema(
  field: FieldDefinition,
  kind: { format?: string; pattern?: string },
  ceiling: number,
): JsonSchema {
  const rules = rulesOf(field);
  const blank = field.required === false ? BLANK_ONLY_IF_EMPTY : NOT_BLANK;
  const date = rules.date_format === undefined ? undefined : writtenDay(dateFormatOf(field));
  const patterns = [kind.pattern ?? date ?? (kind.format ? undefined : blank), rules.pattern].filter(
    (pattern) => pattern !== undefined,
  );
  const [first, ...others] = patterns;
  return present({
    type: 'string',
    format: kind.format,
    minLength: rules.length ?? rules.min_length,
    maxLength: rules.length ?? rules.max_length ?? ceiling,
    pattern: first,
    allOf: others.length > 0 ? others.map((pattern) => ({ pattern })) : undefined,
  });
}

function choiceSchema(field: FieldDefinition): JsonSchema {
  const options = field.options?.map(({ id, label }) => ({ const: id, title: label })) ?? [];
  if (!field.allow_other) return { type: 'string', oneOf: options };
  return { type: 'string', anyOf: [...options, { pattern: NOT_BLANK, maxLength: OTHER_MAX }] };
}

/** The schema of one value of the field. */
function valueSchema(field: FieldDefinition): JsonSchema {
  const rules = rulesOf(field);
  switch (field.type) {
    case 'text':
      return textSchema(field, {}, LENGTH_MAX.text);
    case 'textarea':
      return textSchema(field, {}, LENGTH_MAX.textarea);
    case 'email':
      return textSchema(field, { format: 'idn-email' }, LENGTH_MAX.other);
    case 'phone':
      return textSchema(field, { pattern: PHONE }, LENGTH_MAX.other);
    case 'url':
      return textSchema(field, { format: 'iri', pattern: '^[hH][tT][tT][pP][sS]?://' }, LENGTH_MAX.other);
    case 'number':
      return present({ type: 'number', minimum: rules.min, maximum: rules.max, const: rules.equal });
    case 'date':
      return rules.date_format === undefined
        ? { type: 'string', format: 'date' }
        : { type: 'string', pattern: writtenDay(dateFormatOf(field)) };
    case 'time':
      return { type: 'string', pattern: TIME };
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'file':
      return { type: 'string', minLength: 1, maxLength: 200 };
    case 'checkboxes':
    case 'select':
    case 'multi-select':
      return choiceSchema(field);
    case 'form':
      return objectSchema(field.fields ?? []);
    case 'json':
      return { not: { enum: [null, ''] } };
  }
}

function listSchema(field: FieldDefinition): JsonSchema {
  const rules = rulesOf(field);
  const least = rules.count ?? rules.min_count ?? (field.required === false ? undefined : 1);
  return present({
    type: 'array',
    // An entry exists or it doesn't: none of them is empty.
    items: valueSchema({ ...field, required: true }),
    minItems: least,
    maxItems: rules.count ?? rules.max_count ?? COUNT_MAX,
    uniqueItems: isChoice(field) ? true : undefined,
  });
}

/** The schema of one property. */
export function fieldSchemaOf(field: FieldDefinition): JsonSchema {
  return present({
    title: field.label,
    description: field.help,
    // What the keywords alone can't express when the schema is imported again.
    $comment: `type: ${field.type}`,
    default: field.default,
    readOnly: field.formula === undefined ? undefined : true,
    ...(isList(field) ? listSchema(field) : valueSchema(field)),
  });
}

/** Fields that are required whatever the values of the others. */
export const isAlwaysRequired = (field: FieldDefinition) =>
  field.required !== false && !field.visible_if && !field.required_if && field.formula === undefined;

function objectSchema(fields: readonly FieldDefinition[]): ObjectSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchemaOf(field)])),
    required: fields.filter(isAlwaysRequired).map(({ name }) => name),
    additionalProperties: false,
  };
}

/**
 * The JSON Schema (2020-12) of the values that a definition accepts. It contains what can be expressed of
 * each value by itself: conditions make a field optional, and files, days of the calendar and earliest and
 * latest times are left to the validator. What the keywords can't express (placeholders, sizes of files,
 * conditions) is in an annotation under `$defs`, so that `fieldsOfJsonSchema` returns the same definition.
 */
export function jsonSchemaOf(fields: readonly FieldDefinition[]): FormValuesSchema {
  return {
    $schema: DIALECT,
    ...objectSchema(fields),
    $defs: createAnnotation(fields),
  };
}

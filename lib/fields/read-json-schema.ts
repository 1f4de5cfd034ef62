import {
  DEFINITION_LIMITS,
  OPTIONS_MAX,
  type ReadFields,
  readFields,
  TEXT_LIMITS,
} from '#lib/fields/definition.ts';
import { FIELD_TYPES, type FieldType, isChoice, rulesFor } from '#lib/fields/field-types.ts';
import { isObject, type Unread } from '#lib/fields/problems.ts';
import { COUNT_MAX, LENGTH_MAX } from '#lib/fields/value-check.ts';
import { isBlank } from '#lib/text.ts';

/** What of a schema a form doesn't say, as sentences under the path of its property. */
export type Notes = Record<string, string[]>;
export type ReadSchema = (ReadFields & { ok: true; notes: Notes }) | (ReadFields & { ok: false });

type Reading = { root: Unread; notes: Notes };

const REFERENCES_MAX = 10;

/** Follows `#/$defs/…`, a few steps. */
function resolved(input: unknown, { root }: Reading): Unread | null {
  let schema = input;
  for (
    let step = 0;
    step < REFERENCES_MAX && isObject(schema) && typeof schema.$ref === 'string';
    step += 1
  ) {
    if (!schema.$ref.startsWith('#/')) return null;
    let target: unknown = root;
    for (const part of schema.$ref.slice(2).split('/')) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      target = isObject(target) && Object.hasOwn(target, key) ? target[key] : undefined;
    }
    const { $ref: _, ...beside } = schema;
    schema = isObject(target) ? { ...target, ...beside } : undefined;
  }
  return isObject(schema) && schema.$ref === undefined ? schema : null;
}

function note({ notes }: Reading, path: string, sentence: string): void {
  notes[path] = [...(notes[path] ?? []), sentence];
}

/** The one type that is left when `null` is taken away. */
function plainType(schema: Unread): unknown {
  if (!Array.isArray(schema.type)) return schema.type;
  const types = schema.type.filter((type) => type !== 'null');
  return types.length === 1 ? types[0] : types;
}

type ReadOption = { id: string; label: string };

function optionsOf(schema: Unread): ReadOption[] | null {
  const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  const choices = schema.oneOf ?? schema.anyOf;
  let found: ReadOption[] = [];
  if (Array.isArray(choices) && choices.every((one) => isObject(one) && isScalar(one.const)))
    found = choices.filter(isObject).map((one) => ({
      id: String(one.const),
      label: typeof one.title === 'string' ? one.title : String(one.const),
    }));
  else if (Array.isArray(schema.enum))
    found = schema.enum.filter(isScalar).map((one: unknown) => ({ id: String(one), label: String(one) }));
  return found.length > 0 ? found.slice(0, OPTIONS_MAX) : null;
}

const FORMATS: Record<string, FieldType> = {
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  iri: 'url',
  date: 'date',
  time: 'time',
  'date-time': 'datetime',
};

function toldType({ $comment }: Unread): FieldType | undefined {
  return FIELD_TYPES.find((type) => $comment === `type: ${type}`);
}

function typeOf(schema: Unread, reading: Reading, path: string): FieldType {
  const told = toldType(schema);
  if (told) return told;
  if (optionsOf(schema)) return 'select';
  const type = plainType(schema);
  if (type === 'object') return isObject(schema.properties) ? 'form' : 'json';
  if (type === 'integer') note(reading, path, 'That the number is whole is not kept');
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'boolean') return 'select';
  if (type !== 'string') {
    note(reading, path, 'The kind of value is not known to forms; it is taken as JSON');
    return 'json';
  }
  const format = typeof schema.format === 'string' ? schema.format : undefined;
  const known = format === undefined ? undefined : FORMATS[format];
  if (format !== undefined && !known) note(reading, path, `The format ${format} is not kept`);
  if (known) return known;
  return typeof schema.maxLength === 'number' && schema.maxLength > LENGTH_MAX.other ? 'textarea' : 'text';
}

/** Keywords that say more than rules can. */
const NOT_KEPT = [
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'if',
  'then',
  'else',
  'anyOf',
  'not',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
  'contains',
  'unevaluatedProperties',
] as const;

/** Rules that the keywords say, of those that the field's type has; what our own schemas say of every field is left out. */
function rulesOf(
  schema: Unread,
  items: Unread | null,
  field: { type: FieldType; multiple?: boolean },
  reading: Reading,
  path: string,
) {
  const value = items ?? schema;
  const { minLength, maxLength, minimum, maximum } = value;
  const ceilings: unknown[] = Object.values(LENGTH_MAX);
  const said: [string, unknown][] = [
    ...(minLength !== undefined && minLength === maxLength
      ? [['length', minLength] satisfies [string, unknown]]
      : ([
          ['min_length', minLength === 0 ? undefined : minLength],
          ['max_length', ceilings.includes(maxLength) ? undefined : maxLength],
        ] satisfies [string, unknown][])),
    ['min', minimum],
    ['max', maximum],
    ['equal', field.type === 'number' ? value.const : undefined],
  ];
  if (items && schema.minItems !== undefined && schema.minItems === schema.maxItems)
    said.push(['count', schema.minItems]);
  else if (items) {
    said.push(['min_count', Number(schema.minItems) > 1 ? schema.minItems : undefined]);
    said.push(['max_count', schema.maxItems === COUNT_MAX ? undefined : schema.maxItems]);
  }
  const patterns = [
    value.pattern,
    ...(Array.isArray(value.allOf) ? value.allOf : []).map((part) => isObject(part) && part.pattern),
  ];
  const asksMore = patterns.filter(
    (pattern) => typeof pattern === 'string' && !/^(?:\^\$\|)?\\S$/.test(pattern),
  );
  if (toldType(schema) !== 'phone' && toldType(schema) !== 'url') said.push(['pattern', asksMore[0]]);
  else said.push(['pattern', asksMore[1]]);
  const own: readonly string[] = rulesFor(field);
  for (const keyword of NOT_KEPT)
    if (
      keyword in value &&
      !(keyword === 'not' && field.type === 'json') &&
      !(keyword === 'anyOf' && isChoice(field))
    )
      note(reading, path, `What ${keyword} says is not kept`);
  return said.flatMap(([rule, wanted]) => {
    if (wanted === undefined) return [];
    if (own.includes(rule)) return [{ rule, value: wanted }];
    // Of what our own schemas say, nothing but a date's form is lost.
    if (!toldType(schema) || field.type === 'date')
      note(reading, path, `The rule ${rule} does not fit a field of type ${field.type} and is not kept`);
    return [];
  });
}

/** A property's name as a machine name. */
const machineName = (name: string) => name.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, TEXT_LIMITS.name) || '_';

function readProperty(
  name: string,
  input: unknown,
  isRequired: boolean,
  path: string,
  depth: number,
  reading: Reading,
): Unread | null {
  const schema = resolved(input, reading);
  if (!schema) {
    note(reading, path, 'The property cannot be read and was left out');
    return null;
  }
  const told = toldType(schema);
  const items = plainType(schema) === 'array' ? resolved(schema.items ?? {}, reading) : null;
  const value = items ?? schema;
  const inner = told ?? typeOf(value, reading, path);
  // A list of what can be chosen is one field in which several are.
  const type = items && inner === 'select' && told === undefined ? 'multi-select' : inner;
  const shape = { type, multiple: items !== null && type !== 'checkboxes' && type !== 'multi-select' };
  if (items && told === undefined && shape.type === 'json')
    note(reading, path, 'What the list may hold is not kept');
  const text = (value: unknown, max: number) =>
    typeof value === 'string' && !isBlank(value) ? value.slice(0, max) : undefined;
  const field: Unread = {
    name: machineName(name),
    label: text(schema.title, TEXT_LIMITS.label) ?? name.slice(0, TEXT_LIMITS.label),
    help: text(schema.description, TEXT_LIMITS.help),
    type,
    required: isRequired,
    rules: rulesOf(schema, items, shape, reading, path),
    ...(shape.multiple ? { multiple: true } : {}),
  };
  if (field.name !== name) note(reading, path, `The name became ${machineName(name)}`);
  if (isChoice(shape)) {
    field.options = optionsOf(value) ?? [
      { id: 'true', label: 'Yes' },
      { id: 'false', label: 'No' },
    ];
    if (plainType(value) !== 'string' && plainType(value) !== undefined)
      note(reading, path, 'The choices are kept as texts');
  }
  if (type === 'form') field.fields = readProperties(value, `${path}.`, depth + 1, reading);
  else if (schema.default !== undefined && schema.readOnly !== true) field.default = schema.default;
  return field;
}

function readProperties(schema: Unread, prefix: string, depth: number, reading: Reading): Unread[] {
  // One more than may be, so that what is too much or too deep is refused where definitions are read.
  if (depth > DEFINITION_LIMITS.depth + 1 || !isObject(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(schema.properties)
    .slice(0, DEFINITION_LIMITS.fields + 1)
    .map(([name, input]) => readProperty(name, input, required.has(name), prefix + name, depth, reading))
    .filter((field) => field !== null);
}

/** A default that the field doesn't take is left out: schemas don't check theirs. */
function withoutWrongDefaults(fields: Unread[], reading: Reading, newId?: () => string): ReadFields {
  const read = readFields(fields, newId ? { newId } : {});
  if (read.ok) return read;
  const wrong = Object.keys(read.errors).flatMap(
    (path) => /^fields\[(\d+)\]\.default$/.exec(path)?.[1] ?? [],
  );
  if (wrong.length === 0 || wrong.length < Object.keys(read.errors).length) return read;
  for (const at of wrong) {
    const field = fields[Number(at)];
    if (!field) continue;
    note(reading, String(field.name), 'The default does not fit and was left out');
    delete field.default;
  }
  return readFields(fields, newId ? { newId } : {});
}

/**
 * The fields that a JSON Schema of an object describes, as far as a form can say it.
 * @returns the definition with notes on what it can't say, or what is wrong with what would have come of it
 */
export function fieldsOfJsonSchema(input: unknown, newId?: () => string): ReadSchema {
  const root = isObject(input) ? input : {};
  const reading: Reading = { root, notes: {} };
  const schema = resolved(root, reading);
  if (!schema || !isObject(schema.properties))
    return { ok: false, errors: { fields: ['The schema must describe an object with properties'] } };
  const read = withoutWrongDefaults(readProperties(schema, '', 1, reading), reading, newId);
  return read.ok ? { ...read, notes: reading.notes } : read;
}

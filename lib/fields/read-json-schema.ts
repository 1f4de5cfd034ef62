import { DEFINITION_LIMITS, type FieldDefinition, TEXT_LIMITS } from '#lib/fields/definition.ts';
import { type FieldType, isChoice, type RuleName } from '#lib/fields/field-types.ts';
import { fieldSchemaOf, isAlwaysRequired, jsonSchemaOf } from '#lib/fields/json-schema.ts';
import { readAnnotation } from '#lib/fields/json-schema-annotation.ts';
import type { UnparsedObject } from '#lib/fields/problem-collector.ts';
import { type ReadFields, readFields } from '#lib/fields/read-definition.ts';
import {
  type AddNote,
  allowsOther,
  annotatedType,
  baseType,
  mayBeNull,
  noteKeywords,
  optionsOf,
  readableText,
  rulesOf,
  typeOf,
} from '#lib/fields/read-schema-keywords.ts';
import { repairFields } from '#lib/fields/repair-fields.ts';
import { mergeAllOf, resolveReference } from '#lib/fields/resolve-schema.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { sameValue } from '#lib/text/same-value.ts';

/**
 * The parts of a schema that a form can't express, as messages under the path of its property; `#` is the
 * schema itself.
 */
export type ImportNotes = Record<string, string[]>;
export type ParsedSchema = (ReadFields & { ok: true; notes: ImportNotes }) | (ReadFields & { ok: false });

/** The state while a schema is parsed. */
type Reading = {
  root: UnparsedObject;
  /** By path; a property may be called `constructor`. */
  notes: Map<string, Set<string>>;
  /** The path of each created field. */
  paths: Map<UnparsedObject, string>;
};

const noteOf =
  ({ notes }: Reading, path: string): AddNote =>
  (sentence) => {
    const known = notes.get(path) ?? new Set<string>();
    notes.set(path, known.add(sentence));
  };

/** A property's name as a machine name that no other property of its schema has. */
function machineName(name: string, taken: ReadonlySet<string>): string {
  const fits = name.length <= TEXT_LIMITS.name && /^[A-Za-z0-9_-]+$/.test(name) && name !== '__proto__';
  if (fits) return name;
  const plain = name === '__proto__' ? 'proto' : name.replace(/[^A-Za-z0-9_-]+/g, '_');
  const base = plain.slice(0, TEXT_LIMITS.name - 5) || '_';
  for (let n = 1; ; n += 1) {
    const made = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(made)) return made;
  }
}

/** Rules that no keyword expresses. */
const BEYOND: readonly RuleName[] = ['extensions', 'max_bytes', 'date_format', 'min', 'max'];

/** For a property that was changed since its form was exported, what no keyword expresses. */
function withAnnotation(field: UnparsedObject, annotated: FieldDefinition | undefined): UnparsedObject {
  if (!annotated) return field;
  const { id, placeholder, type, rules = [] } = annotated;
  const known = { ...field, id, ...(placeholder === undefined ? {} : { placeholder }) };
  if (type !== field.type) return known;
  const own: unknown[] = Array.isArray(field.rules) ? field.rules : [];
  const names = new Set(own.map((one) => (isRecord(one) ? one.rule : undefined)));
  const isStated = ({ rule }: { rule: RuleName }) => type === 'number' || names.has(rule);
  return { ...known, rules: [...own, ...rules.filter((one) => BEYOND.includes(one.rule) && !isStated(one))] };
}

/** Records the origin of a field, and of nested ones. */
function remember(field: UnparsedObject, path: string, reading: Reading): UnparsedObject {
  reading.paths.set(field, path);
  const inner: unknown[] = Array.isArray(field.fields) ? field.fields : [];
  for (const one of inner)
    if (isRecord(one) && !reading.paths.has(one)) remember(one, `${path}.${String(one.name)}`, reading);
  return field;
}

type Property = {
  /** Its key among the properties, and the name that its field gets. */
  key: string;
  name: string;
  input: unknown;
  isRequired: boolean;
  path: string;
  depth: number;
  annotated: FieldDefinition | undefined;
};

/** A default as the field accepts it: a chosen value is an option's id. */
function defaultOf(value: unknown, shape: { type: FieldType }): unknown {
  if (!isChoice(shape)) return value;
  const asId = (one: unknown) => (typeof one === 'number' || typeof one === 'boolean' ? String(one) : one);
  return Array.isArray(value) ? value.map(asId) : asId(value);
}

function readProperty(property: Property, reading: Reading): UnparsedObject | null {
  const { key, name, input, isRequired, path, depth, annotated } = property;
  const note = noteOf(reading, path);
  if (annotated && isRequired === isAlwaysRequired(annotated) && sameValue(input, fieldSchemaOf(annotated)))
    return remember(structuredClone(annotated), path, reading);
  const own = resolveReference(input, reading.root);
  if (!own) {
    note('The property cannot be read and was left out');
    return null;
  }
  const schema = mergeAllOf(own, reading.root, note);
  const annotatedAs = annotatedType(schema);
  const list = baseType(schema) === 'array' ? resolveReference(schema.items ?? {}, reading.root) : null;
  const items = list && mergeAllOf(list, reading.root, note);
  const value = items ?? schema;
  const inner = annotatedAs ?? typeOf(value, note);
  // A list of options is one field with several values.
  const type = items && inner === 'select' && annotatedAs === undefined ? 'multi-select' : inner;
  const shape = { type, multiple: items !== null && type !== 'checkboxes' && type !== 'multi-select' };
  if (items && annotatedAs === undefined && shape.type === 'json') note('What the list may hold is not kept');
  noteKeywords(schema, shape, note);
  if (items && !annotatedAs) noteKeywords(items, shape, note);
  const field: UnparsedObject = {
    name,
    label: readableText(schema.title, TEXT_LIMITS.label) ?? readableText(key, TEXT_LIMITS.label) ?? name,
    help: readableText(schema.description, TEXT_LIMITS.help, true),
    type,
    required: isRequired && !mayBeNull(schema),
    rules: rulesOf(schema, items, shape, note),
    ...(shape.multiple ? { multiple: true } : {}),
  };
  if (name !== key) note(`The name became ${name}`);
  if (isChoice(shape)) {
    const options = optionsOf(value, note);
    if (allowsOther(value)) field.allow_other = true;
    const isTruth = baseType(value) === 'boolean';
    if (isTruth && options.length === 0) note('The choices are kept as texts');
    field.options =
      options.length > 0
        ? options
        : [
            { id: 'true', label: 'Yes' },
            { id: 'false', label: 'No' },
          ];
  }
  if (type === 'form') {
    const known = annotated?.type === 'form' ? annotated.fields : undefined;
    field.fields = readProperties(value, `${path}.`, depth + 1, reading, known);
  } else if (schema.default !== undefined && schema.readOnly !== true)
    field.default = defaultOf(schema.default, shape);
  return remember(withAnnotation(field, annotated), path, reading);
}

function readProperties(
  schema: UnparsedObject,
  prefix: string,
  depth: number,
  reading: Reading,
  annotated: readonly FieldDefinition[] = [],
): UnparsedObject[] {
  // One more than allowed, so that what is too much or too deep is refused where definitions are parsed.
  if (depth > DEFINITION_LIMITS.depth + 1 || !isRecord(schema.properties)) return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const names = new Set(Object.keys(schema.properties));
  const fields: UnparsedObject[] = [];
  for (const [key, input] of Object.entries(schema.properties).slice(0, DEFINITION_LIMITS.fields + 1)) {
    const name = machineName(key, names);
    names.add(name);
    const known = annotated.find((one) => one.name === key);
    const property = { key, name, input, isRequired: required.has(key), path: prefix + key, depth };
    const field = readProperty({ ...property, annotated: known }, reading);
    if (field) fields.push(field);
  }
  return fields;
}

/** The definition in a schema, where it is valid. */
function annotatedFields(root: UnparsedObject): readonly FieldDefinition[] {
  const read = readFields(readAnnotation(root));
  return read.ok ? read.fields : [];
}

/**
 * The fields that a JSON Schema of an object describes, as far as a form can express it. A schema that was
 * exported from a form results in that form; where it was changed since, its keywords apply.
 * @returns the definition with notes on what it can't express, or the problems of the resulting definition
 */
export function fieldsOfJsonSchema(input: unknown, newId?: () => string): ParsedSchema {
  const root = isRecord(input) ? input : {};
  const reading: Reading = { root, notes: new Map(), paths: new Map() };
  const note = noteOf(reading, '#');
  const own = resolveReference(root, root);
  const schema = own && mergeAllOf(own, root, note);
  if (!schema || !isRecord(schema.properties))
    return { ok: false, problems: [{ code: 'schema_no_object', params: {}, path: 'fields' }] };
  const annotated = annotatedFields(root);
  const { properties, required } = jsonSchemaOf(annotated);
  if (annotated.length > 0 && sameValue([properties, required], [schema.properties, schema.required ?? []]))
    return { ok: true, fields: [...annotated], notes: {} };
  noteKeywords(schema, { type: 'form' }, note);
  const fields = readProperties(schema, '', 1, reading, annotated);
  const noteField = (field: UnparsedObject, sentence: string) =>
    noteOf(reading, reading.paths.get(field) ?? String(field.name))(sentence);
  const read = repairFields(fields, noteField, newId);
  if (!read.ok) return read;
  return {
    ...read,
    notes: Object.fromEntries([...reading.notes].map(([path, sentences]) => [path, [...sentences]])),
  };
}

import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { createEvaluationPlan } from '#lib/fields/evaluation-plan.ts';
import { isList } from '#lib/fields/field-types.ts';
import { parseFieldText, parseFieldTexts } from '#lib/fields/parse-field-text.ts';
import { countryEntries, type PhoneCountries } from '#lib/fields/phone-countries.ts';
import { type PathStep, readPath } from '#lib/fields/value-path.ts';

/** A file that was posted with a form, and the path of its value. */
export type PostedFile<F> = {
  field: FieldDefinition;
  path: string;
  file: F;
  /** Writes the file's id into the values. */
  take: (id: string) => void;
};

/** One posted value, with the country that was chosen beside it; empty where none was. */
export type PostedFormEntry<F> = readonly [name: string, value: string | F, country?: string];

export type PostedForm<F> = {
  values: Values;
  /** Countries chosen beside phone numbers, by the paths of these among the values. */
  countries: PhoneCountries;
  files: PostedFile<F>[];
};

/** The posted entries of one record: texts and files by field, and nested records by index. */
type Posted<F> = {
  texts: Map<FieldDefinition, { text: string; country: string }[]>;
  files: Map<FieldDefinition, { path: string; file: F }[]>;
  records: Map<FieldDefinition, Map<number, Posted<F>>>;
};

const nothing = <F>(): Posted<F> => ({ texts: new Map(), files: new Map(), records: new Map() });

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** Stores one entry by its path; one without a field is ignored. */
function put<F>(
  fields: readonly FieldDefinition[],
  posted: Posted<F>,
  [name, ...rest]: readonly PathStep[],
  [path, value, country = '']: PostedFormEntry<F>,
): void {
  const field =
    typeof name === 'string' ? fields[createEvaluationPlan(fields).byName.get(name) ?? -1] : undefined;
  if (!field || field.formula !== undefined) return;
  const [place] = rest;
  if (field.type === 'form') {
    const hasIndex = typeof place === 'number';
    if (hasIndex !== (field.multiple === true)) return;
    const records = entryOf(posted.records, field, () => new Map<number, Posted<F>>());
    const record = entryOf(records, hasIndex ? place : 0, () => nothing<F>());
    put(field.fields ?? [], record, hasIndex ? rest.slice(1) : rest, [path, value, country]);
    return;
  }
  if (rest.length > (isList(field) ? 1 : 0) || typeof place === 'string') return;
  if (typeof value === 'string') entryOf(posted.texts, field, () => []).push({ text: value, country });
  else if (field.type === 'file') entryOf(posted.files, field, () => []).push({ path, file: value });
}

type ReadRecord = { values: Values; countries: [path: string, country: string][] };

const within = (path: string, { countries }: ReadRecord): ReadRecord['countries'] =>
  countries.map(([inner, country]) => [`${path}.${inner}`, country]);

/** Values of one record. Empty records of a repeated form are omitted. */
function readRecord<F>(
  fields: readonly FieldDefinition[],
  posted: Posted<F>,
  files: PostedFile<F>[],
  writtenIn: InputFormat,
): ReadRecord {
  const values: Values = {};
  const countries: ReadRecord['countries'] = [];
  for (const field of fields) {
    const { name } = field;
    const records = posted.records.get(field);
    if (records) {
      const inner = [...records.entries()]
        .sort(([left], [right]) => left - right)
        .map(([, record]) => {
          const before = files.length;
          const read = readRecord(field.fields ?? [], record, files, writtenIn);
          return { read, isEmpty: Object.keys(read.values).length === 0 && files.length === before };
        });
      const filled = field.multiple ? inner.filter(({ isEmpty }) => !isEmpty) : inner;
      const found = filled.map(({ read }) => read.values);
      for (const [at, { read }] of filled.entries())
        countries.push(...within(field.multiple ? `${name}[${at}]` : name, read));
      if (found.length > 0) values[name] = field.multiple ? found : found[0];
      continue;
    }
    const written = (posted.texts.get(field) ?? []).filter(({ text }) => text !== '');
    // A reading that was chosen precedes its ambiguous text.
    const { value } = isList(field)
      ? parseFieldTexts(
          field,
          written.map(({ text }) => text),
          writtenIn,
        )
      : parseFieldText(field, written[0]?.text ?? '', writtenIn);
    if (value !== undefined) values[name] = value;
    if (field.type === 'phone') {
      const chosen = written.map(({ country }) => country);
      countries.push(...countryEntries(name, isList(field) ? chosen : chosen.slice(0, 1), isList(field)));
    }
    for (const { path, file } of posted.files.get(field) ?? [])
      files.push({
        field,
        path,
        file,
        take: (id) => {
          const known = values[name];
          values[name] = isList(field) ? [...(Array.isArray(known) ? known : []), id] : id;
        },
      });
  }
  return { values, countries };
}

/**
 * Values of a form that a browser posted without a script: names are paths (`people[0].mail`), several
 * choices repeat a name, and empty values are missing. What can't be parsed stays a text, so that validation
 * reports why; so does what is too long or too many: nothing is cut.
 * @param entries in the order of the page; those that name no field are ignored
 * @param writtenIn the page's format of numbers and days, and its time zone
 */
export function readFormData<F = never>(
  fields: readonly FieldDefinition[],
  entries: Iterable<PostedFormEntry<F>>,
  writtenIn: InputFormat = {},
): PostedForm<F> {
  const posted = nothing<F>();
  for (const entry of entries) {
    const path = readPath(entry[0]);
    if (path) put(fields, posted, path, entry);
  }
  const files: PostedFile<F>[] = [];
  const { values, countries } = readRecord(fields, posted, files, writtenIn);
  return { values, countries: Object.fromEntries(countries), files };
}

import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishDefinitionProblem } from '#lib/fields/english-definition-problem.ts';
import { fieldsOfJsonSchema } from '#lib/fields/read-json-schema.ts';
import { type CsvNote, fieldsOfCsv } from '#lib/forms/read-csv-headers.ts';

export const IMPORT_KINDS = ['schema', 'csv'] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Size limit of an import in bytes. */
export const IMPORT_MAX = 2_000_000;

/** The result of parsing a file: the fields, and notes about what could not be imported. */
export type Imported =
  | {
      ok: true;
      fields: FieldDefinition[];
      title: string | null;
      /** By location: messages of the engine, or of the sheet's parser. */
      notes: { place: string; note: string | CsvNote['note'] }[];
    }
  | { ok: false; problem: 'no_json' | 'no_csv' }
  | { ok: false; problem: 'refused'; errors: { place: string; message: string }[] };

export const isCsvNote = (note: string): note is CsvNote['note'] =>
  note === 'renamed' || note === 'nameless' || note === 'too_many';

/** The kind of a file, from its name and its beginning. */
export function kindOf(name: string, text: string): ImportKind {
  if (/\.(json|schema)$/i.test(name)) return 'schema';
  if (/\.(csv|tsv|txt)$/i.test(name)) return 'csv';
  return /^\s*\{/.test(text) ? 'schema' : 'csv';
}

function readSchema(text: string): Imported {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'no_json' };
  }
  const read = fieldsOfJsonSchema(schema);
  if (!read.ok) {
    const errors = read.problems.map((problem) => ({
      place: problem.path,
      message: englishDefinitionProblem(problem),
    }));
    return { ok: false, problem: 'refused', errors };
  }
  const title =
    typeof schema === 'object' && schema !== null && 'title' in schema && typeof schema.title === 'string'
      ? schema.title
      : null;
  const notes = Object.entries(read.notes).flatMap(([place, found]) =>
    found.map((note) => ({ place, note })),
  );
  return { ok: true, fields: read.fields, title, notes };
}

/** Parses a chosen or pasted file. */
export function readImport(kind: ImportKind, text: string): Imported {
  if (kind === 'schema') return readSchema(text);
  const read = fieldsOfCsv(text);
  if (!read.ok) return { ok: false, problem: 'no_csv' };
  return {
    ok: true,
    fields: read.fields,
    title: null,
    notes: read.notes.map(({ column, note }) => ({ place: column, note })),
  };
}

import type { ExportHeading } from '#lib/contract/answers.ts';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import { dayFrom, momentKey } from '#lib/fields/dates.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import type { Database } from '../database/database.ts';
import type { XlsxCell } from '../export/xlsx.ts';
import { publishedVersion } from '../form/version-cache.ts';
import type { AskedField } from './asked-fields.ts';

/** The names of an answer's files, by their ids. */
type FileNames = ReadonlyMap<string, string>;
const NO_FILES: FileNames = new Map();

type Write = (value: unknown, files: FileNames) => XlsxCell;

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Between the fields of a record, and between records. */
const FIELD_END = '; ';
const RECORD_END = '\n';

function recordWriter(fields: readonly FieldDefinition[]): (value: unknown, files: FileNames) => string {
  const writers = fields.map((field) => ({ field, write: textWriter(field) }));
  return (value, files) => {
    if (!isRecord(value)) return plain(value);
    const parts = writers.flatMap(({ field, write }) => {
      const own = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
      return own === undefined || own === null ? [] : [`${field.label}: ${write(own, files)}`];
    });
    return parts.join(FIELD_END);
  };
}

/** Values of a field as people read them: the words of a choice, a file's name, a record with its labels. */
function textWriter(field: FieldDefinition): (value: unknown, files: FileNames) => string {
  const one = oneWriter(field);
  const end = field.type === 'form' ? RECORD_END : FIELD_END;
  return (value, files) =>
    Array.isArray(value) && (isList(field) || field.type === 'form')
      ? value.map((each) => one(each, files)).join(end)
      : one(value, files);
}

function oneWriter(field: FieldDefinition): (value: unknown, files: FileNames) => string {
  if (field.type === 'form') return recordWriter(field.fields ?? []);
  if (field.type === 'file') return (value, files) => files.get(plain(value)) ?? plain(value);
  if (!isChoice(field)) return plain;
  const labels = new Map(field.options?.map(({ id, label }) => [id, label]));
  return (value) => labels.get(plain(value)) ?? plain(value);
}

/** The same, but numbers, days and moments stay what they are where there is one. */
function cellWriter(field: FieldDefinition): Write {
  const text = textWriter(field);
  if (isList(field)) return text;
  if (field.type === 'number')
    return (value, files) => (typeof value === 'number' ? value : text(value, files));
  if (field.type === 'date') {
    const format = dateFormatOf(field);
    return (value, files) => {
      const read = typeof value === 'string' ? dayFrom(value, format) : null;
      return read && 'day' in read ? { day: Date.parse(`${read.day}T00:00:00Z`) } : text(value, files);
    };
  }
  if (field.type === 'datetime') {
    return (value, files) => {
      const moment = typeof value === 'string' ? momentKey(value) : Number.NaN;
      return Number.isNaN(moment) ? text(value, files) : { moment };
    };
  }
  return text;
}

type Writers = { name: string; text: Write; cell: Write }[];

/** The columns of all fields that were ever asked, whichever version an answer was given to. */
export class AnswerColumns {
  readonly #fields: readonly AskedField[];
  readonly #versions = new Map<number, (Writers[number] | null)[]>();

  constructor(asked: ReadonlyMap<string, AskedField>) {
    this.#fields = [...asked.values()].filter(({ names }) => names.length > 0);
  }

  /** Whether answers may name files. */
  get haveFiles(): boolean {
    const takesFiles = ({ type, fields }: FieldDefinition): boolean =>
      type === 'file' || (fields ?? []).some(takesFiles);
    return this.#fields.some(({ field }) => takesFiles(field));
  }

  /** What the columns are headed by: labels that two fields share have their names behind them. */
  heads(by: ExportHeading): string[] {
    const counts = Map.groupBy(this.#fields, ({ field }) => field.label);
    return this.#fields.map(({ field, path }) => {
      if (by === 'name') return path;
      return (counts.get(field.label)?.length ?? 0) > 1 ? `${field.label} (${path})` : field.label;
    });
  }

  /** Has the columns of a version at hand; to be called before its answers are written. */
  async prepare(database: Database, formId: string, version: number): Promise<void> {
    if (this.#versions.has(version)) return;
    const asked = await publishedVersion(database, formId, version);
    const byId = new Map(asked?.fields.map((field) => [field.id, field]));
    const writers = this.#fields.map(({ field: { id } }) => {
      const field = byId.get(id);
      return field ? { name: field.name, text: textWriter(field), cell: cellWriter(field) } : null;
    });
    this.#versions.set(version, writers);
  }

  #write(version: number, data: Values, files: FileNames, way: 'text' | 'cell'): XlsxCell[] {
    const writers = this.#versions.get(version) ?? [];
    return writers.map((writer) => {
      if (!writer || !Object.hasOwn(data, writer.name)) return '';
      const value = data[writer.name];
      return value === undefined || value === null ? '' : writer[way](value, files);
    });
  }

  /** An answer as texts, and numbers where its field takes one. */
  texts(version: number, data: Values, files = NO_FILES): (string | number)[] {
    const values = this.#write(version, data, files, 'text');
    const writers = this.#versions.get(version) ?? [];
    return values.map((value, at) => {
      const name = writers[at]?.name;
      const own = name === undefined ? undefined : data[name];
      return typeof own === 'number' ? own : String(value);
    });
  }

  /** An answer as cells of a spreadsheet. */
  cells(version: number, data: Values, files = NO_FILES): XlsxCell[] {
    return this.#write(version, data, files, 'cell');
  }
}

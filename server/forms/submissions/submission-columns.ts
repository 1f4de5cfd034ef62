import type { ExportHeading } from '#lib/contract/submissions.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { publishedVersion } from '#server/forms/definition/version-cache.ts';
import type { VersionField } from '#server/forms/definition/version-fields.ts';
import type { XlsxCell } from '#server/platform/archives/xlsx.ts';
import type { Database } from '#server/platform/database/database.ts';
import { cellFormatter, type FileNames, type FormatCell, textFormatter } from './cell-formatters.ts';

const NO_FILES: FileNames = new Map();

/** The format of an export's tables. */
export type ColumnFormat = {
  /** The time zone (IANA) of times, which their column headers name; null leaves them as they are stored. */
  zone: string | null;
  /** Forms in the form as their number of entries: they have tables of their own. */
  counted: boolean;
};

type Writer = { name: string; text: FormatCell; cell: FormatCell };

const entriesOf = (value: unknown): Values[] => (Array.isArray(value) ? value : [value]).filter(isRecord);

const countEntries: FormatCell = (value) => entriesOf(value).length;

/**
 * An entry of a nested form: its position in the submission (`2`, or `2.1` within another), and its values.
 */
export type SubmissionEntry = { number: string; values: Values };

/**
 * The columns of all fields that any version had at one level, whichever version a submission was made with.
 */
export class SubmissionColumns {
  readonly #fields: readonly VersionField[];
  readonly #writing: ColumnFormat;
  /** From the outermost to the nested form whose entries are the rows; empty for submissions themselves. */
  readonly #ancestors: readonly VersionField[];
  readonly #versions = new Map<number, { format: readonly string[] | null; writers: (Writer | null)[] }>();

  constructor(
    fieldsById: ReadonlyMap<string, VersionField>,
    writing: ColumnFormat,
    ancestors: readonly VersionField[] = [],
  ) {
    const parent = ancestors.at(-1)?.field.id ?? null;
    this.#fields = [...fieldsById.values()].filter((one) => one.parent === parent);
    this.#writing = writing;
    this.#ancestors = ancestors;
  }

  /** Whether submissions may name files. */
  get haveFiles(): boolean {
    const takesFiles = ({ type, fields }: FieldDefinition): boolean =>
      type === 'file' || (fields ?? []).some(takesFiles);
    return this.#fields.some(({ field }) => takesFiles(field));
  }

  /**
   * The column headers: labels that two fields share are followed by their names, and times by their zone.
   */
  headers(by: ExportHeading): string[] {
    const { zone } = this.#writing;
    const counts = Map.groupBy(this.#fields, ({ field }) => field.label);
    return this.#fields.map(({ field, path }) => {
      if (by === 'name') return path;
      const head = (counts.get(field.label)?.length ?? 0) > 1 ? `${field.label} (${path})` : field.label;
      return field.type === 'datetime' && zone !== null ? `${head} (${zone})` : head;
    });
  }

  /** Loads the columns of a version; to be called before its submissions are written. */
  async prepare(database: Database, formId: string, version: number): Promise<void> {
    if (this.#versions.has(version)) return;
    const { zone, counted } = this.#writing;
    let fields = (await publishedVersion(database, formId, version))?.fields;
    const names: string[] = [];
    for (const { field } of this.#ancestors) {
      const own = fields?.find(({ id }) => id === field.id);
      if (own) names.push(own.name);
      fields = own?.fields;
    }
    const byId = new Map(fields?.map((field) => [field.id, field]));
    const writers = this.#fields.map(({ field: { id } }): Writer | null => {
      const field = byId.get(id);
      if (!field) return null;
      const { name } = field;
      if (counted && field.type === 'form') return { name, text: countEntries, cell: countEntries };
      return { name, text: textFormatter(field, zone), cell: cellFormatter(field, zone) };
    });
    this.#versions.set(version, { format: names.length === this.#ancestors.length ? names : null, writers });
  }

  /** The entries of a submission that are rows here. */
  entries(version: number, data: Values): SubmissionEntry[] {
    const names = this.#versions.get(version)?.format;
    if (!names) return [];
    let found: SubmissionEntry[] = [{ number: '', values: data }];
    for (const name of names) {
      found = found.flatMap(({ number, values }) =>
        entriesOf(Object.hasOwn(values, name) ? values[name] : undefined).map((one, at) => ({
          number: number === '' ? String(at + 1) : `${number}.${at + 1}`,
          values: one,
        })),
      );
    }
    return found;
  }

  #write(version: number, data: Values, files: FileNames, format: 'text' | 'cell'): XlsxCell[] {
    const writers = this.#versions.get(version)?.writers ?? [];
    return writers.map((writer) => {
      if (!writer || !Object.hasOwn(data, writer.name)) return '';
      const value = data[writer.name];
      return value === undefined || value === null ? '' : writer[format](value, files);
    });
  }

  /** A submission as texts, and numbers where its field takes one. */
  texts(version: number, data: Values, files = NO_FILES): (string | number)[] {
    const values = this.#write(version, data, files, 'text');
    const writers = this.#versions.get(version)?.writers ?? [];
    return values.map((value, at) => {
      const name = writers[at]?.name;
      const own = name === undefined ? undefined : data[name];
      if (typeof own === 'number') return own;
      return typeof value === 'number' ? value : String(value);
    });
  }

  /** A submission as cells of a spreadsheet. */
  cells(version: number, data: Values, files = NO_FILES): XlsxCell[] {
    return this.#write(version, data, files, 'cell');
  }
}

/** Each nested form of any version, as the path to it. */
export function repeatedFields(fieldsById: ReadonlyMap<string, VersionField>): VersionField[][] {
  return [...fieldsById.values()].flatMap((one) => {
    if (one.field.type !== 'form') return [];
    const path = [one];
    for (let parent = one.parent; parent !== null; parent = path[0]?.parent ?? null) {
      const around = fieldsById.get(parent);
      if (!around) return [];
      path.unshift(around);
    }
    return [path];
  });
}

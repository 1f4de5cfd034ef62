import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldShape, fieldValues } from '#lib/contract/form-definition.ts';
import {
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  mappingInJson,
  typesInJson,
  UNKNOWN_OPTIONS,
} from '#lib/contract/import-choice.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { problemDetail } from '#lib/contract/problem-detail.ts';
import { ROWS_PER_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import { choiceField, idField, queryChoice, queryFlag, queryText } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import type { Wire } from '#lib/contract/wire.ts';
import { COLUMN_TYPES, ROLLUP_FUNCTIONS, type TableType } from '#lib/fields/column-base.ts';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import { CREATION_DEFAULTS } from '#lib/fields/creation-default.ts';
import type { FieldType } from '#lib/fields/field-types.ts';
import { OPTION_COLORS } from '#lib/fields/option-colors.ts';
import * as message from '#lib/text/messages.ts';

export const columnParams = z.object({ id: idField('Item'), column_id: idField('Column') });

/** A column: a field definition with its revision, and what only columns of tables have. */
export const column = z.object({
  ...fieldShape,
  type: z.enum(COLUMN_TYPES),
  /** No two rows have the same value. */
  unique: z.boolean().optional(),
  /** What new rows have of how they are added, in place of a default. */
  default_from: z.enum(CREATION_DEFAULTS).optional(),
  /** Of a rating: the greatest. */
  max: z.number().optional(),
  /** Of a currency: its ISO 4217 code. */
  currency: z.string().optional(),
  /** Of a choice: the colours of its options, by their ids. */
  option_colors: z.record(z.string(), z.enum(OPTION_COLORS)).optional(),
  /** Of a link: the item whose rows it links to, and the column there that shows the same links. */
  table: z.string().optional(),
  opposite: z.string().optional(),
  /** Of a lookup or rollup: the link column, and the column of the linked table. */
  via: z.string().optional(),
  of: z.string().optional(),
  function: z.enum(ROLLUP_FUNCTIONS).optional(),
  /**
   * Of a lookup or rollup that is no count: the type of the column whose values it shows, and what these are written by. Absent where
   * the reader may not read that table.
   */
  shown_as: z
    .object({
      type: z.enum(COLUMN_TYPES),
      /** A cell of it has several values. */
      multiple: z.literal(true).optional(),
      options: fieldShape.options,
      max: z.number().optional(),
      currency: z.string().optional(),
      option_colors: z.record(z.string(), z.enum(OPTION_COLORS)).optional(),
      /** Of links: the item whose rows they lead to. Of files: the item whose they are, where they are read. */
      table: z.string().optional(),
    })
    .optional(),
  /**
   * Of a lookup or rollup of lookups or rollups: the items whose rows it reads behind the linked one, whose changes are changes of its
   * values. Absent where the reader may not read each of them.
   */
  reads: z.array(z.string()).optional(),
  /** Of a lookup: its link leads to one row, so that it has one value, which rows are grouped by. */
  single: z.literal(true).optional(),
  /** The reader may not read what a lookup or rollup shows, or the people of a column: they don't filter, sort, group or sum up by it. */
  restricted: z.literal(true).optional(),
  /** Of a link: nothing names its rows for the reader, or they may not read their table: they don't sort by it. */
  untitled: z.literal(true).optional(),
  /** The job that is rewriting its values, of a table with many rows: until it is done, they are those of before. */
  changing: z.string().optional(),
  /** Of a formula: it reads what other tables or the row itself tell, so that rows can't be found, sorted or grouped by it. */
  late: z.literal(true).optional(),
  revision: z.number(),
} satisfies Record<keyof Omit<ColumnOptions, 'link' | 'side' | 'unique_pending'>, z.ZodType> &
  Record<string, z.ZodType>);
export type WireColumn = z.output<typeof column>;

/** A column as the field engine knows it: of the type that its own type is stored and compared as. */
export type Column = Omit<WireColumn, 'type'> & { type: FieldType; column_type?: TableType };

/** `?preview` alone says yes. */
const previewFlag = z
  .string()
  .transform((text) => !['false', '0'].includes(text.trim()))
  .optional();

/** A condition tree as JSON (docs/contract.md §5). */
export const filterText = z
  .string({ error: message.invalidType('Filter', 'condition') })
  .max(20_000, 'Filter is too long')
  .optional();

/** Whether a change of a column is only tried, and where its rows are read on (`columnPreview`). */
export const columnChangeQuery = z.object({ preview: previewFlag, after: z.string().max(50).optional() });

const ROW_ORDER =
  'Ids or names of columns separated by commas, `-` before those in descending order. Texts are in natural order: numbers by their value, case and accents last. Choices are in the order of their options, people in that of their names; several of them by the first, then by the next ones. Links are in the order of the titles of their rows, lookups and rollups that list in that of their values: by the first, then by the next three. Empty cells come last in either direction. A column that was deleted in the last 30 days is passed over where it is named by its id; a cursor of the order that it was part of is refused.';

export const rowListQuery = z.object({
  ...pageQuery,
  filter: filterText,
  /** A saved view: its filter, and its order where the query has none. */
  view: queryText('View', { max: 100 }),
  sort: queryText('Sort', { max: 500 }).meta({ description: ROW_ORDER }),
  q: queryText('Search'),
  /** The cursor that the previous page returned as `next`. */
  after: queryText('After', { max: 8000 }),
  /** The cursor that a page returned as `previous`: the page before it. */
  before: queryText('Before', { max: 8000 }),
  /** A row's id: the page that has it in its middle. */
  around: queryText('Around', { max: 40 }),
  /** Ids or names of columns separated by commas: only their values are returned. */
  fields: queryText('Fields', { max: 20_000 }),
});
export type RowListQuery = z.output<typeof rowListQuery>;

const revision = z
  .number({ error: message.invalidType('Revision', 'number') })
  .int()
  .optional();
export const notARow = { error: message.invalidType('Row', 'row') };
export const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row, { error: message.invalidType('Rows', 'list') })
    .min(1, message.required('Rows'))
    .max(ROWS_PER_REQUEST_MAX, message.maxCount('Rows', ROWS_PER_REQUEST_MAX));

/** Rows at the end come after the last one: however many, their positions stay exact numbers. */
export const POSITION_MAX = 2 ** 52;

export const addRowsRequest = z.strictObject({
  rows: rowsOf(
    z.strictObject(
      {
        values: valuesField,
        /** The id of a deleted row, so that it is restored as it was. */
        id: idField('Row').optional(),
        /** Its position among the others; by default at the end. */
        position: z
          .number({ error: message.invalidType('Position', 'number') })
          .int()
          .min(-POSITION_MAX, message.minNumber('Position', -POSITION_MAX))
          .max(POSITION_MAX, message.maxNumber('Position', POSITION_MAX))
          .optional(),
      },
      notARow,
    ),
  ),
});

/** The given values of a row are changed; null clears a value. */
export const changeRowsRequest = z.strictObject({
  rows: rowsOf(z.strictObject({ id: idField('Row'), values: valuesField, revision }, notARow)),
});

export const deleteRowsRequest = z.strictObject({
  rows: rowsOf(
    z.strictObject(
      {
        id: idField('Row'),
        revision,
        /** It stays, as `stale`, where anybody else has changed it, with a `revision` since that one. */
        unless_changed_by_others: z
          .boolean({ error: message.invalidType('Unless changed by others', 'boolean') })
          .optional(),
      },
      notARow,
    ),
  ),
});

export const rowFileParams = z.object({ id: idField('Item'), file_id: idField('File') });

/** A file that was sent for a row: its id is the value. */
export const uploadedRowFile = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number(),
  mime: z.string().nullable(),
});
export type UploadedRowFile = z.output<typeof uploadedRowFile>;

export const row = z.object({
  id: z.string(),
  values: fieldValues,
  typed: z
    .record(z.string(), z.string())
    .optional()
    .meta({
      description:
        'Phone numbers as they were typed, by their paths, where that is not how they are stored; not for readers outside the hub.',
      examples: [{ phone: '030 / 12 34 56', 'phones[1]': '0664 1234567' }],
    }),
  /** The problems of values that do not fit their column (any more), under the current columns. */
  problems: z.record(z.string(), z.array(z.string())).optional(),
  /** The data of its files, by id; only where its table takes files. */
  files: z.record(z.string(), uploadedRowFile.omit({ id: true })).optional(),
  /** Rows that its links lead to, by id: the first value of each, or only that it is there. */
  linked: z
    .record(z.string(), z.union([z.object({ title: z.string() }), z.object({ restricted: z.literal(true) })]))
    .optional(),
  /** The names of those whom its columns of people have, by id, who left the hub since included; not for readers outside the hub. */
  people: z.record(z.string(), z.string()).optional(),
  /** Columns whose values come from a table that the reader may not see, or took too long to read in a write. */
  restricted: z.array(z.string()).optional(),
  position: z.number(),
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Who created and last changed it; empty for readers outside the hub. */
  created_by: z.object({ id: z.string(), name: z.string() }),
  updated_by: z.object({ id: z.string(), name: z.string() }),
});
export type Row = z.output<typeof row>;

/** A deleted column, and how many rows had a value in it. */
export const deletedColumn = z.object({ label: z.string(), rows: z.number() });
export type DeletedColumn = z.output<typeof deletedColumn>;

/** The result of each row of a request, in its order. */
export const rowOutcome = z.object({
  status: z.enum(['done', 'refused', 'stale', 'missing']),
  /** The current row; for a stale one, with others' changes. */
  row: row.optional(),
  /** Of a changed row: what the changed cells were before, null for an empty one. */
  previous: fieldValues.optional(),
  /** Why it was refused, by the path of its fields. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** What would be valid, under the same paths. */
  hints: z.record(z.string(), z.array(z.string())).optional(),
  /** The same errors by their codes, for programs. */
  details: z.array(problemDetail).optional(),
});
export type RowOutcome = Omit<z.output<typeof rowOutcome>, 'details'> & {
  details?: Wire<z.output<typeof problemDetail>[]> | undefined;
};

export const ON_MATCH = ['update', 'skip', 'add'] as const;
export type OnMatch = (typeof ON_MATCH)[number];

/** Columns that rows are matched by, at most. */
export const MATCH_COLUMNS_MAX = 5;
const MATCH_TEXT_MAX = 1_000;

/** The texts of a list in JSON; null for anything else. */
function listOf(json: string): string[] | null {
  try {
    const read: unknown = JSON.parse(json);
    return Array.isArray(read) && read.every((one) => typeof one === 'string' && one !== '') ? read : null;
  } catch {
    return null;
  }
}

export const DECIMAL_MARKS = ['.', ','] as const;
export const DATE_ORDERS = ['day', 'month'] as const;
export const EMPTY_CELLS = ['leave', 'clear'] as const;
export type EmptyCells = (typeof EMPTY_CELLS)[number];

/** The fields that are sent with the file of an import. */
export const importRequest = z.object({
  /** JSON: the header of a column of the file → the id or name of a column of the table; '' for one that is left out. */
  mapping: mappingInJson.optional(),
  /** JSON: the header of a column of the file that becomes a new one → its type; by default the one that all its cells have. */
  types: typesInJson.optional(),
  /** What becomes of a choice that a column doesn't have: by default its line is refused; with `add`, the column gets it. */
  unknown_options: choiceField('Unknown options', UNKNOWN_OPTIONS).optional(),
  /**
   * The columns that match rows: the id or name of one, or a list of them in JSON; empty: none. Of a contact list, the first of
   * them that a line has; by default an address, else a number, else a name, and `on_match` is `skip` then, else `update`.
   */
  match_on: z
    .string()
    .trim()
    .max(MATCH_TEXT_MAX, message.maxLength('Match on', MATCH_TEXT_MAX))
    .transform((text, context) => {
      if (text === '') return [];
      const names = text.startsWith('[') ? listOf(text) : [text];
      if (names && names.length > 0 && names.length <= MATCH_COLUMNS_MAX) return names;
      const problem = names?.length
        ? message.maxCount('Match on', MATCH_COLUMNS_MAX)
        : message.invalidType('Match on', 'list');
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    })
    .optional(),
  on_match: choiceField('On match', ON_MATCH).optional(),
  /** What an empty cell does to the value of a row that is matched; by default it leaves the value, as a vCard always does. */
  empty_cells: choiceField('Empty cells', EMPTY_CELLS).optional(),
  /** The decimal separator in the file; where it is not given, ambiguous cells are refused. */
  decimal_mark: choiceField('Decimal mark', DECIMAL_MARKS).optional(),
  /** Of a workbook: the number of its sheet, from 0; by default the first that has rows and is not hidden. */
  sheet: z
    .string()
    .trim()
    .regex(/^\d{0,3}$/, message.invalidType('Sheet', 'number'))
    .transform((text) => (text === '' ? undefined : Number(text)))
    .optional(),
  /** Of text: the encoding of its letters, and what separates cells; by default what is detected. */
  encoding: choiceField('Encoding', IMPORT_ENCODINGS).optional(),
  delimiter: choiceField('Delimiter', IMPORT_DELIMITERS).optional(),
  /**
   * Whether the first line names the columns; by default unless it looks like data: numbers, days and the like alone. With `false`
   * it is the first row, and the columns are named by their places, also in `mapping`: `Column 1`, `Column 2`.
   */
  has_header: choiceField('Has header', ['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** Whether it waits, with its first lines to look at, until it is started: how it is imported is chosen then. */
  paused: choiceField('Paused', ['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
  /** The order of days such as `03/04/2026`. */
  date_order: choiceField('Date order', DATE_ORDERS).optional(),
  /**
   * Whether columns of the file that are neither mapped nor columns of the table become new ones. By default:
   * for a file without a mapping, imported into a table without rows.
   */
  new_columns: choiceField('New columns', ['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});
export type ImportRequest = z.output<typeof importRequest>;

export const tableExportQuery = z.object({
  format: queryChoice('Format', ['csv', 'json', 'xlsx', 'vcf']).transform((format) => format ?? 'csv'),
  /** A saved view: its rows in its order, without its hidden columns. */
  view: queryText('View', { max: 100 }),
  filter: filterText,
  sort: queryText('Sort', { max: 500 }).meta({ description: ROW_ORDER }),
  q: queryText('Search'),
  /** Ids or names of columns, in their order; those of the view, or all, without it. */
  fields: queryText('Fields', { max: 20_000 }),
});
export type TableExportQuery = z.output<typeof tableExportQuery>;

/** The same for any item: a document and a folder have other formats than a table. */
export const itemExportQuery = tableExportQuery.extend({
  format: queryChoice('Format', ['csv', 'json', 'xlsx', 'vcf', 'md', 'html', 'docx', 'pdf']),
  /** Of a folder: whether the archive has the earlier versions of documents that the caller may change. */
  versions: queryFlag('Versions'),
});
export type ItemExportQuery = z.output<typeof itemExportQuery>;

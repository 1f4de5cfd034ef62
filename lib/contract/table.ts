import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldShape, fieldValues } from '#lib/contract/form-definition.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { problemDetail } from '#lib/contract/problem-detail.ts';
import { choiceField, idField, queryChoice, queryText } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import type { Wire } from '#lib/contract/wire.ts';
import { isRecord } from '#lib/text/is-record.ts';
import * as message from '#lib/text/messages.ts';

/** Bytes of a JSON body that holds rows or columns (docs/contract.md §2). */
export const ROWS_MAX_BYTES = 8 * 1024 * 1024;
/** Rows of one request (docs/contract.md §4). */
export const ROWS_PER_REQUEST_MAX = 1000;
/** Columns of one table: so many fit a row of the database, whatever they hold. */
export const COLUMNS_MAX = 200;
/** Lines of one import. */
export const IMPORT_ROWS_MAX = 100_000;
/** Bytes of one import's file. */
export const IMPORT_MAX_BYTES = 50_000_000;

export const columnParams = z.object({ id: idField('Item'), column_id: idField('Column') });

/** A field definition, or what is to be changed of one (null takes away), read by the field engine; and where it goes. */
export const columnRequest = z.looseObject({
  /** The column that it stands before; at the end where there is none. */
  before: idField('Before').nullable().optional(),
});

/** A column: a field definition with its revision. */
export const column = z.object({ ...fieldShape, revision: z.number() });
export type Column = z.output<typeof column>;

export const rowListQuery = z.object({
  ...pageQuery,
  /** A condition tree as JSON (docs/contract.md §5). */
  filter: z
    .string({ error: message.invalidType('Filter', 'condition') })
    .max(20_000, 'Filter is too long')
    .optional(),
  /** Ids or names of columns between commas, `-` before those that go down. */
  sort: queryText('Sort', { max: 500 }),
  q: queryText('Search'),
  /** The cursor that the page before gave as `next`. */
  after: queryText('After', { max: 8000 }),
  /** The cursor that a page gave as `previous`: the page before it. */
  before: queryText('Before', { max: 8000 }),
  /** A row's id: the page that has it in its middle. */
  around: queryText('Around', { max: 40 }),
});
export type RowListQuery = z.output<typeof rowListQuery>;

const revision = z
  .number({ error: message.invalidType('Revision', 'number') })
  .int()
  .optional();
const notARow = { error: message.invalidType('Row', 'row') };
const rowsOf = <Row extends z.ZodType>(row: Row) =>
  z
    .array(row, { error: message.invalidType('Rows', 'list') })
    .min(1, message.required('Rows'))
    .max(ROWS_PER_REQUEST_MAX, message.maxCount('Rows', ROWS_PER_REQUEST_MAX));

/** Rows at the end come after the last one: however many, their positions stay numbers that are exact. */
export const POSITION_MAX = 2 ** 52;

export const addRowsRequest = z.object({
  rows: rowsOf(
    z.object(
      {
        values: valuesField,
        /** Of a row that was deleted, so that it comes back as it was. */
        id: idField('Row').optional(),
        /** Where it stands among the others; at the end where none is given. */
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

/** What is given of a row's values is changed; what is null is taken away. */
export const changeRowsRequest = z.object({
  rows: rowsOf(z.object({ id: idField('Row'), values: valuesField, revision }, notARow)),
});

export const deleteRowsRequest = z.object({
  rows: rowsOf(z.object({ id: idField('Row'), revision }, notARow)),
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
  /** What is wrong with values that do not fit their column (any more), as the columns are now. */
  problems: z.record(z.string(), z.array(z.string())).optional(),
  /** What is known of its files, by id; only where its table takes files. */
  files: z.record(z.string(), uploadedRowFile.omit({ id: true })).optional(),
  position: z.number(),
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Who made it and who changed it last; empty for who does not belong to the hub. */
  created_by: z.object({ id: z.string(), name: z.string() }),
  updated_by: z.object({ id: z.string(), name: z.string() }),
});
export type Row = z.output<typeof row>;

/** A column that is gone, and in how many rows something stood in it. */
export const deletedColumn = z.object({ label: z.string(), rows: z.number() });
export type DeletedColumn = z.output<typeof deletedColumn>;

/** What became of each row of a request, in its order. */
export const rowOutcome = z.object({
  status: z.enum(['done', 'refused', 'stale', 'missing']),
  /** As it is now; of a stale one, what somebody else made of it. */
  row: row.optional(),
  /** Why it was refused, by the path of its fields. */
  errors: z.record(z.string(), z.array(z.string())).optional(),
  /** What would be right, under the same paths. */
  hints: z.record(z.string(), z.array(z.string())).optional(),
  /** The same errors by their codes, for programs. */
  details: z.array(problemDetail).optional(),
});
export type RowOutcome = Omit<z.output<typeof rowOutcome>, 'details'> & {
  details?: Wire<z.output<typeof problemDetail>[]> | undefined;
};

export const ON_MATCH = ['update', 'skip', 'add'] as const;
export type OnMatch = (typeof ON_MATCH)[number];

const mapping = z
  .string()
  .transform((text, context) => {
    try {
      const read: unknown = JSON.parse(text);
      if (isRecord(read) && Object.values(read).every((one) => one === null || typeof one === 'string'))
        return Object.fromEntries(
          Object.entries(read).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
        );
    } catch {
      // Said below.
    }
    context.addIssue({ code: 'custom', message: message.invalidType('Mapping', 'mapping') });
    return z.NEVER;
  })
  .optional();

export const DECIMAL_MARKS = ['.', ','] as const;
export const DATE_ORDERS = ['day', 'month'] as const;

/** The fields beside the file of an import. */
export const importRequest = z.object({
  /** JSON: the header of a column of the file → the id or name of a column of the table. */
  mapping,
  /** The column by which a row that is there already is known. */
  match_on: z
    .string()
    .trim()
    .max(100, message.maxLength('Match on', 100))
    .transform((text) => text || undefined)
    .optional(),
  on_match: choiceField('On match', ON_MATCH).optional(),
  /** What stands before a fraction in the file; where it is not said, cells with two readings are refused. */
  decimal_mark: choiceField('Decimal mark', DECIMAL_MARKS).optional(),
  /** What comes first in days such as `03/04/2026`. */
  date_order: choiceField('Date order', DATE_ORDERS).optional(),
  /**
   * Whether columns of the file that are neither mapped nor columns of the table become new ones. Where it is not said:
   * those of a file without a mapping, into a table without rows.
   */
  new_columns: choiceField('New columns', ['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
});
export type ImportRequest = z.output<typeof importRequest>;

export const tableExportQuery = z.object({
  format: queryChoice('Format', ['csv', 'json']).transform((format) => format ?? 'csv'),
});

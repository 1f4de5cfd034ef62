import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { boundedBy } from '#lib/contract/described-as.ts';
import {
  IMPORT_DELIMITERS,
  IMPORT_ENCODINGS,
  IMPORT_TYPES,
  mappingOf,
  typesOfColumns,
  UNKNOWN_OPTIONS,
} from '#lib/contract/import-choice.ts';
import { job } from '#lib/contract/job.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { DATE_ORDERS, DECIMAL_MARKS, EMPTY_CELLS, MATCH_COLUMNS_MAX, ON_MATCH } from '#lib/contract/table.ts';
import { CHECKED_CELLS_MAX, CHECKED_LINES_MAX } from '#lib/contract/table-limits.ts';
import { choiceField, idField, queryChoice, queryText } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** With `state=open`, only those that have not ended. */
export const importListQuery = z.object({ ...pageQuery, state: queryChoice('State', ['open', 'ended']) });
export type ImportListQuery = z.output<typeof importListQuery>;

/** A file that is, or was, imported into a table. */
export const tableImport = job.omit({ total: true, result: true }).extend({
  /** Null for an import of long ago. */
  file_name: z.string().nullable(),
  /** Its columns are to be chosen before it begins. */
  awaits_choice: z.literal(true).optional(),
  created_at: z.string(),
  /** When it ended, or got so far. */
  updated_at: z.string(),
  /** Who began it; empty for readers outside the hub. */
  created_by: z.object({ id: z.string(), name: z.string() }),
});
export type TableImport = z.output<typeof tableImport>;

const sheetNumber = z
  .number({ error: message.invalidType('Sheet', 'number') })
  .int()
  .min(0)
  .max(999);

/**
 * Of a workbook: the number of its sheet, from 0; by default the first that has rows and is not hidden. Of text: how it is read,
 * where not as detected.
 */
export const importPreviewQuery = z.object({
  sheet: z
    .string()
    .regex(/^\d{0,3}$/, message.invalidType('Sheet', 'number'))
    .transform((text) => (text === '' ? null : Number(text)))
    .optional()
    .transform((sheet) => sheet ?? null),
  encoding: queryChoice('Encoding', IMPORT_ENCODINGS),
  delimiter: queryChoice('Delimiter', IMPORT_DELIMITERS),
});
export type ImportPreviewQuery = z.output<typeof importPreviewQuery>;

/** The first lines of a file that waits to be imported, the one with its header among them. */
export const importPreview = z.object({
  lines: z.array(z.array(z.string())),
  /** Of a workbook: the names of its sheets with rows. */
  sheets: z.array(z.string()).optional(),
  /** Of a workbook: the numbers, from 0, of the sheets that it hides, and of the one whose lines these are. */
  hidden_sheets: z.array(z.number()).optional(),
  sheet: z.number().optional(),
  /** Of text: the encoding that it is read in, and the sign that separates its cells. */
  encoding: z.string().optional(),
  separator: z.string().optional(),
  /** The file itself names its columns, as records do: its first line is never data. */
  is_named: z.literal(true).optional(),
});
export type ImportPreview = z.output<typeof importPreview>;

/** People of a file that are counted before they are imported. */
export const PREVIEWED_PEOPLE_MAX = 10_000;

/**
 * By which columns people are known again: their ids, separated by commas; by default their address, number and name. With
 * `on_match=add` nobody is.
 */
export const peoplePreviewQuery = z.object({
  match_on: queryText('Match on', { max: 400 })
    .transform((text) => text?.split(',').map((one) => one.trim()))
    .refine((ids = []) => ids.length <= MATCH_COLUMNS_MAX, {
      error: message.maxCount('Match on', MATCH_COLUMNS_MAX),
    }),
  on_match: queryChoice('On match', ON_MATCH),
});

/** Somebody of a file: who would be added, is in the list, is in the file once more, or would be left out. */
export const previewedPerson = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  state: z.enum(['added', 'present', 'repeated', 'refused']),
});
export type PreviewedPerson = z.output<typeof previewedPerson>;

/** What an import would make of the people of a file that waits. */
export const peoplePreview = z.object({
  /** How many were counted: all, where `is_whole`, else the first ones. */
  people: z.number(),
  is_whole: z.boolean(),
  added: z.number(),
  present: z.number(),
  repeated: z.number(),
  refused: z.number(),
  /** Of those that are not refused: without a number or an address that can't be read. */
  partial: z.number(),
  first: z.array(previewedPerson),
  /** Why people would be left out, or taken in part, by their number in the file. */
  reasons: z.array(
    z.object({ number: z.number(), name: z.string(), reason: z.string(), refused: z.boolean() }),
  ),
});
export type PeoplePreview = z.output<typeof peoplePreview>;

/** How a file that was sent before is imported: as the fields that are otherwise sent with it. */
export const startImportRequest = z.strictObject({
  mapping: mappingOf.optional(),
  types: typesOfColumns.optional(),
  unknown_options: choiceField('Unknown options', UNKNOWN_OPTIONS).optional(),
  match_on: z
    .array(idField('Match on'), { error: message.invalidType('Match on', 'list') })
    .max(MATCH_COLUMNS_MAX, message.maxCount('Match on', MATCH_COLUMNS_MAX))
    .optional(),
  on_match: choiceField('On match', ON_MATCH).optional(),
  empty_cells: choiceField('Empty cells', EMPTY_CELLS).optional(),
  decimal_mark: choiceField('Decimal mark', DECIMAL_MARKS).optional(),
  date_order: choiceField('Date order', DATE_ORDERS).optional(),
  sheet: sheetNumber.optional(),
  new_columns: z.boolean({ error: message.invalidType('New columns', 'boolean') }).optional(),
  encoding: choiceField('Encoding', IMPORT_ENCODINGS).optional(),
  delimiter: choiceField('Delimiter', IMPORT_DELIMITERS).optional(),
  has_header: z.boolean({ error: message.invalidType('Has header', 'boolean') }).optional(),
});
export type StartImportRequest = z.output<typeof startImportRequest>;

/** @returns whether a check may take so many cells; what are no lines is none of them */
const hasFewCells = (lines: unknown): boolean =>
  !Array.isArray(lines) ||
  lines.reduce((sum: number, line: unknown) => sum + (Array.isArray(line) ? line.length : 0), 0) <=
    CHECKED_CELLS_MAX;

const sentLines = boundedBy(
  z
    .array(z.array(z.string(), { error: message.invalidType('Lines', 'list') }), {
      error: message.invalidType('Lines', 'list'),
    })
    .min(1, message.required('Lines'))
    .max(CHECKED_LINES_MAX + 1, message.maxCount('Lines', CHECKED_LINES_MAX + 1)),
  hasFewCells,
  message.maxCount('Cells', CHECKED_CELLS_MAX),
);

/** The first lines of a file, its header or the names by place first, and how it is to be imported. */
export const checkImportRequest = startImportRequest
  .omit({ sheet: true, encoding: true, delimiter: true, has_header: true })
  .extend({
    lines: sentLines,
  })
  .meta({
    examples: [
      {
        lines: [
          ['Berth', 'Length'],
          ['A 12', '9,5'],
          ['A 13', 'long'],
        ],
        mapping: { Berth: 'f_berth' },
        types: { Length: 'number' },
        new_columns: true,
      },
    ],
  });
export type CheckImportRequest = z.output<typeof checkImportRequest>;

/** What an import would make of lines. */
export const importCheck = z.object({
  /** For each column of the file the type that its cells have, where a new column is made of it; null for the others. */
  types: z.array(z.enum(IMPORT_TYPES).nullable()),
  /** The lines that would be refused, by their number from 1 after the header, and why. */
  refused: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** Those of a contact list that would be taken without a number or an address that can't be read. */
  partial: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** Choices that columns of the table don't have yet, the first of them, by the columns' ids. */
  new_options: z.array(z.object({ column_id: z.string(), count: z.number(), labels: z.array(z.string()) })),
});
export type ImportCheck = z.output<typeof importCheck>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldValues, jsonValue } from '#lib/contract/form-definition.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { filterText, MATCH_COLUMNS_MAX, notARow, rowOutcome, rowsOf } from '#lib/contract/table.ts';
import { ROWS_PER_REQUEST_MAX } from '#lib/contract/table-limits.ts';
import { idField, queryText } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import * as message from '#lib/text/messages.ts';

export const rowParams = z.object({ id: idField('Item'), row_id: idField('Row') });

/** Rows to be added, or changed where one has the same values in the columns of `match_on`. */
export const upsertRowsRequest = z
  .strictObject({
    /** Ids or names of columns. */
    match_on: z
      .array(idField('Match on'), { error: message.invalidType('Match on', 'list') })
      .min(1, message.required('Match on'))
      .max(MATCH_COLUMNS_MAX, message.maxCount('Match on', MATCH_COLUMNS_MAX)),
    rows: rowsOf(z.strictObject({ values: valuesField }, notARow)),
  })
  .meta({
    examples: [
      { match_on: ['email'], rows: [{ values: { email: 'ada@example.org', name: 'Ada Lovelace' } }] },
    ],
  });

/** The result of each row, in its order. */
export const upsertOutcome = rowOutcome.extend({
  status: z.enum(['added', 'changed', 'unchanged', 'refused']),
});
export type UpsertRowOutcome = z.output<typeof upsertOutcome>;

export const restoreRowsRequest = z.strictObject({
  ids: z
    .array(idField('Row'), { error: message.invalidType('Ids', 'list') })
    .min(1, message.required('Ids'))
    .max(ROWS_PER_REQUEST_MAX, message.maxCount('Ids', ROWS_PER_REQUEST_MAX)),
});

export const deletedRowsQuery = z.object({
  ...pageQuery,
  /** What the first value of a row has in it, in any case. */
  q: queryText('Search'),
});

const person = z.object({ id: z.string(), name: z.string() });

/** A deleted row that can still be restored. */
export const deletedRow = z.object({
  id: z.string(),
  values: fieldValues,
  revision: z.number(),
  deleted_at: z.string(),
  /** Empty for readers outside the hub. */
  deleted_by: person,
  /** When it is deleted permanently. */
  expires_at: z.string(),
});
export type DeletedTableRow = z.output<typeof deletedRow>;

const deleted = z.object({ deleted: z.literal(true) });
const historyRow = z.union([
  z.object({ title: z.string() }),
  z.object({ restricted: z.literal(true) }),
  deleted,
]);
/** A row that a changed cell links to, or did: by its title; only that it is there, or was. */
export type HistoryRow = z.output<typeof historyRow>;
const historyFile = z.union([z.object({ name: z.string() }), deleted]);
/** A file that a changed cell has, or had. */
export type HistoryFile = z.output<typeof historyFile>;

/** What happened to a row: who did it when, and which cells changed from what to what. */
export const rowHistoryEntry = z.object({
  kind: z.enum(['created', 'changed', 'deleted', 'restored']),
  revision: z.number(),
  at: z.string(),
  /** Empty for readers outside the hub. */
  by: person,
  changes: z.array(
    z.object({
      column_id: z.string(),
      /** Absent for a column that was deleted since. */
      name: z.string().optional(),
      label: z.string().optional(),
      /** Null for an empty cell; a long text is cut. */
      from: jsonValue,
      to: jsonValue,
    }),
  ),
  /** What the ids in its changes stand for. Rows: by their titles, where the reader may see their table. */
  linked: z.record(z.string(), historyRow).optional(),
  files: z.record(z.string(), historyFile).optional(),
  /** Not for readers outside the hub. */
  people: z.record(z.string(), z.string()).optional(),
});
export type RowHistoryEntry = z.output<typeof rowHistoryEntry>;

/** `decimals`: the most digits after the point that a value has. */
export const METRICS = ['count', 'sum', 'avg', 'min', 'max', 'filled', 'unique', 'decimals'] as const;
export type Metric = (typeof METRICS)[number];

export const aggregateQuery = z.object({
  ...pageQuery,
  /**
   * Ids or names of columns separated by commas; without one, all rows together. With `:day` or `:month` after it, a date or a point
   * in time is grouped by the days (`2026-05-04`) or months (`2026-05`) of the hub's time zone; with `-` before it, its groups are in
   * descending order.
   */
  group: queryText('Group', { max: 500 }),
  /** A condition tree as JSON (docs/contract.md §5). */
  filter: filterText,
  /** A saved view, whose filter applies too. */
  view: queryText('View', { max: 100 }),
  q: queryText('Search'),
  /** `count`, or `sum:`, `avg:`, `min:`, `max:`, `filled:`, `unique:`, `decimals:` and the id or name of a column; by default `count`. */
  metrics: queryText('Metrics', { max: 5000 }),
});
export type AggregateQuery = z.output<typeof aggregateQuery>;

/**
 * A group: its value (null for empty cells, or without grouping; a list where a row has several, such as choices or values of linked
 * rows, and where several columns were named), and the metrics by their names in the request. Sums and averages are decimals as texts, exact to the last digit.
 */
export const aggregateGroup = z.object({
  group: jsonValue,
  /** How many values the lists of `group` have beside the hundred of each that are given; absent where these are all. */
  more: z.number().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  /** The titles of the rows whose ids a group by links has. */
  linked: z.record(z.string(), z.object({ title: z.string() })).optional(),
});
export type AggregateGroup = z.output<typeof aggregateGroup>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldValues, jsonValue } from '#lib/contract/form-definition.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { column, filterText, row } from '#lib/contract/table.ts';
import { ROW_COLORS, VIEW_TYPES } from '#lib/contract/table-views.ts';
import { idField, queryText } from '#lib/contract/text-field.ts';

export const sharedViewParams = z.object({ view_id: idField('View') });
export const sharedViewRowParams = z.object({ view_id: idField('View'), row_id: idField('Row') });
export const sharedViewFileParams = z.object({ view_id: idField('View'), file_id: idField('File') });

/** A view as the holder of its link sees it: what it shows, and nothing of how it is made. */
export const sharedView = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(VIEW_TYPES),
  /** Those that are shown, in the order of the view; without rules, conditions, formulas and names of other tables. */
  columns: z.array(column),
  /**
   * Columns by whose values rows are grouped: of a board the one of its lists, of a calendar the one of its days. Only what
   * is shown: without one, a board or calendar is a list for the holder of the link.
   */
  group: z.array(z.string()),
  /** How its hub writes numbers, dates and times. */
  locale: z.string().nullable(),
  time_zone: z.string().nullable(),
});
export type SharedView = z.output<typeof sharedView>;

/** Only shown columns are searched, filtered and sorted by; without `sort`, rows are in the order of the view. */
export const sharedRowsQuery = z.object({
  ...pageQuery,
  filter: filterText,
  sort: queryText('Sort', { max: 500 }),
  q: queryText('Search'),
});
export type SharedRowsQuery = z.output<typeof sharedRowsQuery>;

/** The groups of the rows that a search finds. */
export const sharedGroupsQuery = z.object({
  group: queryText('Group', { max: 110 }).meta({
    description: 'The id of a column; with `:day` after it, points in time are grouped by their days.',
  }),
  q: queryText('Search'),
});
export type SharedGroupsQuery = z.output<typeof sharedGroupsQuery>;

/** Rows with one value of a column, or with one set of several choices, or with none, and their number. */
export const sharedGroup = z.object({
  value: jsonValue,
  /** How many values of the set are not in `value`, which has a hundred at most; no filter finds the rows of such a group. */
  more: z.number().optional(),
  count: z.number(),
  /** The titles of the rows whose ids a group by links has. */
  linked: z.record(z.string(), z.object({ title: z.string() })).optional(),
});
export type SharedGroup = z.output<typeof sharedGroup>;

/** A row of the view: values of shown columns, and what is shown with them. */
export const sharedRow = z.object({
  id: z.string(),
  values: fieldValues,
  files: row.shape.files,
  linked: row.shape.linked,
  restricted: row.shape.restricted,
  /** By the rules of the view, as far as they are about shown columns. */
  color: z.enum(ROW_COLORS).optional(),
});
export type SharedRow = z.output<typeof sharedRow>;

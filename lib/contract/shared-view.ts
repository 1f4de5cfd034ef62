import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { fieldValues } from '#lib/contract/form-definition.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { column, filterText, row } from '#lib/contract/table.ts';
import { VIEW_TYPES } from '#lib/contract/table-views.ts';
import { idField, queryText } from '#lib/contract/text-field.ts';

export const sharedViewParams = z.object({ view_id: idField('View') });
export const sharedViewFileParams = z.object({ view_id: idField('View'), file_id: idField('File') });

/** A view as the holder of its link sees it: what it shows, and nothing of how it is made. */
export const sharedView = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(VIEW_TYPES),
  /** Those that are shown, in the order of the view; without rules, conditions, formulas and names of other tables. */
  columns: z.array(column),
  /** Shown columns by whose values rows are grouped. */
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

/** A row of the view: values of shown columns, and what is shown with them. */
export const sharedRow = z.object({
  id: z.string(),
  values: fieldValues,
  files: row.shape.files,
  linked: row.shape.linked,
  restricted: row.shape.restricted,
});
export type SharedRow = z.output<typeof sharedRow>;

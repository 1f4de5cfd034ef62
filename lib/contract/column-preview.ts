import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { jsonValue } from '#lib/contract/form-definition.ts';

/** What a change of a column makes of its values: those that it does not accept stay as they are, and are shown. */
export const columnPreview = z.object({
  /** How many rows the table has, and of how many this tells: of large tables not of all. */
  rows: z.number(),
  checked: z.number(),
  converted: z.number(),
  kept: z.number(),
  /** Where a request was for the rows `after` a place (of the first ones, empty): the place after these; null after the last one. */
  next: z.string().nullable().optional(),
  /** The first ten thousand that do not fit. With `after`, the rows end before there are more: all of them are on one of the pages. */
  values: z.array(
    z.object({
      row_id: z.string(),
      /** The text of its first column. */
      row_title: z.string().optional(),
      value: jsonValue,
      problem: z.string(),
    }),
  ),
});
export type ColumnPreview = z.output<typeof columnPreview>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { boundedBy } from '#lib/contract/described-as.ts';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { idField, typeError } from '#lib/contract/text-field.ts';
import { hasMoreValues } from '#lib/text/json-depth.ts';
import * as message from '#lib/text/messages.ts';

const mapping = boundedBy(
  z
    .record(z.string().max(100), z.string().max(100), { error: typeError('Mapping', 'object') })
    .refine((columns) => Object.keys(columns).length > 0, { error: message.required('Mapping') })
    .meta({ examples: [{ f_name: 'f_name' }] }),
  (sent) => !hasMoreValues(sent, COLUMNS_MAX),
  message.maxCount('Mapping', COLUMNS_MAX),
);

/** Where a form's answers are written besides: the rows of a table or contact list of the same hub. */
export const destinationRequest = z.strictObject({
  item_id: idField('Table'),
  /** The id of the column that the values of a field go into, by the id of the field. */
  mapping,
  /** The id of the mapped field by which a row is known again, and changed; null adds a row for each submission. */
  match_field: idField('Matching field').nullable().default(null),
});
export type DestinationRequest = z.input<typeof destinationRequest>;

export const destination = z.object({
  item_id: z.string(),
  /** Null where the caller may not see the table, or it is in the trash. */
  table: z.object({ title: z.string(), space: z.string() }).nullable(),
  mapping: z.record(z.string(), z.string()),
  match_field: z.string().nullable(),
  /** Submissions without a row: never written, or refused; counted up to 1,000. */
  missing: z.number(),
});
export type Destination = z.output<typeof destination>;

export const sendRequest = z.strictObject({
  /** One submission; without it, up to 100 that have no row. */
  submission_id: idField('Answer').optional(),
});
export const sendResult = z.object({
  written: z.number(),
  refused: z.number(),
  /** Submissions that have no row yet; counted up to 1,000. */
  missing: z.number(),
});
export type SendResult = z.output<typeof sendResult>;

/** What became of a submission in the form's table. */
export const submissionRow = z.object({
  item_id: z.string(),
  /** Null where it was refused, or the row was deleted permanently. */
  row_id: z.string().nullable(),
  /** Why it was not written, by the label of the column; what is about no column has the empty label. */
  problems: z.record(z.string(), z.array(z.string())).nullable(),
});
export type SubmissionTableRow = z.output<typeof submissionRow>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { describedAs } from '#lib/contract/described-as.ts';
import { rowCondition } from '#lib/contract/row-condition.ts';
import { choiceField, idField, queryText, typeError } from '#lib/contract/text-field.ts';
import { valuesField } from '#lib/contract/values-field.ts';
import * as message from '#lib/text/messages.ts';

export const bulkChangeParams = z.object({ id: idField('Item'), bulk_id: idField('Bulk change') });

/** A change or deletion of all rows that a filter finds. */
export const bulkChangeRequest = z
  .strictObject({
    /** Required. A condition tree (docs/contract.md §5), with the same meaning as in the list of rows; null finds all rows. */
    filter: describedAs(rowCondition.nullable()).optional(),
    /** What the rows are searched for, as in the list. */
    q: queryText('Search'),
    /** A saved view, whose filter applies too. */
    view: queryText('View', { max: 100 }),
    action: choiceField('Action', ['delete', 'set']),
    /** With `set`: what each row gets, by the names of columns; null clears a value. */
    values: valuesField.optional(),
    /** Only counts the rows, and tries the values. */
    dry_run: z.boolean({ error: typeError('Dry run', 'flag') }).optional(),
    /** What the dry run returned: rows that were added or changed since stay as they are. */
    as_of: z.iso.datetime({ error: message.invalidType('As of', 'date') }).optional(),
    /** The number of rows that was confirmed: where it has become more, nothing is changed. */
    count: z
      .number({ error: message.invalidType('Count', 'number') })
      .int()
      .min(0)
      .optional(),
  })
  .meta({
    examples: [
      { filter: { field: 'f_state', op: 'equals', value: 'done' }, action: 'delete', dry_run: true },
      {
        filter: { field: 'f_state', op: 'equals', value: 'open' },
        action: 'set',
        values: { state: 'done' },
        as_of: '2026-05-04T09:30:00.123456Z',
        count: 12_345,
      },
    ],
  });
export type BulkChangeRequest = z.output<typeof bulkChangeRequest>;
export type SentBulkChange = z.input<typeof bulkChangeRequest>;

/** How many rows were refused for the same reason. */
const problem = z.object({ message: z.string(), rows: z.number() });

/** What a change would be about. */
export const bulkPreview = z.object({
  count: z.number(),
  /** Sent with the change, it leaves out what was added or changed since. */
  as_of: z.string(),
  /** Of how many rows it was tried whether they take the values; of these, so many do not, for these reasons. */
  checked: z.number(),
  refused: z.number(),
  problems: z.array(problem),
});
export type BulkPreview = z.output<typeof bulkPreview>;

/** A change of many rows that is undone as one: made at once, or by a job. */
export const bulkChange = z.object({
  id: z.string(),
  /** `restore` undoes a deletion, `revert` a change of values. */
  action: z.enum(['delete', 'set', 'restore', 'revert']),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  /** Rows that were found, and what became of them so far. */
  total: z.number(),
  changed: z.number(),
  /** They had the values already. */
  unchanged: z.number(),
  /** They stay as they are, since somebody changed or deleted them meanwhile. */
  skipped: z.number(),
  /** They can't have the values. */
  refused: z.number(),
  problems: z.array(problem),
  /** Why it failed. */
  reason: z.string().optional(),
  /** The job that makes it, which can be cancelled; null where it was made at once. */
  job: z.string().nullable(),
  /** The change that it undoes. */
  undoes: z.string().nullable(),
  /** The change that undoes it. */
  undone_by: z.string().nullable(),
  made_at: z.string(),
});
export type BulkChange = z.output<typeof bulkChange>;

/** A bulk change of a table's list of them. */
export const listedBulkChange = bulkChange.extend({
  /** Empty for readers outside the hub. */
  made_by: z.object({ id: z.string(), name: z.string() }),
  /** Of a change of values: the labels of the columns that were set and are still there. */
  columns: z.array(z.string()),
});
export type ListedBulkChange = z.output<typeof listedBulkChange>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { favouriteItem } from '#lib/contract/favourite-item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { idField, queryChoice, queryText } from '#lib/contract/text-field.ts';

/** Tasks for the caller, tasks of everybody whose day is over, and all open tasks that the caller may see. */
export const TASK_LISTS = ['mine', 'overdue', 'all'] as const;
export type TaskList = (typeof TASK_LISTS)[number];

/** Where a page ended: the day of its last task, empty without one, the task's document, and its number there. */
export const TASK_CURSOR = /^(\d{4}-\d{2}-\d{2})?_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})_(\d{1,7})$/;

export const taskListQuery = z.object({
  ...pageQuery,
  list: queryChoice('List', TASK_LISTS).transform((list) => list ?? 'mine'),
  /** The caller's day, as in 2026-11-27; by default that of UTC. A task is overdue from the day after its own on. */
  today: queryText('Today', { max: 10 }).refine(
    (day) => day === undefined || /^\d{4}-\d{2}-\d{2}$/.test(day),
    'Today is not a valid date',
  ),
  /** The `next` of the previous page: continues there; `page` is then ignored. */
  after: queryText('After', { max: 60 }).refine(
    (after) => after === undefined || TASK_CURSOR.test(after),
    'After is not a place in this list; begin again',
  ),
});
export type TaskListQuery = z.output<typeof taskListQuery>;

/** A task of a document that is not done. */
export const task = z.object({
  item: favouriteItem,
  /** Counts all tasks of the document from 0. */
  number: z.number(),
  /** Its line in the document's Markdown: with `number` it names the task. */
  source: z.string(),
  /** The line as it is read, without the people and the day. */
  text: z.string(),
  /** Whom it is for, by the names that the document has. */
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The day until which it is to be done, as in 2026-11-27. */
  due: z.string().nullable(),
  /** Whether the caller may mark it as done. */
  may_change: z.boolean(),
});
export type Task = z.output<typeof task>;

const TASK_NUMBER_MAX = 1_000_000;
export const changeTaskParams = z.object({
  id: idField('Item'),
  number: z
    .string({ error: 'Number is not a valid number' })
    .regex(/^\d{1,7}$/, 'Number is not a valid number')
    .transform(Number)
    .pipe(z.number().max(TASK_NUMBER_MAX, 'Number is not a valid number')),
});

/** The text is the task's `source`: the task must still be there as the caller saw it. */
export const changeTaskRequest = z
  .strictObject({
    source: z.string({ error: 'Source is not a valid text' }).max(10_000, 'Source is too long'),
    done: z.boolean({ error: 'Done is not a valid boolean' }),
  })
  .meta({ examples: [{ source: 'Order paper for the lanterns', done: true }] });
export type ChangeTaskRequest = z.input<typeof changeTaskRequest>;

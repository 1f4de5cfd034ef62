import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { condition } from '#lib/contract/form-definition.ts';
import { choiceField, idField, textField, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

export const VIEW_TYPES = ['grid', 'list', 'gallery', 'board', 'calendar'] as const;

/** Views of one table: shared ones, and personal ones of one member. */
export const VIEWS_MAX = 200;
const COLUMNS_MAX = 500;
const SORTS_MAX = 5;
const LAYOUT_MAX = 20_000;

export const viewParams = z.object({ id: idField('Item'), view_id: idField('View') });

const list = (label: string, max: number) =>
  z.array(idField(label), { error: typeError(label, 'list') }).max(max, message.maxCount(label, max));

/** How a column is shown; columns that a view does not name are shown after the others. */
const viewColumn = z.strictObject({
  id: idField('Column'),
  hidden: z.boolean().optional(),
  /** Pixels. */
  width: z.number().int().min(20).max(5000).optional(),
  /** Stays when the others are scrolled. */
  frozen: z.boolean().optional(),
});

const fields = {
  name: textField('Name', { max: 200 }),
  type: choiceField('Type', VIEW_TYPES),
  /** Seen by its maker only. */
  personal: z.boolean({ error: typeError('Personal', 'flag') }),
  columns: z.array(viewColumn, { error: typeError('Columns', 'list') }).max(COLUMNS_MAX),
  /** A condition tree (docs/contract.md §5). */
  filter: condition.nullable(),
  /** Ids of columns, `-` before those in descending order. */
  sort: list('Sort', SORTS_MAX),
  /** Columns by whose values rows are grouped: of a board the one of its lists, of a calendar the one of its days. */
  group: list('Group', 3),
  /** What a type of view has besides: row height, colours, the cover of a gallery. The server stores it unread. */
  layout: z
    .record(z.string(), z.unknown(), { error: typeError('Layout', 'object') })
    .refine((value) => JSON.stringify(value).length <= LAYOUT_MAX, 'Layout is too long'),
};

export const createViewRequest = z
  .strictObject({
    ...fields,
    type: fields.type.default('grid'),
    personal: fields.personal.default(false),
    columns: fields.columns.default([]),
    filter: z.unknown().optional(),
    sort: fields.sort.default([]),
    group: fields.group.default([]),
    layout: fields.layout.default({}),
  })
  .meta({ examples: [{ name: 'Open, by due date', type: 'grid', sort: ['due'] }] });
export type CreateViewRequest = z.output<typeof createViewRequest>;

export const changeViewRequest = z.strictObject({
  name: fields.name.optional(),
  type: fields.type.optional(),
  personal: fields.personal.optional(),
  columns: fields.columns.optional(),
  filter: z.unknown().optional(),
  sort: fields.sort.optional(),
  group: fields.group.optional(),
  layout: fields.layout.optional(),
  /** The view that it precedes in the list; null for the end. */
  before: idField('Before').nullable().optional(),
});
export type ChangeViewRequest = z.output<typeof changeViewRequest>;

/** A saved view of a table. Columns that were deleted since are left out of it. */
export const view = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(VIEW_TYPES),
  personal: z.boolean(),
  columns: z.array(
    z.object({
      id: z.string(),
      hidden: z.boolean().optional(),
      width: z.number().optional(),
      frozen: z.boolean().optional(),
    }),
  ),
  filter: condition.nullable(),
  sort: z.array(z.string()),
  group: z.array(z.string()),
  layout: z.record(z.string(), z.unknown()),
  revision: z.number(),
});
export type View = z.output<typeof view>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { boundedBy, boundedDepth, checkedBy, describedAs } from '#lib/contract/described-as.ts';
import { rowCondition } from '#lib/contract/row-condition.ts';
import { COLOR_RULES_MAX, GROUPS_MAX } from '#lib/contract/table-limits.ts';
import { METRICS } from '#lib/contract/table-rows.ts';
import { choiceField, idField, textField, typeError } from '#lib/contract/text-field.ts';
import { CONDITION_DEPTH } from '#lib/fields/definition.ts';
import { unknownPartsOfCondition } from '#lib/fields/unknown-parts.ts';
import { hasMoreValues } from '#lib/text/json-depth.ts';
import * as message from '#lib/text/messages.ts';

export const VIEW_TYPES = ['grid', 'list', 'gallery', 'board', 'calendar'] as const;

export const ROW_HEIGHTS = ['short', 'medium', 'tall'] as const;
export type RowHeight = (typeof ROW_HEIGHTS)[number];
export const ROW_COLORS = ['red', 'yellow', 'green', 'blue', 'violet'] as const;
export type RowColor = (typeof ROW_COLORS)[number];
/** What the footer can show of a column. */
export const FOOTER_METRICS = METRICS.filter((metric) => metric !== 'count' && metric !== 'decimals');
export type FooterMetric = (typeof FOOTER_METRICS)[number];

/** Views of one table: shared ones, and personal ones of one member. */
export const VIEWS_MAX = 200;
const COLUMNS_MAX = 500;
const SORTS_MAX = 5;
const LAYOUT_MAX = 20_000;
/** No usable layout of that length has more. */
const LAYOUT_VALUES_MAX = LAYOUT_MAX / 4;

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

/** A comparison in so many groups, each of which is an object with a list. */
const sentCondition = boundedDepth(
  checkedBy(rowCondition, (sent) =>
    unknownPartsOfCondition(sent).map(({ path, params }) => ({
      path,
      message: message.unknownField(params.label),
    })),
  ),
  2 * CONDITION_DEPTH + 1,
  'The condition is nested too deep',
);

const colorRule = z.object({ color: z.enum(ROW_COLORS), filter: rowCondition });
/** The rows that a condition finds are shown in a colour; of several rules, the first one that holds counts. */
export type ColorRule = z.output<typeof colorRule>;

const layoutShape = {
  row_height: z.enum(ROW_HEIGHTS).optional(),
  /** What the footer shows of columns, by their ids. */
  footer: z.record(z.string(), z.enum(FOOTER_METRICS)).optional(),
  colors: z.array(colorRule).max(COLOR_RULES_MAX).optional(),
  /** Ids of the columns whose groups are in descending order. */
  groups_down: z.array(z.string()).max(GROUPS_MAX).optional(),
};
/** How a view is shown, besides its columns. */
export const viewLayout = z.object(layoutShape).meta({ id: 'ViewLayout' });
export type ViewLayout = z.output<typeof viewLayout>;

const sentLayout = z.strictObject(
  {
    ...layoutShape,
    row_height: choiceField('Row height', ROW_HEIGHTS).optional(),
    groups_down: list('Groups in descending order', GROUPS_MAX).optional(),
    colors: z
      .array(z.strictObject({ color: choiceField('Colour', ROW_COLORS), filter: sentCondition }), {
        error: typeError('Colours', 'list'),
      })
      .max(COLOR_RULES_MAX, message.maxCount('Colours', COLOR_RULES_MAX))
      .optional(),
  },
  { error: typeError('Layout', 'object') },
);

const fields = {
  name: textField('Name', { max: 200 }),
  type: choiceField('Type', VIEW_TYPES),
  /** Seen by its maker only. */
  personal: z.boolean({ error: typeError('Personal', 'flag') }),
  columns: z.array(viewColumn, { error: typeError('Columns', 'list') }).max(COLUMNS_MAX),
  /** A condition tree (docs/contract.md §5); `readRowCondition` checks it against the columns of the table. */
  filter: describedAs(rowCondition.nullable()),
  /** Ids of columns, `-` before those in descending order. */
  sort: list('Sort', SORTS_MAX),
  /** Columns by whose values rows are grouped: of a board the one of its lists, of a calendar the one of its days. */
  group: list('Group', GROUPS_MAX),
  layout: boundedBy(
    sentLayout.refine((value) => JSON.stringify(value).length <= LAYOUT_MAX, 'Layout is too long'),
    (sent) => !hasMoreValues(sent, LAYOUT_VALUES_MAX),
    'Layout is too long',
  ),
};

export const createViewRequest = z
  .strictObject({
    ...fields,
    type: fields.type.default('grid'),
    personal: fields.personal.default(false),
    columns: fields.columns.default([]),
    filter: fields.filter.optional(),
    sort: fields.sort.default([]),
    group: fields.group.default([]),
    layout: fields.layout.default({}),
  })
  .meta({ examples: [{ name: 'Open, by due date', type: 'grid', sort: ['due'] }] });
export type CreateViewRequest = z.input<typeof createViewRequest>;

export const changeViewRequest = z.strictObject({
  name: fields.name.optional(),
  type: fields.type.optional(),
  personal: fields.personal.optional(),
  columns: fields.columns.optional(),
  filter: fields.filter.optional(),
  sort: fields.sort.optional(),
  group: fields.group.optional(),
  layout: fields.layout.optional(),
  /** The view that it precedes in the list; null for the end. */
  before: idField('Before').nullable().optional(),
});
export type ChangeViewRequest = z.input<typeof changeViewRequest>;

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
  filter: rowCondition.nullable(),
  /** Its filter names what is not there any more: it finds no rows until it gets another one. */
  unreadable_filter: z.literal(true).optional(),
  sort: z.array(z.string()),
  group: z.array(z.string()),
  layout: viewLayout,
  revision: z.number(),
});
export type View = z.output<typeof view>;

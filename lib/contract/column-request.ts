import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { describedBy } from '#lib/contract/described-as.ts';
import {
  condition,
  fieldRules,
  fieldShape,
  jsonValue,
  type SentField,
} from '#lib/contract/form-definition.ts';
import { idField } from '#lib/contract/text-field.ts';
import { COLUMN_TYPES, ROLLUP_FUNCTIONS } from '#lib/fields/column-base.ts';
import type { ColumnKey } from '#lib/fields/column-types.ts';
import { CREATION_DEFAULTS } from '#lib/fields/creation-default.ts';
import { OPTION_COLORS } from '#lib/fields/option-colors.ts';

/*
 * A column as it is sent, by its type. The field engine parses it (`splitColumn`, `readFields`), and names each
 * invalid place.
 */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const reference = z.string();
const before = idField('Before').nullable().optional();
const options = z.array(z.object({ id: z.string().optional(), label: z.string() }));

const optionColors = z
  .record(z.string(), z.enum(OPTION_COLORS))
  .meta({ description: 'The colours in which its options are shown, by their ids.' });

/** A field of a nested form: its id, its name and the ids of its options are made where there are none. */
export type SentColumnField = Omit<SentField, 'name' | 'options' | 'fields'> & {
  name?: string;
  options?: z.input<typeof options>;
  fields?: SentColumnField[];
};
const columnField: z.ZodType<SentColumnField> = z
  .object({
    ...fieldShape,
    id: z.string().optional(),
    name: z.string().optional(),
    options: options.optional(),
    get fields(): z.ZodOptional<z.ZodArray<z.ZodType<SentColumnField>>> {
      return z.array(columnField).optional();
    },
  })
  .meta({ id: 'SentColumnField' });
const fields = z.array(columnField);
const formula = z.string();
const max = z.number().int().min(1).max(100);
const currency = z.string().meta({ description: 'An ISO 4217 code; the hub’s where there is none.' });

/** What a column that was read has, and a request does not change: accepted, so that one can be sent back. */
const asRead = {
  revision: z.number().nullish(),
  changing: text,
  late: flag,
  single: flag,
  restricted: flag,
  shown_as: jsonValue.nullish(),
  reads: jsonValue.nullish(),
  opposite: text,
  link: text,
  side: text,
};

const common = {
  label: z.string(),
  name: text.meta({ description: 'The key of its values; made from the label where there is none.' }),
  id: text.meta({ description: 'Made where there is none; never changes.' }),
  help: text,
  placeholder: text,
  before: before.meta({ description: 'The column that it precedes; null for the end.' }),
  ...asRead,
};
const conditions = { visible_if: condition.nullish(), required_if: condition.nullish() };
/** Of a column that somebody writes. */
const written = {
  ...common,
  ...conditions,
  required: flag.meta({ description: 'True unless said otherwise.' }),
  rules: fieldRules.nullish(),
};
const creationDefault = z.enum(CREATION_DEFAULTS).nullish().meta({
  description:
    'In place of a default, what new rows have of how they are added: `now` (of a date the day in the hub’s time zone, of a datetime the minute), `creator` (of a person the member who adds them, or who submits the form that adds them; nobody where that is no member of the hub).',
});
const several = { ...written, default: jsonValue.nullish() };
const single = { ...several, unique: flag };
const choice = { options, option_colors: optionColors.nullish(), allow_other: flag, multiple: flag };

/** A new column, by its type. */
const newColumn = z
  .discriminatedUnion('type', [
    z.strictObject({
      ...single,
      type: z.enum(['text', 'textarea', 'number', 'date']),
      default_from: creationDefault,
      formula: formula.nullish(),
      multiple: flag,
    }),
    z.strictObject({
      ...single,
      type: z.enum(['email', 'phone', 'url', 'time', 'datetime']),
      default_from: creationDefault,
      multiple: flag,
    }),
    z.strictObject({ ...several, type: z.literal('json'), multiple: flag }),
    z.strictObject({ ...single, ...choice, type: z.literal('select') }),
    z.strictObject({ ...several, ...choice, type: z.enum(['checkboxes', 'multi-select']) }),
    z.strictObject({ ...written, type: z.literal('file'), multiple: flag }),
    z.strictObject({ ...written, type: z.literal('form'), fields, multiple: flag }),
    z.strictObject({ ...single, type: z.literal('person'), multiple: flag, default_from: creationDefault }),
    z.strictObject({ ...written, type: z.literal('attachment') }),
    z.strictObject({ ...single, type: z.literal('rating'), max: max.nullish() }),
    z.strictObject({ ...single, type: z.literal('currency'), currency: currency.nullish() }),
    z.strictObject({ ...single, type: z.enum(['percent', 'duration']) }),
    z.strictObject({
      ...common,
      type: z.literal('link'),
      table: reference.meta({ description: 'The item whose rows it links to.' }),
      multiple: flag.meta({ description: 'False where it links to one row at most.' }),
    }),
    z.strictObject({
      ...common,
      type: z.literal('lookup'),
      via: reference,
      of: reference.meta({
        description: 'A column of the linked table, also a lookup or rollup: through four tables at most.',
      }),
    }),
    z.strictObject({
      ...common,
      type: z.literal('rollup'),
      via: reference,
      of: text.meta({ description: 'As for a lookup. Not needed to count.' }),
      function: z.enum(ROLLUP_FUNCTIONS),
    }),
    z.strictObject({ ...common, type: z.literal('formula'), formula }),
    z.strictObject({
      ...common,
      type: z.enum(['auto_number', 'created_at', 'created_by', 'updated_at', 'updated_by']),
    }),
  ])
  .meta({
    id: 'NewColumn',
    description: 'A column, with what its type has.',
    examples: [
      {
        label: 'Berth',
        type: 'select',
        required: false,
        options: [{ id: 'north', label: 'North quay' }, { label: 'South quay' }],
        option_colors: { north: 'green' },
      },
    ],
  });
export type NewColumn = z.input<typeof newColumn>;

/** What is to be changed of a column; null takes a part out. */
const columnChange = z
  .strictObject({
    ...asRead,
    ...conditions,
    before,
    id: text,
    name: text,
    label: text,
    type: z.enum(COLUMN_TYPES).nullish(),
    required: flag,
    placeholder: text,
    help: text,
    default: jsonValue.nullish(),
    default_from: creationDefault,
    options: options.nullish(),
    option_colors: optionColors.nullish(),
    rules: fieldRules.nullish(),
    multiple: flag,
    allow_other: flag,
    fields: fields.nullish(),
    formula: formula.nullish(),
    unique: flag,
    max: max.nullish(),
    currency: currency.nullish(),
    table: text,
    via: text,
    of: text,
    function: z.enum(ROLLUP_FUNCTIONS).nullish(),
  } satisfies Record<ColumnKey, z.ZodType>)
  .meta({
    id: 'ColumnChange',
    description: 'The parts that change; null takes one out.',
    examples: [{ label: 'Mooring', help: null }],
  });
export type ColumnChange = z.input<typeof columnChange>;

/** A column's definition as it was sent, or what is to be changed of it: its values are parsed by the field engine. */
export type ColumnInput = { [Key in ColumnKey]?: unknown } & { before?: string | null | undefined };

/**
 * Shows what is sent by its type. A field that no column has passes, so that `splitColumn` refuses it by its name
 * together with all other problems of the column.
 */
const columnInput = <Sent extends ColumnInput>(described: z.ZodType<Sent>) =>
  describedBy<ColumnInput, Sent>(z.looseObject({ before }), described);

export const addColumnRequest = columnInput<NewColumn>(newColumn);
export const changeColumnRequest = columnInput<ColumnChange>(columnChange);

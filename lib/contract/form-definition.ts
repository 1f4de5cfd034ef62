import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import type { Comparison, Condition, FieldDefinition, Rule, Values } from '#lib/fields/definition.ts';
import { FIELD_TYPES, OPERATORS } from '#lib/fields/field-types.ts';
import type { FormValuesSchema } from '#lib/fields/json-schema.ts';
import type { Block, FormLayout, FormPage } from '#lib/forms/layout.ts';
import type { FormTranslations } from '#lib/forms/translations.ts';

/*
 * The types of the field engine as schemas, for what the API returns. What is sent to it is parsed by
 * `readFields`, `readLayout` and `readTranslations`, which name each invalid place. A property that a type
 * has and its schema lacks does not compile here, nor one of another type.
 */

type Shape<Thing> = { [Key in keyof Required<Thing>]: z.ZodType<Thing[Key]> };

const comparison = z.object({
  field: z.string().meta({ description: 'The id of a field of the same list, or of a list around it.' }),
  op: z.enum(OPERATORS),
  value: z.union([z.string(), z.number()]).optional(),
} satisfies Shape<Comparison>);

/** When something is so. */
export const condition: z.ZodType<Condition> = z
  .union([
    comparison,
    z.object({
      get and(): z.ZodArray<z.ZodType<Condition>> {
        return z.array(condition);
      },
    }),
    z.object({
      get or(): z.ZodArray<z.ZodType<Condition>> {
        return z.array(condition);
      },
    }),
    z.object({
      get not(): z.ZodType<Condition> {
        return condition;
      },
    }),
  ])
  .meta({ id: 'Condition' });

const message = z.string().optional();

const rule: z.ZodType<Rule> = z
  .discriminatedUnion('rule', [
    z.object({
      rule: z.enum([
        'min_length',
        'max_length',
        'length',
        'min_count',
        'max_count',
        'count',
        'equal',
        'max_bytes',
      ]),
      value: z.number(),
      message,
    }),
    z.object({ rule: z.enum(['min', 'max']), value: z.union([z.number(), z.string()]), message }),
    z.object({ rule: z.enum(['pattern', 'date_format']), value: z.string(), message }),
    z.object({ rule: z.literal('extensions'), value: z.array(z.string()), message }),
  ])
  .meta({ id: 'Rule' });

export const fieldRules = z.array(rule);

/** What JSON can represent. */
export const jsonValue: z.ZodType<unknown> = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.lazy(() => z.array(jsonValue)),
    z.lazy(() => z.record(z.string(), jsonValue)),
  ])
  .meta({ id: 'Json' });

/** Values by the name of their field. */
export const fieldValues: z.ZodType<Values> = z.record(z.string(), jsonValue).meta({
  id: 'Values',
  description:
    'By the type of a field: a text, a number, a list, the values of a nested form, or any JSON. Choices and files are ids.',
});

/** The properties of a field, for schemas with more of them. */
export const fieldShape = {
  id: z.string().meta({ description: 'Never changes.' }),
  name: z.string().meta({ description: 'The key of its value.' }),
  label: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean().optional().meta({ description: 'True unless said otherwise.' }),
  placeholder: z.string().optional(),
  help: z.string().optional(),
  default: jsonValue.optional(),
  options: z.array(z.object({ id: z.string(), label: z.string() })).optional(),
  rules: fieldRules.optional(),
  multiple: z.boolean().optional(),
  allow_other: z.boolean().optional(),
  get fields(): z.ZodOptional<z.ZodArray<z.ZodType<FieldDefinition>>> {
    return z.array(fieldDefinition).optional();
  },
  visible_if: condition.optional(),
  required_if: condition.optional(),
  formula: z.string().optional(),
} satisfies Shape<FieldDefinition>;

/** A field of a form, or a column of a table. */
export const fieldDefinition: z.ZodType<FieldDefinition> = z
  .object(fieldShape)
  .meta({ id: 'FieldDefinition' });
export const fieldDefinitions = z.array(fieldDefinition);

/** A field as it is sent: one without an id gets one. */
export type SentField = Omit<FieldDefinition, 'id' | 'fields'> & { id?: string; fields?: SentField[] };
export const sentField: z.ZodType<SentField> = z
  .object({
    ...fieldShape,
    id: z.string().optional().meta({ description: 'Made where there is none; never changes.' }),
    get fields(): z.ZodOptional<z.ZodArray<z.ZodType<SentField>>> {
      return z.array(sentField).optional();
    },
  })
  .meta({
    id: 'SentField',
    examples: [
      {
        id: 'f_berth',
        name: 'berth',
        label: 'Berth',
        type: 'select',
        required: false,
        help: 'Where the boat will lie.',
        options: [
          { id: 'north', label: 'North quay' },
          { id: 'south', label: 'South quay' },
        ],
      },
    ],
  });

const id = z.string();
const block: z.ZodType<Block> = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('field'), field: z.string().meta({ description: 'The id of a field.' }) }),
    z.object({ kind: z.literal('section'), id, title: z.string(), text: z.string().optional() }),
    z.object({ kind: z.literal('text'), id, text: z.string() }),
    z.object({ kind: z.literal('picture'), id, picture: z.string(), alt: z.string() }),
  ])
  .meta({ id: 'Block' });

const page = z
  .object({
    id,
    title: z.string().optional(),
    text: z.string().optional(),
    visible_if: condition.optional(),
    blocks: z.array(block),
  } satisfies Shape<FormPage>)
  .meta({ id: 'FormPage' });

/** How fields are laid out on pages. */
export const formLayout = z.object({ pages: z.array(page) } satisfies Shape<FormLayout>).meta({
  id: 'FormLayout',
  examples: [
    { pages: [{ id: 'p_first', title: 'Your boat', blocks: [{ kind: 'field', field: 'f_berth' }] }] },
  ],
});

/** Texts of a form by language, then by their keys. */
export const formTranslations: z.ZodType<FormTranslations> = z
  .record(z.string(), z.record(z.string(), z.string()))
  .meta({ id: 'FormTranslations', examples: [{ de: { 'fields.f_berth.label': 'Liegeplatz' } }] });

const keywords = z.record(z.string(), jsonValue);

/** JSON Schema 2020-12 of the values that a form takes (`lib/fields/json-schema.ts`). */
export const formValuesSchema = z
  .object({
    $schema: z.literal('https://json-schema.org/draft/2020-12/schema'),
    type: z.literal('object'),
    properties: z.record(z.string(), keywords).meta({ description: 'By the name of a field.' }),
    required: z.array(z.string()),
    additionalProperties: z.literal(false),
    $defs: keywords.meta({ description: 'The form itself, for what keywords can’t express.' }),
  } satisfies Shape<FormValuesSchema>)
  .meta({ id: 'FormValuesSchema' });

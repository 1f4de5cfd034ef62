import { expect, it } from 'vitest';
import { z } from 'zod';
import { fieldDefinition, fieldDefinitions, fieldValues, formLayout } from '#lib/contract/form-definition.ts';
import type { Condition, FieldDefinition, Rule } from '#lib/fields/definition.ts';
import { FIELD_TYPES, OPERATORS, RULE_NAMES } from '#lib/fields/field-types.ts';
import { BLOCK_KINDS, type Block, type FormLayout } from '#lib/forms/layout.ts';
import { TEMPLATE_NAMES, TEMPLATES } from '#lib/templates/index.ts';

const RULE_VALUES: Record<Rule['rule'], Rule> = {
  min_length: { rule: 'min_length', value: 1 },
  max_length: { rule: 'max_length', value: 9, message: 'Too long' },
  length: { rule: 'length', value: 3 },
  min: { rule: 'min', value: '2026-01-01' },
  max: { rule: 'max', value: 10 },
  equal: { rule: 'equal', value: 7 },
  min_count: { rule: 'min_count', value: 1 },
  max_count: { rule: 'max_count', value: 2 },
  count: { rule: 'count', value: 2 },
  pattern: { rule: 'pattern', value: '^a+$' },
  date_format: { rule: 'date_format', value: 'DD.MM.YYYY' },
  extensions: { rule: 'extensions', value: ['pdf'] },
  max_bytes: { rule: 'max_bytes', value: 1000 },
};

const CONDITION: Condition = {
  and: [
    ...OPERATORS.map((op) => ({ field: 'f', op, value: 1 })),
    { or: [{ field: 'f', op: 'is_empty' }, { not: { field: 'g', op: 'equals', value: 'x' } }] },
  ],
};

const FIELD: Required<Omit<FieldDefinition, 'type'>> = {
  id: 'f',
  name: 'name',
  label: 'Name',
  required: false,
  placeholder: 'Ada',
  help: '*First* and last',
  default: [{ a: [1, null, true] }],
  options: [{ id: 'o', label: 'One' }],
  rules: RULE_NAMES.map((name) => RULE_VALUES[name]),
  multiple: true,
  allow_other: true,
  fields: [{ id: 'g', name: 'g', label: 'G', type: 'text', visible_if: CONDITION }],
  visible_if: CONDITION,
  required_if: CONDITION,
  formula: 'a + b',
};

const BLOCKS: { [Kind in Block['kind']]: Extract<Block, { kind: Kind }> } = {
  field: { kind: 'field', field: 'f' },
  section: { kind: 'section', id: 's', title: 'About you', text: 'All of it' },
  text: { kind: 'text', id: 't', text: 'Hello' },
  picture: { kind: 'picture', id: 'p', picture: 'abc', alt: 'A tree' },
};

it.each(FIELD_TYPES)('keeps every property of a field of type %s', (type) => {
  const field: FieldDefinition = { ...FIELD, type };
  expect(fieldDefinition.parse(field)).toEqual(field);
});

it('keeps every kind of block, and every property of a page', () => {
  const blocks = BLOCK_KINDS.map((kind) => BLOCKS[kind]);
  const layout: FormLayout = {
    pages: [{ id: 'one', title: 'One', text: 'Words', visible_if: CONDITION, blocks }],
  };
  expect(formLayout.parse(layout)).toEqual(layout);
});

it.each(TEMPLATE_NAMES)('describes the form made of the template %s', (name) => {
  const { fields, layout } = TEMPLATES[name];
  expect(fieldDefinitions.parse(fields)).toEqual(fields);
  expect(formLayout.parse(layout)).toEqual(layout);
});

it.each([
  ['a field of an unknown type', { id: 'f', name: 'f', label: 'F', type: 'colour' }],
  ['a field without a label', { id: 'f', name: 'f', type: 'text' }],
  [
    'an unknown operator in a nested condition',
    {
      ...FIELD,
      type: 'text',
      fields: [{ ...FIELD, type: 'text', visible_if: { not: { field: 'f', op: 'like' } } }],
    },
  ],
  [
    'a rule whose value is of another kind',
    { ...FIELD, type: 'text', rules: [{ rule: 'pattern', value: 1 }] },
  ],
])('refuses %s', (_, field) => {
  expect(fieldDefinition.safeParse(field).success).toBe(false);
});

it('takes as values what JSON can hold, however deep, and nothing else', () => {
  const values = { text: 'a', number: 1, list: ['a', 2], form: [{ inner: { deep: [null, false] } }] };
  expect(fieldValues.parse(values)).toEqual(values);
  expect(fieldValues.safeParse({ at: new Date(0) }).success).toBe(false);
});

it('stands in a JSON Schema by name, so that a nested field refers to the same definition', () => {
  const { $defs } = z.toJSONSchema(z.object({ fields: fieldDefinitions }));
  expect($defs?.FieldDefinition?.properties?.fields).toEqual({
    type: 'array',
    items: { $ref: '#/$defs/FieldDefinition' },
  });
});

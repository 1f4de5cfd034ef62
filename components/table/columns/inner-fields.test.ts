import { expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { definitionsOf, innerFieldsOf, newInnerField } from './inner-fields.ts';

const PERSON: FieldDefinition[] = [
  { id: 'f_name', name: 'name', label: 'Name', type: 'text', rules: [{ rule: 'max_length', value: 50 }] },
  {
    ...{ id: 'f_role', name: 'role', label: 'Role', type: 'select', required: false },
    options: [{ id: 'o_cook', label: 'Cook' }],
  },
];

test('stored fields keep their ids, names and what the screen does not show', () => {
  expect(definitionsOf(innerFieldsOf(PERSON))).toEqual([
    { ...PERSON[0], required: true },
    { ...PERSON[1], required: false },
  ]);
});

test('a field of another type keeps its id and name alone; a new one is named by the server', () => {
  const [name] = innerFieldsOf(PERSON);
  if (!name) throw new Error('there are two fields');
  const made = { ...newInnerField(), label: 'Age' };
  expect(definitionsOf([{ ...name, type: 'number' }, made])).toEqual([
    { id: 'f_name', name: 'name', label: 'Name', type: 'number', required: true },
    { label: 'Age', type: 'text', required: true },
  ]);
});

import { expect, it } from 'vitest';
import { addColumnRequest, changeColumnRequest, type NewColumn } from '#lib/contract/column-request.ts';
import { descriptionOf } from '#lib/contract/described-as.ts';
import { COLUMN_TYPES, type ColumnType } from '#lib/fields/column-base.ts';
import { COLUMN_KEYS, splitColumn } from '#lib/fields/column-types.ts';

const named = { label: 'One', name: 'one' };
const link = { via: 'f_boat', of: 'f_name' };

/** The least of each type. */
const LEAST: { [Type in ColumnType]: NewColumn & { type: Type } } = {
  text: { ...named, type: 'text' },
  textarea: { ...named, type: 'textarea', formula: '{two}' },
  file: { ...named, type: 'file' },
  json: { ...named, type: 'json' },
  form: { ...named, type: 'form', fields: [{ label: 'In', type: 'text' }] },
  number: { ...named, type: 'number', rules: [{ rule: 'min', value: 1 }] },
  email: { ...named, type: 'email' },
  phone: { ...named, type: 'phone' },
  url: { ...named, type: 'url' },
  date: { ...named, type: 'date' },
  time: { ...named, type: 'time' },
  datetime: { ...named, type: 'datetime' },
  checkboxes: { ...named, type: 'checkboxes', options: [{ label: 'A' }] },
  select: { ...named, type: 'select', options: [{ id: 'a', label: 'A' }] },
  'multi-select': { ...named, type: 'multi-select', options: [{ label: 'A' }] },
  auto_number: { ...named, type: 'auto_number' },
  created_at: { ...named, type: 'created_at' },
  created_by: { ...named, type: 'created_by' },
  updated_at: { ...named, type: 'updated_at' },
  updated_by: { ...named, type: 'updated_by' },
  person: { ...named, type: 'person', multiple: true },
  attachment: { ...named, type: 'attachment' },
  rating: { ...named, type: 'rating', max: 3 },
  currency: { ...named, type: 'currency', currency: 'EUR' },
  percent: { ...named, type: 'percent' },
  duration: { ...named, type: 'duration' },
  link: { ...named, type: 'link', table: 'item' },
  lookup: { ...named, ...link, type: 'lookup' },
  rollup: { ...named, via: 'f_boat', type: 'rollup', function: 'count' },
  formula: { ...named, type: 'formula', formula: '{two} + 1' },
};

it.each(COLUMN_TYPES)('describes a column of type %s as the field engine reads it', (type) => {
  expect(splitColumn(LEAST[type], () => true).problems).toEqual([]);
  expect(addColumnRequest.parse(LEAST[type])).toEqual(LEAST[type]);
  const described = descriptionOf(addColumnRequest);
  expect(described?.safeParse(LEAST[type]).error).toBeUndefined();
  expect(described?.safeParse({ ...LEAST[type], colour: 'red' }).success).toBe(false);
});

it('takes every field that a column may have, also of another type, and null to take one out', () => {
  const all = Object.fromEntries(COLUMN_KEYS.map((key) => [key, null]));
  expect(changeColumnRequest.parse(all)).toEqual(all);
  expect(descriptionOf(changeColumnRequest)?.parse(all)).toEqual(all);
  expect(addColumnRequest.safeParse({ ...LEAST.text, max: 3, revision: 4 }).success).toBe(true);
});

it('has a field that no column has refused by its name, with all else that is wrong', () => {
  const sent = { ...LEAST.rating, max: 0, colour: 'red' };
  const { problems } = splitColumn(addColumnRequest.parse(sent), () => true);
  expect(problems.map(({ path }) => path)).toEqual(['colour', 'max']);
  for (const schema of [addColumnRequest, changeColumnRequest])
    expect(descriptionOf(schema)?.safeParse(sent).error?.issues).toContainEqual(
      expect.objectContaining({ code: 'unrecognized_keys', keys: ['colour'], path: [] }),
    );
});

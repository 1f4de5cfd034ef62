import { expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { affectedColumns } from './affected-columns.ts';

const field = (name: string, formula?: string): FieldDefinition => ({
  id: `f_${name}`,
  name,
  label: name,
  type: 'number',
  required: false,
  ...(formula ? { formula } : {}),
});

const FIELDS = [
  field('price'),
  field('count'),
  field('sum', '{price} * {count}'),
  field('taxed', '{sum} * {rate}'),
  field('rate'),
  field('other', '{rate} + 1'),
];

test('finds the formulas that depend on a column, and what they are computed from', () => {
  const { written, read } = affectedColumns(FIELDS, 0);
  expect([...written].sort()).toEqual([0, 2, 3]);
  expect([...read].sort()).toEqual([0, 1, 2, 3, 4]);
});

test('a column on which nothing depends is alone', () => {
  const { written, read } = affectedColumns(FIELDS, 5);
  expect([...written]).toEqual([5]);
  expect([...read].sort()).toEqual([4, 5]);
});

test('hidden values are missing in formulas: a condition makes its column one of these', () => {
  const condition = { field: 'f_rate', op: 'is_not_empty' as const, value: null };
  const fields = FIELDS.map((one) => (one.name === 'count' ? { ...one, visible_if: condition } : one));
  expect([...affectedColumns(fields as FieldDefinition[], 4).written].sort()).toEqual([2, 3, 4, 5]);
});

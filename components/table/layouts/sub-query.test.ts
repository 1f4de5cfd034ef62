import { expect, it } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { buildColumn } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { groupCondition } from './sub-query.ts';

const conditionOf = (
  type: WireColumn['type'],
  value: unknown,
  zone?: string,
  more: Partial<WireColumn> = {},
) => {
  const [column] = shownColumns([{ ...buildColumn(type, 'at'), ...more }], []);
  if (!column) throw new Error('no column');
  return groupCondition(column, value, zone);
};

it('finds the rows of a day from its midnight to the next one, also where clocks change in it', () => {
  expect(conditionOf('datetime', '2026-03-29', 'Europe/Berlin')).toEqual({
    and: [
      { not: { field: 'c_at', op: 'before', value: '2026-03-29T00:00:00+01:00' } },
      { field: 'c_at', op: 'before', value: '2026-03-30T00:00:00+02:00' },
    ],
  });
});

it('finds the rows with one value, and those without one', () => {
  expect(conditionOf('text', 'Lamp')).toEqual({ field: 'c_at', op: 'equals', value: 'Lamp' });
  expect(conditionOf('datetime', null)).toEqual({ field: 'c_at', op: 'is_empty' });
});

it('finds the rows with a set of choices, and those whose linked row has a value', () => {
  const set = { field: 'c_at', op: 'exactly', value: ['a', 'b'] };
  expect(conditionOf('multi-select', ['a', 'b'])).toEqual(set);
  const shown = (type: WireColumn['type'], value: unknown, zone?: string) =>
    conditionOf('lookup', value, zone, { via: 'c_x', single: true, shown_as: { type } });
  expect(shown('select', 'a')).toEqual({ field: 'c_at', op: 'any_of', value: ['a'] });
  expect(shown('text', ['a', 'b'])).toEqual(set);
  expect(shown('person', 'u1')).toEqual({ field: 'c_at', op: 'any_of', value: ['u1'] });
  expect(shown('number', 3)).toEqual({ field: 'c_at', op: 'equals', value: 3 });
  expect(shown('datetime', '2026-03-29', 'UTC')).toMatchObject({ and: expect.any(Array) });
  expect(shown('select', null)).toEqual({ field: 'c_at', op: 'is_empty' });
});

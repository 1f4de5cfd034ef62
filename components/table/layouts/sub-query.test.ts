import { expect, it } from 'vitest';
import { buildColumn } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { groupCondition } from './sub-query.ts';

const conditionOf = (type: 'datetime' | 'text', value: unknown, zone?: string) => {
  const [column] = shownColumns([buildColumn(type, 'at')], []);
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

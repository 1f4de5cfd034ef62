import { expect, it } from 'vitest';
import { buildColumn } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { monthCondition } from './days-condition.ts';

it('has moments of a month as clocks of the time zone show it', () => {
  const [column] = shownColumns([buildColumn('datetime', 'at')]);
  if (!column) throw new Error('a column is shown');
  expect(monthCondition(column, '2026-12-01', 'Asia/Kolkata')).toEqual({
    and: [
      { not: { field: 'c_at', op: 'before', value: '2026-12-01T00:00:00+05:30' } },
      { field: 'c_at', op: 'before', value: '2027-01-01T00:00:00+05:30' },
    ],
  });
});

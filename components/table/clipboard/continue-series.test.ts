import { expect, test } from 'vitest';
import { buildColumn } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { continueSeries } from './continue-series.ts';

const column = (type: 'number' | 'date' | 'datetime' | 'text', more: object = {}) => {
  const [one] = shownColumns([{ ...buildColumn(type, 'c'), ...more }]);
  if (!one) throw new Error('a column is shown');
  return one;
};

test.each<['number' | 'date' | 'datetime' | 'text', unknown[], unknown[] | null]>([
  ['number', [1, 2], [3, 4]],
  ['number', [0.1, 0.2], [0.3, 0.4]],
  ['number', [10, 7, 4], [1, -2]],
  ['number', [5], null],
  ['number', [1, 2, 4], null],
  ['number', [1, undefined], null],
  ['date', ['2024-02-28'], ['2024-02-29', '2024-03-01']],
  ['date', ['2024-01-01', '2024-01-08'], ['2024-01-15', '2024-01-22']],
  ['date', ['2024-01-31', '2024-03-31'], ['2024-05-31', '2024-07-31']],
  ['date', ['2023-12-15', '2024-01-15'], ['2024-02-15', '2024-03-15']],
  ['date', ['2024-01-01', '2024-01-03', '2024-01-04'], null],
  [
    'datetime',
    ['2024-01-01T09:00:00Z', '2024-01-01T09:30:00Z'],
    ['2024-01-01T10:00:00Z', '2024-01-01T10:30:00Z'],
  ],
  ['datetime', ['2024-01-01T09:00:00Z'], null],
  ['text', ['1', '2'], null],
])('%s: %j goes on with %j', (type, values, expected) => {
  const series = continueSeries(column(type), values);
  expect(series && [series(1), series(2)]).toEqual(expected);
});

test('repeats lists and dates in a format of their own', () => {
  expect(continueSeries(column('number', { multiple: true }), [[1], [2]])).toBeNull();
  const rules = [{ rule: 'date_format', value: 'DD.MM.YYYY' }];
  expect(continueSeries(column('date', { rules }), ['2024-01-01'])).toBeNull();
});

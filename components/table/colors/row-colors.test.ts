import { expect, test } from 'vitest';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { createRowColors } from './row-colors.ts';

const columns = [buildColumn('text', 'name'), buildColumn('number', 'amount')];
const reader = { me: null, locale: undefined, timeZone: undefined };
const colors = createRowColors(
  [
    { color: 'red', filter: { field: 'c_amount', op: 'greater', value: 10 } },
    { color: 'green', filter: { and: [{ field: 'c_name', op: 'equals', value: 'Lamp' }] } },
    { color: 'blue', filter: { not: { field: 'c_deleted', op: 'equals', value: 'x' } } },
  ],
  columns,
  reader,
);

test('colours a row by the first rule that holds, and by no rule about a deleted column', () => {
  expect(colors(buildRow({ values: { name: 'Lamp', amount: 11 } }))).toBe('red');
  expect(colors(buildRow({ values: { name: 'Lamp', amount: 10 } }))).toBe('green');
  expect(colors(buildRow({ values: { name: 'Chair' } }))).toBeNull();
});

test('colours a row by what is being stored', () => {
  const draft = { pending: { amount: 99 }, refused: {} };
  expect(colors(buildRow({ values: { name: 'Chair' } }), draft)).toBe('red');
});

import { expect, test } from 'vitest';
import { type KnownColumns, knownColumns, rememberColumns } from './known-columns.ts';

/** Columns whose definitions have about so many characters. */
function columnsOf(characters: number): KnownColumns {
  const field = { id: 'f', name: 'f', label: 'x'.repeat(characters), type: 'text' as const, required: false };
  return { columns: [{ field, name: 'c_1', type: 'text', revision: 1, options: {} }], fields: [field] };
}

test('columns are known in the version that they were read in', () => {
  const columns = columnsOf(10);
  rememberColumns('one', '1', columns);
  expect(knownColumns('one', '1')?.columns).toBe(columns.columns);
  expect(knownColumns('one', '2')).toBeUndefined();
  rememberColumns('one', '2', columnsOf(20));
  expect(knownColumns('one', '1')).toBeUndefined();
});

test('very large definitions are not remembered, and of many tables those that were read last', () => {
  rememberColumns('large', '1', columnsOf(2_000_000));
  expect(knownColumns('large', '1')).toBeUndefined();
  const read = Array.from({ length: 40 }, (_, at) => `table ${at}`);
  for (const id of read) {
    rememberColumns(id, '1', columnsOf(900_000));
    expect(knownColumns('table 0', '1')).toBeDefined();
  }
  const left = read.filter((id) => knownColumns(id, '1'));
  expect(left.length).toBeGreaterThan(10);
  expect(left.length).toBeLessThan(20);
  expect(left[0]).toBe('table 0');
  expect(left.slice(1)).toEqual(read.slice(-(left.length - 1)));
});

import { expect, test } from 'vitest';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { isByLine, UNFORESEEN } from './line-failure.ts';
import { createLineReader } from './line-reader.ts';

const columns = ['name', 'address'].map(
  (name, at): TableColumn => ({
    ...{ name: `c_${at + 1}`, type: 'text', options: {}, revision: 1 },
    field: { id: `f_${name}`, name, label: name, type: 'text', required: false },
  }),
);
const fields = columns.map(({ field }) => field);
const item: Table['item'] = {
  ...{ id: newId(), hub_id: newId(), space_id: newId(), scope_id: newId() },
  ...{ kind: 'contact', title: 'People' },
};
const table: Table = { item, columns, fields, country: 'DE', formulas: { labels: true, timeZone: 'UTC' } };

const addressOf = (address: string) => {
  const read = createLineReader(table, fields, null, [])({ line: 2, cells: ['Ada', address] });
  return 'line' in read && typeof read.line === 'object' ? read.line.cells[1] : read;
};

test('joins the lines of an address in a time that grows with its length alone', () => {
  expect(addressOf(' Quay 1 \r\n\r\n Goa\rIndia\n')).toBe('Quay 1, Goa, India');
  const blanks = ' '.repeat(1_000_000);
  const begun = performance.now();
  expect(addressOf(`a\na${blanks}b${blanks}\n`)).toBe(`a, a${blanks}b`);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

test.each(['contact', 'table'] as const)(
  'refuses a line of a %s whose reading fails, and reads the next one',
  (kind) => {
    const cells = ['Ada', 'Goa'];
    Object.defineProperty(cells, 1, {
      get: () => {
        throw new Error('nobody foresaw this');
      },
    });
    const read = createLineReader({ ...table, item: { ...item, kind } }, fields, null, []);
    expect(read({ line: 2, cells })).toMatchObject({ line: 2, reason: UNFORESEEN });
    expect(read({ line: 3, cells: ['Bob', 'Kochi'] })).toMatchObject({ values: { name: 'Bob' } });
  },
);

test.each([
  [new TypeError('x is not a function'), true],
  [Object.assign(new Error('value out of range'), { code: '22003' }), true],
  [Object.assign(new Error('index row size 3000 exceeds maximum'), { code: '54000' }), true],
  [Object.assign(new Error('terminating connection'), { code: '57P01' }), false],
  [Object.assign(new Error('deadlock detected'), { code: '40P01' }), false],
  [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), false],
  [Object.assign(new Error('no space left'), { code: '53100' }), false],
  [new Error('Connection terminated unexpectedly'), false],
  [new DOMException('stopped', 'AbortError'), false],
])('%s is by what a line has: %s', (error, expected) => {
  expect(isByLine(error)).toBe(expected);
});

test.each([
  ['(1,234.50)', null, -1234.5],
  ['($1,234.50)', 'currency', -1234.5],
  ['$ (5)', 'currency', -5],
  ['(12.5%)', 'percent', -12.5],
  ['1,234.50-', null, -1234.5],
  ['3−', null, -3],
  ['-3', null, -3],
  ['(-3)', null, null],
  ['(a)', null, null],
  ['2-3', null, null],
] as const)('reads %s in a column of numbers as accountants write it', (cell, type, expected) => {
  const [column] = columns;
  if (!column) throw new Error('there is a column');
  const field: FieldDefinition = { ...column.field, type: 'number' };
  const one = { ...column, options: type === null ? {} : { type }, field };
  const numbers: Table = { ...table, item: { ...item, kind: 'table' }, columns: [one], fields: [field] };
  const read = createLineReader(numbers, [field], null, [{ locale: 'en-US' }])({ line: 2, cells: [cell] });
  if (expected === null) expect(read).toMatchObject({ reason: expect.stringContaining('valid number') });
  else expect(read).toMatchObject({ values: { name: expected } });
});

test.each([
  ['3 Jan 2024', '2024-01-03'],
  ['3. März 2024', '2024-03-03'],
  ['2024-01-03', '2024-01-03'],
  ['31 Feb 2024', null],
  ['3 Jan 24', null],
])('reads %s in a column of days with the month by its name', (cell, expected) => {
  const [column] = columns;
  if (!column) throw new Error('there is a column');
  const field: FieldDefinition = { ...column.field, type: 'date' };
  const days: Table = {
    ...{ ...table, item: { ...item, kind: 'table' } },
    ...{ columns: [{ ...column, type: 'date', field }], fields: [field] },
  };
  const read = createLineReader(days, [field], null, [])({ line: 2, cells: [cell] });
  if (expected === null)
    expect(read).toMatchObject({ reason: expect.stringContaining('valid date'), cells: [cell] });
  else expect(read).toMatchObject({ values: { name: expected } });
});

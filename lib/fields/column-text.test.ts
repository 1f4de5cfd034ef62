import { expect, test } from 'vitest';
import type { TableType } from './column-base.ts';
import { parseColumnText } from './column-text.ts';
import type { FieldDefinition } from './definition.ts';

const field: FieldDefinition = { id: 'f_sum', name: 'sum', label: 'Sum', type: 'number', required: false };
const read = (text: string, type: TableType = 'currency') =>
  parseColumnText(field, type, text, { locale: 'en' });

test.each([
  ['5', 5],
  ['€ 1,234.50', 1234.5],
  ['1234.5 EUR', 1234.5],
  ['EUR1234.5', 1234.5],
  ['US$ 5', 5],
  ['5 R$', 5],
  ['USD $5', 5],
  ['-5 CHF', -5],
  ['-€5', -5],
])('reads an amount with its currency: %s', (text, value) => {
  expect(read(text)).toEqual({ value, problem: null });
});

test.each(['1.5M', '10K', '500 CR', '5 M$', 'K5', '5 MIO EUR', '5 TSD', 'TBD', 'EUR', '5%', '5 EURO'])(
  'refuses an amount with letters that are no currency, and has it as it was written: %s',
  (text) => {
    expect(read(text)).toMatchObject({ value: text, problem: { code: 'invalid' } });
  },
);

test('reads a share with its percent sign, and no letters beside it', () => {
  expect(read('12.5 %', 'percent')).toEqual({ value: 12.5, problem: null });
  for (const text of ['5K', '5K %', '5 CR'])
    expect(read(text, 'percent')).toMatchObject({ value: text, problem: { code: 'invalid' } });
});

test('reads a share as the number that it is where a column has plain numbers', () => {
  const plain = (text: string) => parseColumnText(field, null, text, { locale: 'en' });
  expect(plain('12.5%')).toEqual({ value: 0.125, problem: null });
  expect(plain('7 %')).toEqual({ value: 0.07, problem: null });
  expect(plain('much %')).toMatchObject({ value: 'much %', problem: { code: 'invalid' } });
});

test('refuses a long text at once', () => {
  const text = `1${'A '.repeat(200_000)}b`;
  const from = process.cpuUsage();
  expect(read(text).problem).not.toBeNull();
  expect(process.cpuUsage(from).user).toBeLessThan(1_000_000);
});

test('has nothing of an empty cell', () => {
  expect(read('')).toEqual({ value: undefined, problem: null });
});

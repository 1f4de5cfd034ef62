import { expect, it } from 'vitest';
import { withNumberedMonth } from './named-month.ts';

it.each([
  ['3 Jan 2024', '2024-01-03'],
  ['03 January 2024', '2024-01-03'],
  ['03-Jan-2024', '2024-01-03'],
  ['Jan 3, 2024', '2024-01-03'],
  ['January 3rd 2024', '2024-01-03'],
  ['Wed, 3 Jan 2024 10:30', '2024-01-03 10:30'],
  ['Wednesday, January 3, 2024, 10:30:05', '2024-01-03 10:30:05'],
  ['2024-Sept-03', '2024-09-03'],
  ['3. März 2024', '2024-03-03'],
  ['3 de enero de 2024', '2024-01-03'],
  ['1er août 2024', '2024-08-01'],
  ['3 mei 2024', '2024-05-03'],
  ['3 stycznia 2024', '2024-01-03'],
  ['3 de março de 2024', '2024-03-03'],
  ['3 giugno 2024', '2024-06-03'],
  ['31 Feb 2024', '2024-02-31'],
  ['Mi., 3. Jan. 2024', '2024-01-03'],
  ['quarta-feira, 3 de janeiro de 2024', '2024-01-03'],
])('reads %s as %s', (text, expected) => {
  expect(withNumberedMonth(text)).toBe(expected);
  expect(withNumberedMonth(` ${text} `)).toBe(expected);
});

it.each([
  'until 3 May 2024',
  'not May 3, 2024',
  'before 2024-Jan-03',
  '3 Jan 24',
  'May 2024',
  '3 Harbour 2024',
  '2024-01-03',
  'Room 3, 2024',
  '12 Maiden 2024',
  'Jan',
  '',
])('leaves %s as it is', (text) => {
  expect(withNumberedMonth(text)).toBe(text);
});

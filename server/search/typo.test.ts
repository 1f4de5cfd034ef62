import { expect, test } from 'vitest';
import { distance, mostTypos, spellings } from './typo.ts';

test.each([
  ['budget', 'budget', 0],
  ['budgte', 'budget', 1],
  ['bugdet', 'budget', 1],
  ['budgt', 'budget', 1],
  ['budgets', 'budget', 1],
  ['recieve', 'receive', 1],
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
])('%s and %s are %d slips apart', (one, other, slips) => {
  expect(distance(one, other)).toBe(slips);
  expect(distance(other, one)).toBe(slips);
});

test('short tokens are taken as they are', () => {
  expect([mostTypos('cat'), mostTypos('bank'), mostTypos('restaurant')]).toEqual([0, 1, 2]);
});

test('spellings are those that one error makes', () => {
  const found = spellings('budget');
  for (const typed of ['budgte', 'budgt', 'budgett', 'bugget', 'xbudget'])
    expect(found.has(typed)).toBe(true);
  expect([...found].every((spelling) => distance('budget', spelling) === 1)).toBe(true);
  expect(spellings('мост').has('моск')).toBe(true);
  expect(spellings('समानता').has('समानते')).toBe(true);
});

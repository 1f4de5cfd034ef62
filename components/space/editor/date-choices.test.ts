import { expect, it } from 'vitest';
import { dateChoices } from './date-choices.ts';
import { localDate } from './date-view.ts';

const names = { today: 'Today', tomorrow: 'Tomorrow', next_week: 'Next week', typed: 'Date' };
const choices = (query: string) => dateChoices(query, (id) => names[id]);

it.each([
  ['to', ['today', 'tomorrow']],
  ['Tom', ['tomorrow']],
  ['next w', ['next_week']],
  ['2026-12-24', ['typed']],
  ['', []],
  ['t', []],
  ['2026-99', []],
])('offers days for %j behind the sign', (query, ids) => {
  expect(choices(query).map(({ id }) => id)).toEqual(ids);
});

it('counts days in the calendar of the writer, over the end of a month', () => {
  expect(localDate(7, new Date(2026, 10, 27, 23, 59))).toBe('2026-12-04');
});

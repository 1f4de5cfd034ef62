import { expect, it } from 'vitest';
import { readViewLayout } from './view-layout.ts';

const rule = { color: 'red', filter: { field: 'c_amount', op: 'is_empty' } };

it('shows of a stored layout what can be read, and leaves out the rest alone', () => {
  expect(
    readViewLayout({
      row_height: 'huge',
      footer: { c_amount: 'sum', c_name: 'median' },
      colors: [
        rule,
        { color: 'url(x)', filter: rule.filter },
        { color: 'red', filter: { and: [7] } },
        { color: 'red', filter: { field: 'c_amount', op: 'eval' } },
        null,
      ],
      cover: 'c_file',
      groups_down: [7],
    }),
  ).toEqual({ footer: { c_amount: 'sum' }, colors: [rule] });
  expect(readViewLayout({ row_height: 'tall', footer: 3, colors: 'red' })).toEqual({ row_height: 'tall' });
  expect(readViewLayout({ footer: {}, colors: [] })).toEqual({ footer: {}, colors: [] });
  expect(readViewLayout({ groups_down: ['c_name'] })).toEqual({ groups_down: ['c_name'] });
  for (const nothing of [null, undefined, 'x', [rule]]) expect(readViewLayout(nothing)).toEqual({});
});

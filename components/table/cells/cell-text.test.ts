import { expect, it } from 'vitest';
import type { WireColumn } from '#lib/contract/table.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { cellText, copiedText } from './cell-text.ts';

const context = { locale: 'en', timeZone: 'UTC', people: new Map<string, string>(), restricted: '…' };

it.each<[NonNullable<WireColumn['shown_as']>, unknown, string]>([
  [{ type: 'select', options: [{ id: 'o', label: 'Open' }] }, ['o', 'gone'], 'Open; gone'],
  // An id without a name is somebody whom the reader may not see; a text is what the cell had before.
  [{ type: 'person' }, ['ada', '0199aaaa-0000-7000-8000-000000000001', 'Zoe'], 'Ada; …; Zoe'],
  [{ type: 'currency', currency: 'EUR' }, [5, 7], '€5.00; €7.00'],
  [{ type: 'duration' }, [3600], '1:00:00'],
  [{ type: 'date' }, ['2026-05-04'], 'May 4, 2026'],
  [{ type: 'text' }, ['o'], 'o'],
])('writes what a lookup shows as its own table does: %o', (shown_as, value, text) => {
  const row = buildRow({ people: { ada: 'Ada' } });
  const lookup = { ...buildColumn('lookup', 'of'), via: 'c_link', of: 'c', shown_as };
  const rollup = { ...buildColumn('rollup', 'max'), via: 'c_link', of: 'c', shown_as };
  const [list, one] = shownColumns([lookup, rollup]);
  const values: unknown[] = [value].flat();
  expect(list && cellText(list, row, value, context)).toBe(text);
  expect(one && cellText(one, row, values[0], context)).toBe(text.split('; ')[0]);
  expect([list?.isComputed, one?.isComputed]).toEqual([true, true]);
});

it('copies numbers and days of a lookup as other programs read them', () => {
  const lookup = { ...buildColumn('rollup', 'of'), via: 'c_link', of: 'c' };
  const [price] = shownColumns([{ ...lookup, shown_as: { type: 'currency', currency: 'EUR' } }]);
  const [due] = shownColumns([{ ...lookup, shown_as: { type: 'date' } }]);
  expect(price && copiedText(price, buildRow(), 5, context)).toBe('5');
  expect(due && copiedText(due, buildRow(), '2026-05-04', context)).toBe('2026-05-04');
});

it('writes a record as its values in the order of its fields, and copies it as JSON', () => {
  const address = {
    ...buildColumn('form', 'address'),
    fields: [
      { id: 'f1', name: 'street', label: 'Street', type: 'text' as const, required: false },
      {
        ...{ id: 'f2', name: 'kind', label: 'Kind', type: 'select' as const, required: false },
        options: [{ id: 'w', label: 'Work' }],
      },
      { id: 'f3', name: 'since', label: 'Since', type: 'date' as const, required: false },
    ],
  };
  const [one, several] = shownColumns([address, { ...address, id: 'c_all', name: 'all', multiple: true }]);
  const value = { since: '2026-05-04', kind: 'w', street: 'Quay 5' };
  expect(one && cellText(one, buildRow(), value, context)).toBe('Quay 5, Work, May 4, 2026');
  expect(one && cellText(one, buildRow(), { street: 'Quay 5' }, context)).toBe('Quay 5');
  expect(several && cellText(several, buildRow(), [value, { street: 'Pier' }], context)).toBe(
    'Quay 5, Work, May 4, 2026; Pier',
  );
  expect(one && copiedText(one, buildRow(), value, context)).toBe(JSON.stringify(value));
});

it.each<[string, Partial<WireColumn>, boolean]>([
  ['amounts', { function: 'max', shown_as: { type: 'currency' } }, true],
  ['a count', { function: 'count' }, true],
  ['a sum of stars', { function: 'sum' }, true],
  ['stars', { function: 'max', shown_as: { type: 'rating' } }, false],
  ['texts', { function: 'list', shown_as: { type: 'text' } }, false],
  ['what may not be read', { function: 'max' }, false],
])('aligns a rollup of %s as its own table does', (_, attributes, isNumeric) => {
  const [column] = shownColumns([{ ...buildColumn('rollup', 'of'), via: 'c_link', of: 'c', ...attributes }]);
  expect(column?.isNumeric).toBe(isNumeric);
});

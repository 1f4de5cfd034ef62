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
  [{ type: 'auto_number' }, [12345], '12345'],
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

it.each<[Partial<WireColumn> & Pick<WireColumn, 'type'>, unknown, string]>([
  [{ type: 'currency', currency: 'CHF' }, 1234.5, 'CHF 1,234.50'],
  [{ type: 'currency', currency: 'INR' }, 1234567, '₹1,234,567.00'],
  [{ type: 'percent' }, 12.5, '12.5%'],
  [{ type: 'duration' }, 5445, '1:30:45'],
  [{ type: 'number' }, 12345, '12,345'],
  [{ type: 'auto_number' }, 12345, '12345'],
  [{ type: 'created_at' }, '2026-05-04T09:30:00Z', 'May 4, 2026, 9:30 AM'],
  [{ type: 'updated_by' }, 'ada', 'Ada'],
  [{ type: 'person', multiple: true }, ['ada', '0199aaaa-0000-7000-8000-000000000001'], 'Ada; …'],
  [{ type: 'attachment' }, [{ file_id: 'f', name: 'plan.txt', size: 7, mime: 'text/plain' }], 'plan.txt'],
  [{ type: 'link', table: 't2' }, ['r2', 'r3'], 'Oar; …'],
])('writes a cell as the type of its column does: %o', (parts, value, text) => {
  const row = buildRow({
    people: { ada: 'Ada' },
    updated_by: { id: 'ada', name: 'Ada' },
    linked: { r2: { title: 'Oar' }, r3: { restricted: true } },
  });
  const [column] = shownColumns([{ ...buildColumn(parts.type, 'own'), ...parts }]);
  expect(column && cellText(column, row, value, context).replaceAll(/\s/g, ' ')).toBe(text);
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

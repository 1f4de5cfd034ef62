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

test('colours a row by the rows and files that lookups show', () => {
  const shown = (type: 'link' | 'attachment') => ({
    via: 'c_x',
    shown_as: { type, multiple: true as const },
  });
  const lookups = [
    { ...buildColumn('lookup', 'ports'), ...shown('link') },
    { ...buildColumn('lookup', 'papers'), ...shown('attachment') },
  ];
  const colorOf = createRowColors(
    [
      { color: 'red', filter: { field: 'c_ports', op: 'any_of', value: ['goa'] } },
      { color: 'green', filter: { field: 'c_ports', op: 'contains', value: 'coch' } },
      { color: 'blue', filter: { field: 'c_papers', op: 'is_not_empty' } },
    ],
    lookups,
    reader,
  );
  const linked = { goa: { restricted: true as const }, cochin: { title: 'Cochin' } };
  expect(colorOf(buildRow({ values: { ports: ['cochin', 'goa'] }, linked }))).toBe('red');
  expect(colorOf(buildRow({ values: { ports: ['cochin'] }, linked }))).toBe('green');
  expect(colorOf(buildRow({ values: { papers: [{ file_id: 'f', name: 'plan.txt' }] } }))).toBe('blue');
  expect(colorOf(buildRow({ values: {} }))).toBeNull();
});

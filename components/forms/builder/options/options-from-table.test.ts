import { expect, test } from 'vitest';
import { takenOptions } from './options-from-table.ts';

const found = (...options: { id: string | null; label: string }[]) => ({ options, hasMore: false });

test('keeps the ids of options that a choice has already', () => {
  const before = [
    { id: 'o1', label: 'North quay' },
    { id: 'o2', label: 'South quay' },
  ];
  const taken = takenOptions(
    found({ id: null, label: 'South quay' }, { id: null, label: 'West quay' }),
    before,
  );
  expect(taken).toEqual([
    { id: 'o2', label: 'South quay' },
    { id: expect.stringMatching(/^o/), label: 'West quay' },
  ]);
});

test('gives options of rows the ids of their rows, also where two have one name', () => {
  const rows = found({ id: 'r1', label: 'Ada' }, { id: 'r2', label: 'Ada' }, { id: 'r3', label: 'Bo' });
  expect(takenOptions(rows, [])).toEqual(rows.options);
  expect(
    takenOptions(
      rows,
      rows.options.map(({ id, label }) => ({ id: id ?? '', label })),
    ),
  ).toEqual(rows.options);
});

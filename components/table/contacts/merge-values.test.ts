import { expect, test } from 'vitest';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { chosenValues, mergeColumns, personsOf } from './merge-values.ts';

const COLUMNS = [buildColumn('text', 'name'), buildColumn('email', 'email'), buildColumn('text', 'note')];
const ROWS = [
  buildRow({ id: 'one', values: { name: 'Ada', email: 'ada@example.org' } }),
  buildRow({ id: 'two', values: { name: 'Ada Lovelace', email: 'ada@example.org', note: 'Engines' } }),
];

test('takes the first entry’s values, and from the next what it lacks', () => {
  expect(
    mergeColumns(COLUMNS, ROWS).map(({ column, differs, initial }) => [column.name, differs, initial]),
  ).toEqual([
    ['name', true, 0],
    ['email', false, 0],
    ['note', true, 1],
  ]);
});

test('leaves out columns that no entry has a value in', () => {
  expect(mergeColumns(COLUMNS, [buildRow(), buildRow()])).toEqual([]);
});

test('sends only what was chosen otherwise, and null for an emptied value', () => {
  const merge = mergeColumns(COLUMNS, ROWS);
  expect(chosenValues(merge, {})).toEqual({});
  expect(chosenValues(merge, { name: 1, note: 0 })).toEqual({ name: 'Ada Lovelace', note: null });
});

test('has the files of all entries, without a choice', () => {
  const files = { ...buildColumn('file', 'papers'), multiple: true };
  const rows = [buildRow({ values: { papers: ['a'] } }), buildRow({ values: { papers: ['b', 'c'] } })];
  const [line] = mergeColumns([files], rows);
  expect([line?.differs, line?.joined]).toEqual([false, ['a', 'b', 'c']]);
  const [limited] = mergeColumns([{ ...files, rules: [{ rule: 'max_count', value: 2 }] }], rows);
  expect(limited?.joined).toEqual(['a', 'b']);
});

test('gathers entries of which each is like each other one, but never more than one request merges', () => {
  const pairs = (...all: string[]) => all.map((pair): [string, string] => [pair[0] ?? '', pair[1] ?? '']);
  expect(personsOf(pairs('ab', 'cd', 'ac', 'ad', 'bc', 'bd', 'xy'))).toEqual([
    ['a', 'b', 'c', 'd'],
    ['x', 'y'],
  ]);
  // Who is like two people is one of them at most.
  expect(personsOf(pairs('ab', 'bc'))).toEqual([['a', 'b']]);
  const ids = Array.from({ length: 25 }, (_, at) => `${at}`);
  const all = ids.flatMap((one, at) => ids.slice(at + 1).map((other): [string, string] => [one, other]));
  expect(personsOf(all).map((group) => group.length)).toEqual([20, 5]);
});

test('has the labels of all entries, each once', () => {
  const labels = { ...buildColumn('multi-select', 'labels'), label: 'Labels' };
  const rows = [buildRow({ values: { labels: ['a', 'b'] } }), buildRow({ values: { labels: ['b', 'c'] } })];
  const [line] = mergeColumns([labels], rows);
  expect([line?.differs, line?.joined]).toEqual([false, ['a', 'b', 'c']]);
});

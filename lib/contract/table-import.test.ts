import { expect, it, test } from 'vitest';
import { checkImportRequest } from './table-import.ts';

const problemsOf = (input: object) =>
  (checkImportRequest.safeParse(input).error?.issues ?? []).map(({ path, message }) => [
    path.join('.'),
    message,
  ]);

const lines = [['Berth'], ['A 12']];
const keys = (count: number) => Array.from({ length: count }, (_, at) => `k${at}`);

test.each([
  ['lines', { lines: [Array(200_000).fill(1)] }, 'Cells cannot have more than 30000 entries'],
  ['lines', { lines: Array(200).fill(Array(200).fill(1)) }, 'Cells cannot have more than 30000 entries'],
  [
    'types',
    { lines, types: Object.fromEntries(keys(20_001).map((key) => [key, 'green'])) },
    'Mapping cannot have more than 20000 entries',
  ],
  [
    'mapping',
    { lines, mapping: Object.fromEntries(keys(20_001).map((key) => [key, 1])) },
    'Mapping cannot have more than 20000 entries',
  ],
])('too many %s are one problem, and not one of each', (path, input, problem) => {
  expect(problemsOf(input)).toEqual([[path, problem]]);
});

it('says what is no list of lines, and no mapping', () => {
  expect(problemsOf({})).toEqual([['lines', 'Lines is not a valid list']]);
  expect(problemsOf({ lines: ['x'] })).toEqual([['lines.0', 'Lines is not a valid list']]);
  expect(problemsOf({ lines, mapping: ['x'] })).toEqual([['mapping', 'Mapping is not a valid mapping']]);
  expect(problemsOf({ lines, mapping: { Berth: 'f_berth' }, types: {} })).toEqual([]);
});

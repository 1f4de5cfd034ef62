import { expect, it } from 'vitest';
import { canBeLists } from '#lib/fields/column-kinds.ts';
import { shownColumns } from '../columns/grid-columns.ts';
import { boardLists } from './board-lists.ts';

const OPTIONS = [
  { id: 'o1', label: 'Open' },
  { id: 'o2', label: 'Done' },
];
const [STATE] = shownColumns([
  { id: 'c1', name: 'state', label: 'State', type: 'select', options: OPTIONS, revision: 1 },
]);
const [OWNER] = shownColumns([{ id: 'c2', name: 'owner', label: 'Owner', type: 'person', revision: 1 }]);
if (!STATE || !OWNER) throw new Error('there are columns');

it('has a list for each option in its order, also without rows, and one for rows without a value where there are some', () => {
  expect(
    boardLists(STATE, [
      { value: 'o2', count: 3 },
      { value: null, count: 2 },
      { value: 'removed', count: 1 },
    ]).map(({ value, count }) => [value, count]),
  ).toEqual([
    [null, 2],
    ['o1', 0],
    ['o2', 3],
    ['removed', 1],
  ]);
  expect(boardLists(STATE, []).map(({ value }) => value)).toEqual(['o1', 'o2']);
});

it('has a list for each person who occurs, and one where nobody does', () => {
  expect(boardLists(OWNER, [{ value: 'ada', count: 1 }]).map(({ value }) => value)).toEqual(['ada']);
  expect(boardLists(OWNER, []).map(({ value }) => value)).toEqual([null]);
});

it('has lists for people without rows as long as there are few, in an order that stays', () => {
  const groups = [
    { value: 'gone', count: 2 },
    { value: 'ada', count: 1 },
  ];
  expect(boardLists(OWNER, groups, ['bob', 'ada', 'cy']).map(({ value, count }) => [value, count])).toEqual([
    ['bob', 0],
    ['ada', 1],
    ['cy', 0],
    ['gone', 2],
  ]);
  const many = Array.from({ length: 60 }, (_, n) => `person-${n}`);
  expect(boardLists(OWNER, groups, many)).toHaveLength(25);
  const busy = many.map((value) => ({ value, count: 2 }));
  expect(boardLists(OWNER, busy, ['ada']).map(({ value }) => value)).toEqual(many);
  expect(boardLists(STATE, [], many).map(({ value }) => value)).toEqual(['o1', 'o2']);
});

it('is made of columns with one value a row', () => {
  const column = { id: 'c', name: 'c', label: 'C', revision: 1 };
  expect(canBeLists({ ...column, type: 'select' })).toBe(true);
  expect(canBeLists({ ...column, type: 'person', multiple: true })).toBe(false);
  expect(canBeLists({ ...column, type: 'text' })).toBe(false);
});

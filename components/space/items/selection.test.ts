import { expect, test } from 'vitest';
import { NOTHING_SELECTED, nextSelection, type Selection, type SelectionEvent } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const after = (events: SelectionEvent[]) =>
  events.reduce<Selection>((now, event) => nextSelection(now, event, { order }), NOTHING_SELECTED);
const idsAfter = (events: SelectionEvent[]) => [...after(events).ids].sort();
const press = (id: string, range = false): SelectionEvent => ({ type: 'toggled', id, range });

test('one press selects an item, the next takes it back', () => {
  expect(idsAfter([press('b'), press('d')])).toEqual(['b', 'd']);
  expect(idsAfter([press('b'), press('d'), press('b')])).toEqual(['d']);
});

test('with Shift, all between the last press and this one are selected, in either direction', () => {
  expect(idsAfter([press('b'), press('d', true)])).toEqual(['b', 'c', 'd']);
  expect(idsAfter([press('d'), press('b', true)])).toEqual(['b', 'c', 'd']);
  expect(idsAfter([press('a'), press('c'), press('e', true)])).toEqual(['a', 'c', 'd', 'e']);
});

test('a range selects one item when nothing was pressed before', () => {
  expect(idsAfter([press('c', true)])).toEqual(['c']);
});

test('all are selected, and cleared', () => {
  expect(idsAfter([{ type: 'all' }])).toEqual(order);
  expect(idsAfter([{ type: 'all' }, { type: 'cleared' }])).toEqual([]);
});

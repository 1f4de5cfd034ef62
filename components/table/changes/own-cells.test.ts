import { expect, test } from 'vitest';
import { buildRow } from '#tests/component/table.ts';
import { createOwnCells } from './own-cells.ts';

const lamp = (revision: number, price: number, name = 'Lamp') =>
  buildRow({ id: 'lamp', revision, values: { name, price } });

test('notices once that a cell was written by somebody else after it was written here', () => {
  const own = createOwnCells();
  own.note(lamp(2, 6), ['price']);
  expect(own.overwritten([lamp(1, 5)]), 'an older state of the row').toEqual([]);
  expect(own.overwritten([lamp(3, 6, 'Desk')]), 'another cell of the row').toEqual([]);
  const [found, ...more] = own.overwritten([lamp(4, 9)]);
  expect(more).toEqual([]);
  expect(found?.cell).toMatchObject({ name: 'price', value: 6 });
  expect(own.overwritten([lamp(5, 9)])).toEqual([]);
});

test('notices nothing of what was written here itself', () => {
  const own = createOwnCells();
  own.note(lamp(2, 6), ['price']);
  own.note(lamp(3, 7), ['price']);
  expect(own.overwritten([lamp(3, 7)])).toEqual([]);
  for (let at = 0; at < 600; at += 1) own.note(buildRow({ id: `r${at}`, values: { price: at } }), ['price']);
  expect(own.overwritten([lamp(9, 1)]), 'forgotten').toEqual([]);
});

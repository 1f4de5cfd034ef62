import { expect, test } from 'vitest';
import { placeAddress, readPlace } from './shared-place.ts';

const queryOf = (address: string) => Object.fromEntries(new URL(address, 'http://hub.example').searchParams);

test('reads the same place of a view from its address', () => {
  for (const place of [
    { q: '', page: 1, list: undefined, month: null, row: '' },
    { q: 'mast & sail', page: 3, list: '1', month: null, row: '' },
    { q: '', page: 1, list: 1, month: '2026-02-01', row: 'r1' },
    { q: '', page: 1, list: null, month: null, row: '' },
    { q: '', page: 1, list: ['red', 'blue; "new"'], month: null, row: '' },
  ])
    expect(readPlace(queryOf(placeAddress('/s/token', place)))).toEqual(place);
  expect(placeAddress('/s/token', readPlace({}))).toBe('/s/token');
});

test('leaves out of an address invalid parts of a place', () => {
  const query = { page: '-4', list: '{"a":1}', month: '2026-13', row: ['a', 'b'], q: undefined };
  expect(readPlace(query)).toEqual({ q: '', page: 1, list: undefined, month: null, row: '' });
  expect(readPlace({ list: '["a", 1]' }).list).toBeUndefined();
  expect(readPlace({ page: '9e9', list: 'open' })).toMatchObject({ page: 100_000, list: undefined });
});

import { expect, it } from 'vitest';
import { parseLocationHash } from './url-location.ts';

it.each([
  ['#page=7', { type: 'page', id: 'page=7', page: 7 }],
  ['#slide=3', { type: 'slide', id: 'slide=3' }],
  ['#row=214', { type: 'row', id: 'row=214', row: 214, sheet: null, exact: true }],
  ['#rows=9', { type: 'row', id: 'row=9', row: 9, sheet: null, exact: false }],
  ['#row=2&sheet=Budget%202026', { type: 'row', id: 'row=2', row: 2, sheet: 'Budget 2026', exact: true }],
  ['#section=Caf%C3%A9', { type: 'section', heading: 'Café' }],
  ['#section=100%', { type: 'section', heading: '100%' }],
  ['#heading-1', null],
  ['', null],
])('reads %s', (hash, place) => {
  expect(parseLocationHash(hash)).toEqual(place);
});

import { expect, it } from 'vitest';
import { locationHash, taskHash } from '#lib/browser/location-hash.ts';
import { parseLocationHash } from './url-location.ts';

it.each([
  ['#page=7', { type: 'page', id: 'page=7', page: 7 }],
  ['#slide=3', { type: 'slide', id: 'slide=3' }],
  ['#row=214', { type: 'row', id: 'row=214', row: 214, sheet: null, exact: true }],
  ['#rows=9', { type: 'row', id: 'row=9', row: 9, sheet: null, exact: false }],
  ['#row=2&sheet=Budget%202026', { type: 'row', id: 'row=2', row: 2, sheet: 'Budget 2026', exact: true }],
  ['#section=Caf%C3%A9', { type: 'section', heading: 'Café' }],
  ['#section=100%', { type: 'section', heading: '100%' }],
  ['#text=The%20crane', { type: 'text', text: 'The crane' }],
  ['#text=', null],
  ['#task=12', { type: 'task', number: 12, text: '' }],
  ['#task=0&text=Order%20paper', { type: 'task', number: 0, text: 'Order paper' }],
  ['#task=12345678', null],
  ['#heading-1', null],
  ['', null],
])('reads %s', (hash, place) => {
  expect(parseLocationHash(hash)).toEqual(place);
});

it('names a block by how its text begins, a heading by all of its text', () => {
  const text = `The crane at  the pier\n${'lifts boats '.repeat(20)}`;
  expect(parseLocationHash(locationHash('text', text))).toEqual({
    type: 'text',
    text: 'The crane at the pier lifts boats lifts boats lifts boats li',
  });
  expect(parseLocationHash(locationHash('section', 'Prices & rates'))).toEqual({
    type: 'section',
    heading: 'Prices & rates',
  });
});

it('names a task by its number and by how its text begins', () => {
  expect(taskHash({ number: 3, text: '' })).toBe('#task=3');
  expect(parseLocationHash(taskHash({ number: 3, text: `Paper & ink\n${'a'.repeat(100)}` }))).toEqual({
    type: 'task',
    number: 3,
    text: `Paper & ink ${'a'.repeat(48)}`,
  });
});

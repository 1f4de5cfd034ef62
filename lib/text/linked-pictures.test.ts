import { expect, it } from 'vitest';
import { linkPictures } from './linked-pictures.ts';

it.each([
  ['a ![map](https://e.org/a.png "Title") b', 'a [map](https://e.org/a.png "Title") b', 1],
  ['![](<https://e.org/a b.png>)', '[https://e.org/a b.png](<https://e.org/a b.png>)', 1],
  ['[![build](https://e.org/a.svg)](https://e.org) [x](y)', '[build](https://e.org) [x](y)', 1],
  ['![a](//e.org/a.png) ![b](b.png)', '[a](//e.org/a.png) ![b](b.png)', 1],
  [
    '<span data-picture data-width="50">![a](https://e.org/a.png)<br>Map</span>',
    '[a](https://e.org/a.png)<br>Map',
    1,
  ],
])('makes links of the pictures of other sites in %j', (text, markdown, count) => {
  expect(linkPictures(text)).toEqual({ markdown, count });
});

it.each(['`![a](https://e.org/a.png)`', '![a](/api/v1/items/1/file/) [b](https://e.org)', '\\![a](b)'])(
  'leaves %j as it is',
  (text) => {
    expect(linkPictures(text)).toEqual({ markdown: text, count: 0 });
  },
);

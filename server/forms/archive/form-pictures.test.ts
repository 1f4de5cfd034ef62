import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { FormPictures } from './form-pictures.ts';

const [known, other] = [randomUUID(), randomUUID()];
const formId = randomUUID();

it('gives the pictures of a layout and a theme their ids here, the same ones each time', () => {
  const pictures = new FormPictures(formId, new Set([known]));
  const block = { kind: 'picture', id: 'p', picture: known, alt: 'A tree' };
  const field = { kind: 'field', field: 'name' };
  const layout = pictures.inLayout({ pages: [{ id: 'one', blocks: [block, field] }] });
  const [[here, source] = []] = pictures.named;
  expect(source).toBe(known);
  expect(here).not.toBe(known);
  expect(layout).toEqual({ pages: [{ id: 'one', blocks: [{ ...block, picture: here }, field] }] });
  const theme = { preset: 'paper', cover: known, logo: other };
  expect(pictures.inSettings({ language: 'de', theme })).toEqual({
    language: 'de',
    theme: { preset: 'paper', cover: here, logo: other },
  });
  expect([...pictures.missing]).toEqual([other]);
  const again = new FormPictures(formId, new Set([known]));
  again.inSettings({ theme });
  expect([...again.named.keys()]).toEqual([here]);
});

it.each([
  null,
  7,
  [],
  { pages: 7 },
  { pages: [null, 7, { blocks: 'x' }, { blocks: [null, 7, { picture: { a: 1 } }, { picture: '../x' }] }] },
])('leaves what is no layout as it is: %j', (layout) => {
  const pictures = new FormPictures(formId, new Set([known]));
  expect(pictures.inLayout(layout)).toEqual(layout);
  expect(pictures.inSettings({ theme: layout })).toEqual({ theme: layout });
  expect(pictures.named.size + pictures.missing.size).toBe(0);
});

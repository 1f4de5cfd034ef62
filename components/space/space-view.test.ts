import { expect, test } from 'vitest';
import { listParams, shows, viewOf, viewPath } from './space-view.ts';

const PLAIN = { kind: null, parent: null, q: '', sort: '-updated_at' } as const;

test('an address and its view are the same thing', () => {
  const view = { kind: 'document', parent: 'f1', q: 'a b&c', sort: 'title' } as const;
  const path = viewPath('/hub/space', view);
  expect(viewOf(Object.fromEntries(new URL(path, 'http://x').searchParams))).toEqual(view);
  expect(viewPath('/hub/space', PLAIN)).toBe('/hub/space');
});

test('what an address says wrongly stays at its default', () => {
  expect(viewOf({ kind: 'spaceship', sort: ['; drop', 'title'], q: '  ', parent: '' })).toEqual(PLAIN);
});

test('the top level is asked for unless a kind or a word is looked for everywhere', () => {
  expect(listParams(PLAIN)).toMatchObject({ parent: 'root' });
  expect(listParams({ ...PLAIN, parent: 'f1' })).toMatchObject({ parent: 'f1' });
  expect(listParams({ ...PLAIN, q: 'word' })).not.toHaveProperty('parent');
  expect(listParams({ ...PLAIN, kind: 'image' })).not.toHaveProperty('parent');
  expect(listParams({ ...PLAIN, kind: 'image', parent: 'f1' })).toMatchObject({ parent: 'f1' });
});

test('a new item joins the views that it belongs to', () => {
  const item = { kind: 'image', parent_id: 'f1', title: 'Harbour at Dawn' };
  expect(shows(PLAIN, item)).toBe(false);
  expect(shows({ ...PLAIN, parent: 'f1' }, item)).toBe(true);
  expect(shows({ ...PLAIN, kind: 'image' }, item)).toBe(true);
  expect(shows({ ...PLAIN, kind: 'document' }, item)).toBe(false);
  expect(shows({ ...PLAIN, q: 'dawn' }, item)).toBe(true);
  expect(shows({ ...PLAIN, q: 'dusk' }, item)).toBe(false);
});

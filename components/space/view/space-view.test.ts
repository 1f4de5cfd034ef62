import { expect, test } from 'vitest';
import {
  listParams,
  matchesView,
  showsForms,
  sortAfter,
  sortKeysOf,
  spaceViewOf,
  viewPath,
} from './space-view.ts';

const PLAIN = {
  kind: null,
  parent: null,
  q: '',
  sort: '-updated_at',
  by: null,
  from: '',
  to: '',
} as const;
const PERSON = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b';

test('an address is parsed into the view that it was written from', () => {
  const view = {
    kind: 'document',
    parent: 'f1',
    q: 'a b&c',
    sort: '-size',
    by: PERSON,
    from: '2026-05-01',
    to: '2026-05-31',
  } as const;
  const path = viewPath('/hub/space', view);
  expect(spaceViewOf(Object.fromEntries(new URL(path, 'http://x').searchParams))).toEqual(view);
  expect(viewPath('/hub/space', PLAIN)).toBe('/hub/space');
});

test('a visitor’s list is in the order by hand, unless another one is chosen', () => {
  const view = spaceViewOf({}, true);
  expect(listParams(view)).toMatchObject({ sort: 'position', parent: 'root' });
  expect(viewPath('/hub/space', view)).toBe('/hub/space');
  expect(viewPath('/hub/space', { ...view, sort: '-updated_at' })).toBe('/hub/space?sort=-updated_at');
  expect(spaceViewOf({ sort: '-updated_at' }, true).sort).toBe('-updated_at');
  expect(spaceViewOf({}).sort).toBe('-updated_at');
  expect(sortAfter('title', 'position')).toBe('position');
  expect(sortKeysOf(view, false)[0]).toBe('position');
  expect(sortKeysOf(spaceViewOf({}), true)).not.toContain('position');
});

test('an invalid parameter of an address falls back to its default', () => {
  expect(
    spaceViewOf({
      kind: 'spaceship',
      sort: ['; drop', 'title'],
      q: '  ',
      parent: '',
      by: 'me',
      from: 'yesterday',
      to: '2026-13-45',
    }),
  ).toEqual(PLAIN);
});

test('requests the top level unless a filter or a search applies to all folders', () => {
  expect(listParams(PLAIN)).toMatchObject({ parent: 'root' });
  expect(listParams({ ...PLAIN, parent: 'f1' })).toMatchObject({ parent: 'f1' });
  expect(listParams({ ...PLAIN, q: 'word' })).not.toHaveProperty('parent');
  expect(listParams({ ...PLAIN, kind: 'image' })).not.toHaveProperty('parent');
  expect(listParams({ ...PLAIN, by: PERSON })).not.toHaveProperty('parent');
  expect(listParams({ ...PLAIN, by: PERSON })).toMatchObject({ created_by: PERSON });
  expect(listParams({ ...PLAIN, from: '2026-05-01' })).toMatchObject({ from: '2026-05-01' });
  expect(listParams({ ...PLAIN, kind: 'image', parent: 'f1' })).toMatchObject({ parent: 'f1' });
});

test('a new item joins the views that it belongs to', () => {
  const item = {
    kind: 'image',
    parent_id: 'f1',
    title: 'Harbour at Dawn',
    created_by: { id: PERSON },
    updated_at: '2026-05-31T23:59:59Z',
  };
  expect(matchesView(PLAIN, item)).toBe(false);
  expect(matchesView({ ...PLAIN, parent: 'f1' }, item)).toBe(true);
  expect(matchesView({ ...PLAIN, kind: 'image' }, item)).toBe(true);
  expect(matchesView({ ...PLAIN, kind: 'document' }, item)).toBe(false);
  expect(matchesView({ ...PLAIN, q: 'dawn' }, item)).toBe(true);
  expect(matchesView({ ...PLAIN, q: 'dusk' }, item)).toBe(false);
  expect(matchesView({ ...PLAIN, by: PERSON, to: '2026-05-31' }, item)).toBe(true);
  expect(matchesView({ ...PLAIN, by: 'another' }, item)).toBe(false);
  expect(matchesView({ ...PLAIN, from: '2026-06-01' }, item)).toBe(false);
});

test('sorts by a column the usual way first, and the other way round when it is pressed again', () => {
  expect(sortAfter('-updated_at', 'title')).toBe('title');
  expect(sortAfter('title', 'title')).toBe('-title');
  expect(sortAfter('-title', 'title')).toBe('title');
  expect(sortAfter('title', 'size')).toBe('-size');
  expect(sortAfter('title', 'updated_at')).toBe('-updated_at');
});

test('shows forms on the top level, and not in a folder, a kind, or among what a person made', () => {
  expect(showsForms(PLAIN)).toBe(true);
  expect(showsForms({ ...PLAIN, q: 'word', sort: 'title' })).toBe(true);
  for (const view of [{ kind: 'image' as const }, { parent: 'f1' }, { by: PERSON }, { to: '2026-05-31' }]) {
    expect(showsForms({ ...PLAIN, ...view })).toBe(false);
  }
});

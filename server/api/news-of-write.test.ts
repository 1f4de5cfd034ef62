import { expect, test } from 'vitest';
import { newsOfWrite } from './news-of-write.ts';

const write = (path: string, userId: string | null) =>
  newsOfWrite({ path, userId, authorized: undefined, result: undefined });

test('what may end a session is news; what only begins one is none', () => {
  expect(write('auth/logout/', 'one')).toEqual([{ about: 'account', userId: 'one' }]);
  expect(write('auth/password/reset/', null)).toEqual([{ about: 'account', userId: null }]);
  for (const path of ['auth/login/', 'auth/register/', 'auth/password/forgot/', 'auth/share-link/']) {
    expect(write(path, null), path).toEqual([]);
  }
});

test('a write to a form is news of the form, an answer news of its answers alone', () => {
  const form = { id: 'f', hub_id: 'h', scope_id: 's', published_version: 1 };
  const tell = (path: string, authorized: object) =>
    newsOfWrite({ path, userId: null, authorized, result: null });
  expect(tell('forms/:id/publish/', form)).toEqual([{ about: 'form', hubId: 'h', id: 'f' }]);
  expect(tell('forms/:id/access/', { ...form, kind: 'form' })).toEqual([
    { about: 'form', hubId: 'h', id: 'f' },
  ]);
  for (const path of ['public/forms/:slug/submissions/', 'forms/:id/submissions/:submission_id/'])
    expect(tell(path, form), path).toEqual([{ about: 'answers', hubId: 'h', id: 'f' }]);
  expect(tell('public/forms/:slug/files/', form)).toEqual([]);
  const item = { id: 'i', hub_id: 'h', scope_id: 's', kind: 'folder' };
  expect(tell('items/:id/', item)).toEqual([{ about: 'item', hubId: 'h', id: 'i' }]);
});

test('a write to several items is news of each of them', () => {
  const items = ['a', 'b'].map((id) => ({ id, hub_id: 'h', scope_id: 's', kind: 'folder' }));
  const written = { path: 'items/move/', userId: 'one', authorized: undefined };
  expect(newsOfWrite({ ...written, result: { items, refused: [] } })).toEqual(
    ['a', 'b'].map((id) => ({ about: 'item', hubId: 'h', id })),
  );
});

import { expect, test } from 'vitest';
import { changeEventsOfWrite, type Publishes } from './write-events.ts';

const form = { id: 'f', hub_id: 'h', scope_id: 's', published_version: 1 };
const published = (publishes: Publishes, authorized: unknown, userId: string | null = null) =>
  changeEventsOfWrite({ publishes, userId, authorized, result: null });

test('publishes the account whose sessions a write may have ended', () => {
  expect(published('account', undefined, 'one')).toEqual([{ about: 'account', userId: 'one' }]);
  expect(published('account', undefined)).toEqual([{ about: 'account', userId: null }]);
});

test('publishes the resource that a write was authorized on, and of a submission only its form’s submissions', () => {
  expect(published('resources', form)).toEqual([{ about: 'form', hubId: 'h', id: 'f' }]);
  expect(published('resources', { ...form, kind: 'form' })).toEqual([{ about: 'form', hubId: 'h', id: 'f' }]);
  expect(published('submissions', form)).toEqual([{ about: 'answers', hubId: 'h', id: 'f' }]);
  expect(published('nothing', form)).toEqual([]);
  const item = { id: 'i', hub_id: 'h', scope_id: 's', kind: 'folder' };
  expect(published('resources', item)).toEqual([{ about: 'item', hubId: 'h', id: 'i' }]);
});

test('publishes the members of the hub that a write was authorized on', () => {
  expect(published('members', { id: 'h' })).toEqual([{ about: 'people', hubId: 'h' }]);
  expect(published('members', undefined)).toEqual([]);
});

test('publishes each of several items that came of a write', () => {
  const items = ['a', 'b'].map((id) => ({ id, hub_id: 'h', scope_id: 's', kind: 'folder' }));
  const written = { publishes: 'resources' as const, userId: 'one', authorized: undefined };
  expect(changeEventsOfWrite({ ...written, result: { items, refused: [] } })).toEqual(
    ['a', 'b'].map((id) => ({ about: 'item', hubId: 'h', id })),
  );
});

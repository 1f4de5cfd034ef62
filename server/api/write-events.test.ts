import { expect, test } from 'vitest';
import { z } from 'zod';
import { messageEnvelope, route } from './route.ts';
import {
  changeEventsOfWrite,
  commentEvents,
  formEvent,
  itemEvent,
  membersEvent,
  postEvents,
  resourceEvent,
  spaceEvent,
  submissionsEvent,
} from './write-events.ts';

const form = { id: 'f', hub_id: 'h', published_version: 1 };
const item = { id: 'i', hub_id: 'h', kind: 'folder' as const };
const space = { id: 's', hub_id: 'h', default_role: 'viewer' as const };
const none = { authorized: undefined, result: null };

test('publishes the account whose sessions a write may have ended', () => {
  expect(changeEventsOfWrite('account', 'one', none)).toEqual([{ about: 'account', userId: 'one' }]);
  expect(changeEventsOfWrite('account', null, none)).toEqual([{ about: 'account', userId: null }]);
});

test('publishes what its route makes of a write, and nothing where it says so', () => {
  const written = { authorized: space, result: item };
  const both = ({ authorized, result }: typeof written) => [spaceEvent(authorized), itemEvent(result)];
  expect(changeEventsOfWrite(both, null, written)).toEqual([
    { about: 'space', hubId: 'h', id: 's' },
    { about: 'item', hubId: 'h', id: 'i' },
  ]);
  expect(changeEventsOfWrite('nothing', 'one', written)).toEqual([]);
});

test('makes an event of each kind of resource, and of a submission only its form’s submissions', () => {
  expect(formEvent(form)).toEqual({ about: 'form', hubId: 'h', id: 'f' });
  expect(submissionsEvent(form)).toEqual({ about: 'answers', hubId: 'h', id: 'f' });
  expect(membersEvent({ id: 'h', members_create_spaces: true })).toEqual({ about: 'people', hubId: 'h' });
  expect(resourceEvent({ ...form, kind: 'form' })).toEqual({ about: 'form', hubId: 'h', id: 'f' });
  expect(resourceEvent({ ...item, kind: 'item' })).toEqual({ about: 'item', hubId: 'h', id: 'i' });
});

test('makes events of a comment by what it is about', () => {
  const comment = { hub_id: 'h', space_id: 's', item_id: null, post_id: null };
  expect(commentEvents({ ...comment, item_id: 'i' })).toEqual([{ about: 'comments', hubId: 'h', id: 'i' }]);
  const ofPost = [
    { about: 'comments', hubId: 'h', id: 'p' },
    { about: 'posts', hubId: 'h', id: 's' },
  ];
  expect(commentEvents({ ...comment, post_id: 'p' })).toEqual(ofPost);
  expect(postEvents({ id: 'p', hub_id: 'h', space_id: 's', pinned_at: null })).toEqual(ofPost);
});

const write = {
  method: 'POST',
  path: 'notes/',
  summary: 'Notes',
  auth: 'anyone',
  response: z.null(),
} as const;
const handle = () => messageEnvelope('Done.');

test('does not compile where a route publishes what it was not authorized on and did not make', () => {
  route({
    ...write,
    authorize: async () => form,
    handle,
    publishes: ({ authorized }) => [formEvent(authorized)],
  });
  route({
    ...write,
    handle: () => item,
    present: () => messageEnvelope('Done.'),
    publishes: ({ result }) => [itemEvent(result)],
  });
  // @ts-expect-error a form is no item
  expect(itemEvent(form)).toBeDefined();
  // @ts-expect-error nor is a space
  expect(itemEvent(space)).toBeDefined();
  // @ts-expect-error an item is no form
  expect(formEvent(item)).toBeDefined();
  // @ts-expect-error a form is no space
  expect(spaceEvent(form)).toBeDefined();
  const refused = [
    // @ts-expect-error a write that says nothing of its events
    route({ ...write, handle }),
    // @ts-expect-error it was authorized on a form
    route({ ...write, authorize: async () => form, handle, publishes: (w) => [itemEvent(w.authorized)] }),
    // @ts-expect-error it was authorized on nothing
    route({ ...write, handle, publishes: ({ authorized }) => [formEvent(authorized)] }),
    // @ts-expect-error a message is no item
    route({ ...write, handle, publishes: ({ result }) => [itemEvent(result)] }),
  ];
  expect(refused).toHaveLength(4);
});

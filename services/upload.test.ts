import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import { HttpError } from '#services/http-client.ts';
import { createUploadQueue, type SendFile } from '#services/upload.ts';

const PLACE = { handle: 'nordwind', slug: 'handbook', parent: null };

const itemOf = (title: string): Item => ({
  id: title,
  kind: 'document',
  title,
  parent_id: null,
  space_slug: 'handbook',
  visibility: 'shared',
  effective_visibility: 'shared',
  version: 1,
  revision: 1,
  created_by: { id: 'p', name: 'Amina Keller' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  trashed_at: null,
  archived: false,
  archived_at: null,
  size: 1,
  mime: null,
  file_name: title,
  has_thumbnail: false,
  processing: { state: 'queued' },
  my_role: 'owner',
  allowed: [],
  counts: { children: 0 },
});

const file = (name: string, content = 'x') => new File([content], name);
const files = (count: number) => Array.from({ length: count }, (_, n) => file(`note-${n}.txt`));

/** A server whose responses are set by the test. */
function makeServer() {
  const open: {
    name: string;
    end: () => void;
    fail: (error: unknown) => void;
    signal: AbortSignal;
    progress: (share: number) => void;
    key: string;
  }[] = [];
  const send: SendFile = (sent, _upload, { signal, onProgress, key }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('canceled')));
      const { name } = sent;
      open.push({
        name,
        signal,
        key,
        progress: onProgress,
        end: () => resolve({ items: [itemOf(name)], refused: [] }),
        fail: reject,
      });
    });
  return { open, send };
}

const steps = (queue: ReturnType<typeof createUploadQueue>) => queue.list().map(({ state }) => state.step);
const settled = () => new Promise((resolve) => setImmediate(resolve));

const refusal = (status: number, data: object) => new HttpError({ status, data, headers: {} });

test('sends at most three files at a time, and the next when one is through', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(5), PLACE);
  expect(steps(queue)).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
  open[1]?.end();
  await settled();
  expect(steps(queue)).toEqual(['sending', 'done', 'sending', 'sending', 'waiting']);
});

test('reports the progress of each file and each created item', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  const items: string[] = [];
  queue.onDone((item, place) => items.push(`${item.title} in ${place.slug}`));
  queue.add(files(2), PLACE);
  open[1]?.progress(0.5);
  expect(queue.list()[1]?.state).toEqual({ step: 'sending', share: 0.5 });
  open[0]?.end();
  await settled();
  expect(items).toEqual(['note-0.txt in handbook']);
});

test('a cancelled file is aborted and removed, and its place goes to the next', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(4), PLACE);
  queue.cancel(queue.list()[0]?.id ?? 0);
  await settled();
  expect(open[0]?.signal.aborted).toBe(true);
  expect(queue.list().map(({ name }) => name)).toEqual(['note-1.txt', 'note-2.txt', 'note-3.txt']);
  expect(steps(queue)).toEqual(['sending', 'sending', 'sending']);
});

test('refuses before sending what no kind takes, what is empty and what is too large', () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add([file('setup.exe'), file('empty.txt', ''), file('large.txt', 'four')], PLACE, { maxBytes: 3 });
  expect(queue.list().map(({ state }) => ('problem' in state ? state.problem : state.step))).toEqual([
    'type',
    'empty',
    'too_large',
  ]);
  expect(open).toEqual([]);
});

test('a file becomes the wanted kind where it may, else the kind of its extension', () => {
  const { send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add([file('rows.csv'), file('photo.jpg')], PLACE, { kind: 'document' });
  expect(queue.list().map(({ kind }) => kind)).toEqual(['document', 'image']);
});

test('shows the server’s message for a refused file and does not retry it', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(1), PLACE);
  const message = 'note-0.txt is not a text file.';
  open[0]?.fail(
    refusal(415, {
      message: 'No file was taken.',
      code: 'unsupported_type',
      data: { items: [], refused: [{ name: 'n', code: 'c', message }] },
    }),
  );
  await settled();
  expect(queue.list()[0]?.state).toEqual({ step: 'refused', message });
  queue.retry(queue.list()[0]?.id ?? 0);
  expect(steps(queue)).toEqual(['refused']);
});

test('a file that did not get through can be tried again', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(1), PLACE);
  open[0]?.fail(new Error('Network Error'));
  await settled();
  expect(queue.list()[0]?.state).toEqual({ step: 'failed', message: null });
  queue.retry(queue.list()[0]?.id ?? 0);
  open[1]?.end();
  await settled();
  expect(steps(queue)).toEqual(['done']);
});

test('every try of a file has one key, and every file its own', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(2), PLACE);
  open[0]?.fail(new Error('Network Error'));
  await settled();
  queue.retry(queue.list()[0]?.id ?? 0);
  expect(open.map(({ name }) => name)).toEqual(['note-0.txt', 'note-1.txt', 'note-0.txt']);
  expect(open[2]?.key).toBe(open[0]?.key);
  expect(open[0]?.key).toMatch(/^[0-9a-f]{32}$/);
  expect(open[1]?.key).not.toBe(open[0]?.key);
});

test.each([
  [409, 'still_running', 'failed'],
  [409, 'try_again', 'failed'],
  [409, 'idempotency_key_reused', 'refused'],
  [507, 'storage_full', 'failed'],
])('after %i %s a file is %s', async (status, code, step) => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(1), PLACE);
  open[0]?.fail(refusal(status, { code, message: 'Why.' }));
  await settled();
  expect(queue.list()[0]?.state).toEqual({ step, message: 'Why.' });
});

test('removes only finished uploads', async () => {
  const { open, send } = makeServer();
  const queue = createUploadQueue(send);
  queue.add(files(4), PLACE);
  open[0]?.end();
  await settled();
  queue.dismiss(queue.list().map(({ id }) => id));
  expect(queue.list().map(({ name }) => name)).toEqual(['note-1.txt', 'note-2.txt', 'note-3.txt']);
});

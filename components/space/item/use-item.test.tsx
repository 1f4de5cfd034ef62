import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { useItem } from './use-item.ts';

let api: FakeApi;
let control: ReturnType<typeof useItem>;
const processed = vi.fn();

beforeAll(async () => {
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
  processed.mockClear();
});
afterAll(() => api.stop());

function Shown({ item }: { item: Item }) {
  control = useItem(item, processed);
  const { title, visibility, processing } = control.item;
  return <p data-testid="item">{`${title} ${visibility} ${processing.state} ${control.save}`}</p>;
}
const screenOf = (item: Item) => (
  <DisclosureProvider>
    <QueryProvider>
      <Shown item={item} />
    </QueryProvider>
  </DisclosureProvider>
);
/** After what the query cache has to tell its screens. */
const settled = () => act(async () => {});
const show = (item: Item) => renderWithMessages(screenOf(item));
const shown = () => screen.getByTestId('item').textContent;
const PATCH = 'PATCH items/a/';
const RULES = buildItem({ id: 'a', title: 'Rules', visibility: 'shared', revision: 1 });

test('keeps the response to a change when an older rendering of the page arrives later', async () => {
  const { rerender } = show(RULES);
  act(() => control.replace({ ...RULES, revision: 2, visibility: 'private' }));
  await waitFor(() => expect(shown()).toBe('Rules private ready saved'));
  rerender(screenOf({ ...RULES }));
  await settled();
  expect(shown()).toBe('Rules private ready saved');
  rerender(screenOf({ ...RULES, revision: 3, visibility: 'public' }));
  await waitFor(() => expect(shown()).toBe('Rules public ready saved'));
});

test('shows another item when the page is rendered for that', () => {
  const { rerender } = show({ ...RULES, revision: 5 });
  rerender(screenOf(buildItem({ id: 'b', title: 'Plans', revision: 1 })));
  expect(shown()).toBe('Plans shared ready saved');
});

test('shows a change at once, and takes it back where the server refuses', async () => {
  const pendingResponse = Promise.withResolvers<{ status: number; body: object }>();
  api.responses = { [PATCH]: () => pendingResponse.promise };
  show(RULES);
  const refused = expect(control.change({ title: 'Laws' })).rejects.toThrow();
  await waitFor(() => expect(shown()).toBe('Laws shared ready saving'));
  pendingResponse.resolve({ status: 422, body: { message: 'Too long', code: 'validation' } });
  await act(() => refused);
  await waitFor(() => expect(shown()).toBe('Rules shared ready failed'));
});

test('keeps the newer of two responses, whichever arrives last', async () => {
  const first = Promise.withResolvers<{ body: object }>();
  const changed = (more: Partial<Item>) => ({ body: { data: { ...RULES, ...more } } });
  api.responses = {
    [PATCH]: ({ body }) =>
      body.includes('title') ? first.promise : changed({ title: 'Laws', visibility: 'private', revision: 3 }),
  };
  show(RULES);
  const renamed = control.change({ title: 'Laws' });
  await waitFor(() => expect(api.requests).toHaveLength(1));
  await act(() => control.change({ visibility: 'private' }));
  first.resolve(changed({ title: 'Laws', revision: 2 }));
  await act(() => renamed);
  await settled();
  expect(shown()).toBe('Laws private ready saved');
});

test('makes a change again where somebody else changed something else, and asks where it collides', async () => {
  const current = { ...RULES, revision: 2, visibility: 'private' };
  const conflict = { status: 409, body: { message: 'Changed', code: 'conflict', data: current } };
  api.responses = {
    [PATCH]: ({ headers, body }) =>
      headers['if-match'] === '2'
        ? { body: { data: { ...current, ...JSON.parse(body), revision: 3 } } }
        : conflict,
  };
  show(RULES);
  await act(async () => expect(await control.change({ title: 'Laws' })).toBe(true));
  await waitFor(() => expect(shown()).toBe('Laws private ready saved'));

  const other = { ...RULES, id: 'a', title: 'Norms', revision: 4 };
  api.responses = { [PATCH]: { status: 409, body: { message: 'Changed', code: 'conflict', data: other } } };
  await act(async () => expect(await control.change({ title: 'Acts' })).toBe(false));
  await waitFor(() => expect(shown()).toBe('Norms shared ready unsaved'));
  expect(control.conflict).toMatchObject({ change: { title: 'Acts' }, current: { title: 'Norms' } });
});

test('loads an item that is being processed until it is ready, and says so once', async () => {
  // A file: what is written on the page is complete from the beginning.
  const read = { ...RULES, file_name: 'rules.pdf' };
  const running = { ...read, processing: { state: 'running' as const } };
  api.responses = {
    'GET items/a/': () => ({ body: { data: api.requests.length < 2 ? running : read } }),
  };
  show(running);
  expect(shown()).toBe('Rules shared running saved');
  await waitFor(() => expect(shown()).toBe('Rules shared ready saved'), { timeout: 5000 });
  expect(processed).toHaveBeenCalledTimes(1);
  expect(api.requests).toHaveLength(2);
});

test('sends a change while the browser says that it is offline, instead of keeping it for later', async () => {
  api.responses = { [PATCH]: { status: 503, body: { message: 'Not reached', code: 'unavailable' } } };
  show(RULES);
  window.dispatchEvent(new Event('offline'));
  try {
    await act(() => expect(control.change({ title: 'Laws' })).rejects.toThrow());
  } finally {
    window.dispatchEvent(new Event('online'));
  }
  await settled();
  expect(shown()).toBe('Rules shared ready failed');
  expect(api.requests).toHaveLength(1);
});

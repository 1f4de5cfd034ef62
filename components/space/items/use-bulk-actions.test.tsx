import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { firstItems, nextItemList } from './item-list.ts';
import { useSelectionControl } from './SelectionContext.tsx';
import { useBulkActions } from './use-bulk-actions.tsx';

const FOLDER = 'Drawings';
const ITEMS = [
  buildItem({ id: 'f', title: FOLDER, kind: 'folder' }),
  buildItem({ id: 'a', title: 'Anchors' }),
  buildItem({ id: 'b', title: 'Boats' }),
  buildItem({ id: 'c', title: 'Cranes' }),
];
/** More than fit into one request. */
const MANY = Array.from({ length: 450 }, (_, n) => buildItem({ id: `n${n}`, title: `Note ${n}` }));

let api: FakeApi;
const result = (items: Item[]) => ({ body: { data: { items, refused: [] } } });
/** The items of a request, as they are after it. */
const named = (body: string, more: Partial<Item> = {}) => {
  const { ids }: { ids: string[] } = JSON.parse(body);
  return result(
    ids
      .flatMap((id) => [...ITEMS, ...MANY].filter((item) => item.id === id))
      .map((item) => ({ ...item, ...more })),
  );
};
beforeAll(async () => {
  api = await startFakeApi({
    'POST items/trash/': ({ body }) => named(body),
    'POST items/restore/': ({ body }) => named(body),
    'POST items/move/': ({ body }) => named(body, { parent_id: JSON.parse(body).parent }),
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

/** The top level of a space by title, where an action is applied to all but Anchors: the folder, Boats and Cranes. */
function List({ items = ITEMS }: { items?: Item[] }) {
  const [list, change] = useReducer(
    nextItemList,
    firstItems({ data: items, count: null, page: 1, hasMore: false, error: null }, 'title'),
  );
  const selection = useSelectionControl(list.items);
  const { acts } = useBulkActions({
    change,
    selection,
    isShown: (id) => list.items.some((item) => item.id === id),
    staysInList: (item) => item.parent_id === null,
  });
  const chosen = items.filter(({ id }) => id !== 'a');
  const place = { parent: 'chest', name: 'Chest' };
  return (
    <>
      <button type="button" onClick={() => acts.trash(chosen)}>
        Trash
      </button>
      <button type="button" onClick={() => acts.moveTo(chosen, place)}>
        Move
      </button>
      <ul>
        {list.items.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </>
  );
}

const show = (items?: Item[]) =>
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <List {...(items ? { items } : {})} />
      </Toaster>
    </NotificationProvider>,
  );
const titles = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

it.each(['Trash', 'Move'])(
  'puts each item back at its place in the list after Undo of “%s”',
  async (name) => {
    show();
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(titles()).toEqual(['Anchors']));
    await userEvent.click(await within(screen.getByRole('status')).findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(titles()).toEqual([FOLDER, 'Anchors', 'Boats', 'Cranes']));
    if (name === 'Trash') return;
    const moves = api.requests
      .filter(({ path }) => path === 'items/move/')
      .map(({ body }) => JSON.parse(body));
    expect(moves).toEqual([
      { ids: ['f', 'b', 'c'], parent: 'chest', ask_losses: true },
      { ids: ['f', 'b', 'c'], space: 'handbook', parent: null },
    ]);
  },
);

it('puts items back where they stood in the order by hand', async () => {
  show(ITEMS.map((item) => (item.id === 'b' ? { ...item, position: 2048 } : item)));
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await userEvent.click(await within(screen.getByRole('status')).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.requests.filter(({ path }) => path === 'items/move/')).toHaveLength(2));
  expect(JSON.parse(api.requests.at(-1)?.body ?? '')).toMatchObject({ positions: { b: 2048 } });
});

it.each(['Trash', 'Move'])('puts all of 450 items back after Undo of “%s”, in batches', async (name) => {
  show(MANY);
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(titles()).toEqual([]));
  api.requests.length = 0;
  await userEvent.click(await within(screen.getByRole('status')).findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(titles()).toEqual(MANY.map(({ title }) => title)));
  const batches = api.requests.filter(
    ({ path }) => path === (name === 'Trash' ? 'items/restore/' : 'items/move/'),
  );
  const sizes = batches.map(({ body }) => JSON.parse(body).ids.length);
  expect(sizes).toEqual([200, 200, 50]);
});

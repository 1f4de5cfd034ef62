import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useReducer } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { type SpaceSort, spaceViewOf } from '#components/space/view/space-view.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ItemTable } from './ItemTable.tsx';
import { firstItems, type ItemListEvent, nextItemList } from './item-list.ts';
import { SelectableItems } from './SelectableItems.tsx';
import { useItemActions } from './use-item-actions.tsx';

const allowed: Item['allowed'] = ['item.change', 'item.share', 'item.move', 'item.trash'];
const item = (title: string, day: number, more: Partial<Item> = {}) =>
  buildItem({ id: title, title, allowed, updated_at: `2026-01-0${day}T00:00:00Z`, ...more });
const FOLDER = item('Maps', 1, { kind: 'folder' });

let api: FakeApi;
beforeAll(async () => {
  const changed = (before: Item) => ({
    [`PATCH items/${before.id}/`]: ({ body }: { body: string }) => ({
      body: { data: { ...before, ...JSON.parse(body), updated_at: '2026-02-01T00:00:00Z', revision: 2 } },
    }),
  });
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    ...changed(item('Anchors', 4)),
    ...changed(item('Cranes', 2)),
    ...changed(FOLDER),
  });
});
afterAll(() => api.stop());

type ListProps = {
  items: Item[];
  sort: SpaceSort;
  onChange?: (event: ItemListEvent) => void;
  error?: string | null;
  loadMore?: () => void;
};

/** The top of a space, as its page shows it. */
function List({
  items,
  sort,
  onChange = () => undefined,
  error = null,
  loadMore = () => undefined,
}: ListProps) {
  const first = { data: items, count: null, page: 1, hasMore: false, error };
  const [list, dispatch] = useReducer(nextItemList, firstItems(first, sort));
  const change = (event: ItemListEvent) => {
    onChange(event);
    dispatch(event);
  };
  const view = spaceViewOf({ sort });
  const hrefOf = ({ id }: Item) => `/acme/plans/${id}`;
  const { acts, dialog } = useItemActions({ items: list.items, change, stays: () => true, hrefOf });
  return (
    <SelectableItems
      items={list.items}
      slug="plans"
      view={view}
      next={null}
      change={change}
      staysInList={() => true}
      hrefOf={hrefOf}
      actions={acts}
      handle="acme"
    >
      <ItemTable
        list={{ ...list, loading: false, loadMore, reload: () => undefined }}
        actions={acts}
        base="/acme/plans"
        view={view}
        people
        empty={null}
      />
      {dialog}
    </SelectableItems>
  );
}

const show = (items: Item[], sort: SpaceSort, more: Omit<ListProps, 'items' | 'sort'> = {}) =>
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <DisclosureProvider>
          <QueryProvider>
            <List items={items} sort={sort} {...more} />
          </QueryProvider>
        </DisclosureProvider>
      </Toaster>
    </NotificationProvider>,
  );

const rows = () => within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem');
const titles = () => rows().map((row) => row.querySelector('a')?.textContent);
const menuOf = (title: string) => screen.getByRole('button', { name: `More actions for ${title}` });

it('moves a renamed row to its place, the same row, and leaves it selected', async () => {
  const user = userEvent.setup();
  show([FOLDER, item('Anchors', 4), item('Boats', 3), item('Cranes', 2)], 'title');
  await user.click(screen.getByRole('checkbox', { name: /Anchors/ }));
  const row = screen.getByRole('checkbox', { name: /Anchors/ }).closest('li');
  await user.click(menuOf('Anchors'));
  await user.click(screen.getByRole('menuitem', { name: /Rename/ }));
  const field = await screen.findByRole('textbox', { name: /^Title/ });
  await user.clear(field);
  await user.type(field, 'Buoys{Enter}');
  await waitFor(() => expect(titles()).toEqual(['Maps', 'Boats', 'Buoys', 'Cranes']));
  expect(screen.getByRole('checkbox', { name: /Buoys/ })).toBeChecked();
  expect(rows()[2]).toBe(row);
});

it('moves a changed row up in a list by the last change, folders first, without taking its focus', async () => {
  const user = userEvent.setup();
  show([FOLDER, item('Anchors', 4), item('Boats', 3), item('Cranes', 2)], '-updated_at');
  await user.click(menuOf('Cranes'));
  await user.click(screen.getByRole('menuitemradio', { name: /Private/ }));
  const link = screen.getByRole('link', { name: 'Cranes' });
  link.focus();
  await waitFor(() => expect(titles()).toEqual(['Maps', 'Cranes', 'Anchors', 'Boats']));
  expect(link).toHaveFocus();
});

it('removes a trashed row at once, and reports it once the server has done it, when it can be counted', async () => {
  const user = userEvent.setup();
  const { promise: response, resolve: respond } = Promise.withResolvers<{ body: unknown }>();
  api.responses['DELETE items/Boats/'] = () => response;
  const events: ItemListEvent[] = [];
  show([item('Anchors', 4), item('Boats', 3)], 'title', { onChange: (event) => events.push(event) });
  await user.click(menuOf('Boats'));
  await user.click(screen.getByRole('menuitem', { name: /Move to trash/ }));
  await waitFor(() => expect(titles()).toEqual(['Anchors']));
  expect(events).toEqual([{ type: 'removed', id: 'Boats' }]);
  respond({ body: { data: {} } });
  await waitFor(() => expect(events).toHaveLength(2));
  expect(events[1]).toEqual({ type: 'settled', changed: [], removed: new Set(['Boats']) });
  expect(titles()).toEqual(['Anchors']);
});

it('says why a page of the list failed, and asks for it again', async () => {
  let isLoaded = false;
  const error = 'Too many requests. Wait a moment.';
  show([item('Anchors', 4)], 'title', {
    error,
    loadMore: () => {
      isLoaded = true;
    },
  });
  expect(screen.getByRole('alert')).toHaveTextContent(error);
  expect(rows()).toHaveLength(1);
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(isLoaded).toBe(true);
});

it('duplicates a folder that is too large for one request by a job, and lists the copy when it has ended', async () => {
  const user = userEvent.setup();
  const message = 'This folder has more than 500 items';
  const job = {
    id: 'j',
    state: 'running',
    progress: 0.4,
    done: 200,
    rejected: 0,
    reason: null,
    result: null,
  };
  let now: object = job;
  Object.assign(api.responses, {
    'POST items/Maps/copy/': { status: 422, body: { message, code: 'too_many_items' } },
    'POST items/Maps/copy/job/': { status: 202, body: { data: job } },
    'GET jobs/j/': () => ({ body: { data: now } }),
    'GET items/copy/': { body: { data: item('Copy of Maps', 1, { id: 'copy', kind: 'folder' }) } },
  });
  show([FOLDER, item('Anchors', 4)], 'title');
  await user.click(menuOf('Maps'));
  await user.click(screen.getByRole('menuitem', { name: /Duplicate/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Duplicating Maps' });
  expect(within(dialog).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
  expect(within(dialog).getByText('200 items copied')).toBeVisible();
  now = { ...job, state: 'ready', progress: 1, done: 501, result: [{ item_id: 'copy' }] };
  expect(await within(dialog).findByText('501 items copied', undefined, { timeout: 5000 })).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['Maps', 'Copy of Maps', 'Anchors']));
});

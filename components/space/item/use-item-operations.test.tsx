import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import type { ItemControl } from './use-item.ts';
import { useItemOperations } from './use-item-operations.tsx';

const item = buildItem({ id: 'plan', revision: 3 });
const refused = { status: 403, body: { message: 'You may not do this', code: 'forbidden' } };

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({});
});
afterEach(() => api.stop());

type Operations = ReturnType<typeof useItemOperations>;

function open(control: Partial<ItemControl> = {}): () => Operations {
  let operations: Operations | null = null;
  function Operating() {
    operations = useItemOperations({ item, ...control } as ItemControl, {
      path: '/acme/plans/plan',
      crumbs: [],
    });
    return <p>{operations.isLeaving ? 'leaving' : 'staying'}</p>;
  }
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <DisclosureProvider>
          <Operating />
        </DisclosureProvider>
      </Toaster>
    </NotificationProvider>,
  );
  return () => {
    if (!operations) throw new Error('nothing is rendered');
    return operations;
  };
}

it('stays on the page of an item that did not go to the trash, and says why', async () => {
  api.responses['DELETE items/plan/'] = refused;
  const operations = open();
  await act(() => Promise.resolve(operations().trash()));
  await screen.findByText('You may not do this');
  expect(screen.getByText('staying')).toBeTruthy();
});

it('leaves the page of an item that went to the trash, and offers to undo that', async () => {
  api.responses['DELETE items/plan/'] = { body: { data: null } };
  const operations = open();
  await act(() => Promise.resolve(operations().trash()));
  await screen.findByRole('button', { name: 'Undo' });
  expect(screen.getByText('leaving')).toBeTruthy();
});

it('shows the item as a retry of its processing returns it, and why one failed', async () => {
  const replace = vi.fn();
  const operations = open({ replace });
  api.responses['POST items/plan/retry/'] = { body: { data: { ...item, revision: 4 } } };
  await act(() => operations().retry());
  expect(replace).toHaveBeenCalledWith({ ...item, revision: 4 });
  api.responses['POST items/plan/retry/'] = refused;
  await act(() => operations().retry());
  await waitFor(() => expect(screen.getByText('You may not do this')).toBeTruthy());
  expect(replace).toHaveBeenCalledTimes(1);
});

it('shows why a change was refused', async () => {
  const operations = open({ change: () => Promise.reject(new Error('no network')) });
  await act(() => operations().change({ visibility: 'private' }));
  await screen.findByText(/No connection|can’t be reached|offline/i);
});

it('copies an item next to itself and says so', async () => {
  const copy = buildItem({ id: 'copy', title: 'Plan (copy)' });
  api.responses['POST items/plan/copy/'] = { status: 201, body: { data: copy } };
  const operations = open();
  await act(() => operations().duplicate());
  await screen.findByText(/Plan \(copy\)/);
});

it('shows why an item was not copied', async () => {
  api.responses['POST items/plan/copy/'] = refused;
  const operations = open();
  await act(() => operations().duplicate());
  await screen.findByText('You may not do this');
});

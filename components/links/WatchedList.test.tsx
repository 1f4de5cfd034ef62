import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { WatchedList } from './WatchedList.tsx';

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'DELETE items/one/watch/': { body: { data: { watching: false, unread: false } } },
  });
});
afterEach(() => api.stop());

it('lists what is watched, and ends it', async () => {
  const entry = { kind: 'document', space_slug: 'rowing' } as const;
  const data = [
    { ...entry, id: 'one', title: 'Boats', unread: true },
    { ...entry, id: 'two', title: 'Oars', unread: false },
  ];
  const first = { data, count: 2, page: 1, hasMore: false, error: null };
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <WatchedList handle="club" first={first} />
      </Toaster>
    </NotificationProvider>,
  );
  expect(screen.getByRole('link', { name: 'Boats' })).toHaveAttribute('href', '/club/rowing/one-boats');
  expect(screen.getByText('Changed since you saw it')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Stop watching Boats' }));
  await waitFor(() => expect(screen.queryByText('Boats')).toBeNull());
  expect(screen.getByText('Oars')).toBeVisible();
  expect(api.paths().join()).toMatch(/DELETE \S*items\/one\/watch\//);
});

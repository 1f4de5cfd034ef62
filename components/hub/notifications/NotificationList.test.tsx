import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import type { Notification } from '#lib/contract/notification.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { byDay } from './days.ts';
import { NotificationList } from './NotificationList.tsx';

const notification = (id: string, more: Partial<Notification> = {}): Notification => ({
  ...{ id, event: 'mentioned', actor: { id: 'olga', name: 'Olga', avatar_url: null }, text: '', due: null },
  thing: { kind: 'item', id: 'plan', title: 'Regatta', hub: { name: 'Club', domain_handle: 'club' } },
  ...{ count: 1, url: `/club/rowing/plan#comment-${id}`, created_at: '2026-11-27T10:00:00Z', read_at: null },
  ...more,
});

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'PATCH notifications/a/': { body: { data: notification('a', { read_at: '2026-11-28T10:00:00Z' }) } },
    'PATCH notifications/b/': { status: 500, body: { message: 'Try again', code: 'internal' } },
    'POST notifications/read-all/': { body: { data: null } },
    'GET notifications/': { body: { data: [], count: null, page: 1, page_size: 30 } },
  });
});
afterEach(() => api.stop());

const show = (data: Notification[], unread = false) =>
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <NotificationList
          handle={null}
          unread={unread}
          namesHubs
          first={{ data, count: null, page: 1, hasMore: false, error: null }}
        />
      </Toaster>
    </NotificationProvider>,
  );

it('shows who did what where by day, marks one as read, and takes the mark back where it failed', async () => {
  show([
    notification('a', { text: 'See @Ada' }),
    notification('b', { event: 'task', count: 2, due: '2026-12-02', actor: null }),
    notification('c', {
      event: 'replied',
      created_at: '2025-03-01T12:00:00Z',
      read_at: '2025-03-02T12:00:00Z',
    }),
  ]);
  const first = screen.getByRole('link', { name: 'Unread: Olga mentioned you in Regatta' });
  expect(first).toHaveAttribute('href', '/club/rowing/plan#comment-a');
  expect(screen.getByText('See @Ada')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Unread: Somebody gave you 2 tasks in Regatta' })).toBeVisible();
  expect(screen.getByText('Due Dec 2, 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Olga replied in Regatta' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'March 1, 2025' })).toBeVisible();
  expect(screen.getAllByText('Club')).toHaveLength(3);
  const [mark, failing] = screen.getAllByRole('button', { name: 'Mark as read' });
  if (!mark || !failing) throw new Error('two are unread');
  await userEvent.click(failing);
  expect(await screen.findByText('Try again')).toBeVisible();
  expect(screen.getAllByRole('button', { name: 'Mark as read' })).toHaveLength(2);
  await userEvent.click(mark);
  expect(await screen.findByRole('link', { name: 'Olga mentioned you in Regatta' })).toBeVisible();
});

it('shows what has no page to open as a sentence, and how many joined', async () => {
  const club = {
    kind: 'hub' as const,
    id: 'club',
    title: 'Club',
    hub: { name: 'Club', domain_handle: 'club' },
  };
  show([
    notification('a', { event: 'join_refused', actor: null, url: null, thing: club }),
    notification('b', { event: 'joined', count: 3, url: '/club/members', thing: club }),
  ]);
  expect(screen.getByText('Your request to join', { exact: false })).toHaveTextContent(
    'Unread: Your request to join Club was declined',
  );
  expect(screen.getAllByRole('link', { name: /^Unread:/ }).map((link) => link.textContent)).toEqual([
    'Unread: Olga and 2 more joined Club by your invitation',
  ]);
  const [mark] = screen.getAllByRole('button', { name: 'Mark as read' });
  if (!mark) throw new Error('it is unread');
  await userEvent.click(mark);
  await waitFor(() => expect(api.paths()).toContain('PATCH notifications/a/'));
});

it('marks all as read, and says where there are none', async () => {
  show([notification('a')], true);
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(screen.getByText('You’re all caught up')).toBeVisible());
  expect(screen.getByText('All notifications are marked as read.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
});

it('puts entries of one day together in their order', () => {
  const at = (created_at: string) => ({ created_at });
  const entries = [at('2026-11-28T00:10:00Z'), at('2026-11-27T23:50:00Z'), at('2026-11-27T01:00:00Z')];
  expect(byDay(entries, false).map(({ day, entries: some }) => [day, some.length])).toEqual([
    ['2026-11-28', 1],
    ['2026-11-27', 2],
  ]);
});

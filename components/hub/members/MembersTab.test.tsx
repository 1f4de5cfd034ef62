import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MemberFilter } from '#components/sharing/people-view.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { MembersTab } from './MembersTab.tsx';

const hub = { name: 'Acme', domain_handle: 'acme', allowed: ['hub.members'] } as Partial<Hub> as Hub;
const first = { data: [], count: 0, page: 1, hasMore: false, error: null };

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'GET hubs/acme/members/': { body: { data: [], count: 0, page: 1, page_size: 50 } },
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const tab = (filter: MemberFilter) => (
  <NotificationProvider>
    <Toaster>
      <QueryProvider>
        <MembersTab hub={hub} first={first} filter={filter} />
      </QueryProvider>
    </Toaster>
  </NotificationProvider>
);
const field = () => screen.getByRole('searchbox', { name: 'Search by name or email' });
const shown = () => screen.getByRole('combobox', { name: 'Show' });

it('takes the filter of a link that is followed while the list is open', async () => {
  const { rerender } = renderWithMessages(tab({ q: 'ada', show: 'all' }));
  expect(field()).toHaveValue('ada');
  rerender(tab({ q: '', show: 'guest' }));
  expect(field()).toHaveValue('');
  expect(shown()).toHaveValue('guest');
  await waitFor(() => expect(api.requests.some(({ query }) => query.includes('role=guest'))).toBe(true));
});

it('preserves the search text being typed when the page is rendered again with the same filter', async () => {
  const user = userEvent.setup();
  const { rerender } = renderWithMessages(tab({ q: '', show: 'all' }));
  await user.type(field(), 'ad');
  rerender(tab({ q: '', show: 'all' }));
  expect(field()).toHaveValue('ad');
});

it('drops the typed search when a link opens the list with another filter', async () => {
  const { rerender } = renderWithMessages(tab({ q: '', show: 'all' }));
  fireEvent.change(field(), { target: { value: 'ada' } });
  rerender(tab({ q: '', show: 'guest' }));
  await waitFor(() => expect(api.requests.some(({ query }) => query.includes('role=guest'))).toBe(true));
  expect(field()).toHaveValue('');
  expect(shown()).toHaveValue('guest');
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { MemberFilter } from '#components/sharing/people-view.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import type { Member } from '#lib/contract/member.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { MembersTab } from './MembersTab.tsx';

const hub = { name: 'Acme', domain_handle: 'acme', allowed: ['hub.members'] } as Partial<Hub> as Hub;
const first = { data: [] as Member[], count: 0, page: 1, hasMore: false, error: null };

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

const tab = (filter: MemberFilter, shown = first) => (
  <NotificationProvider>
    <Toaster>
      <QueryProvider>
        <MembersTab hub={hub} first={shown} filter={filter} />
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

const person = (name: string): Member => ({
  ...{ id: name, first_name: name, last_name: 'Hopper', email: `${name}@example.test`, role: 'member' },
  ...{ profile_role: null, avatar_url: null, suspended: false, joined_at: '2026-01-01T00:00:00Z' },
  ...{ last_seen_at: null, groups: [], is_me: false, allowed: [], roles: [] },
});

it('loads more members on request, until there are no more', async () => {
  const user = userEvent.setup();
  const { responses } = api;
  api.responses = {
    'GET hubs/acme/members/': { body: { data: [person('Mary')], count: 3, page: 2, page_size: 50 } },
  };
  const shown = { ...first, data: [person('Grace'), person('Ada')], count: 3, hasMore: true };
  renderWithMessages(tab({ q: '', show: 'all' }, shown));
  expect(screen.getByText('3 people')).toBeVisible();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(3));
  const pages = api.requests.filter(({ path }) => path === 'hubs/acme/members/');
  expect(pages.map(({ query }) => new URLSearchParams(query).get('page'))).toEqual(['2']);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  api.responses = responses;
});

it('drops the typed search when a link opens the list with another filter', async () => {
  const { rerender } = renderWithMessages(tab({ q: '', show: 'all' }));
  fireEvent.change(field(), { target: { value: 'ada' } });
  rerender(tab({ q: '', show: 'guest' }));
  await waitFor(() => expect(api.requests.some(({ query }) => query.includes('role=guest'))).toBe(true));
  expect(field()).toHaveValue('');
  expect(shown()).toHaveValue('guest');
});

it('names the contact lists that have a member, in one request for the page', async () => {
  const { responses } = api;
  const contact = (title: string, row_id = 'r1') => ({ item_id: title, title, space_slug: 'sales', row_id });
  const contacts = [contact('A'), contact('A', 'r2'), contact('B'), contact('C'), contact('D'), contact('E')];
  api.responses = {
    'GET hubs/acme/members/': { body: { data: [], count: 2, page: 1, page_size: 50 } },
    'GET hubs/acme/member-contacts/': { body: { data: [{ id: 'Ada', contacts }] } },
  };
  const shown = { ...first, data: [person('Grace'), person('Ada')], count: 2 };
  renderWithMessages(tab({ q: '', show: 'all' }, shown));
  const note = await screen.findByText(/In contacts/);
  expect(note).toHaveTextContent('In contacts: A, B, C, and 2 more lists');
  const [grace, ada] = screen.getAllByRole('listitem');
  expect(grace).not.toHaveTextContent('In contacts');
  expect(ada).toContainElement(note);
  const links = within(note).getAllByRole('link');
  expect(links[0]).toHaveAttribute('href', expect.stringMatching(/^\/acme\/sales\/.*show=list&person=r1$/));
  fireEvent.click(within(note).getByRole('button', { name: '2 more lists' }));
  expect(note).toHaveTextContent('In contacts: A, B, C, D, and E');
  expect(within(note).getByRole('link', { name: 'D' })).toHaveFocus();
  const requests = api.requests.filter(({ path }) => path === 'hubs/acme/member-contacts/');
  expect(requests.map(({ query }) => new URLSearchParams(query).get('members'))).toEqual(['Grace,Ada']);
  api.responses = responses;
});

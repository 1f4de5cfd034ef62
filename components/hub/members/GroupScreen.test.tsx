import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { QueryProvider } from '#context/QueryProvider.tsx';
import type { GroupMember, HubGroup } from '#lib/contract/group.ts';
import type { Hub } from '#lib/contract/hub.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { GroupScreen } from './GroupScreen.tsx';

const GROUP: HubGroup = {
  id: 'board',
  name: 'Board',
  description: 'Decides',
  join_domains: ['acme.example'],
  join_claims: [],
  members_count: 2,
  grants_count: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  allowed: ['change', 'delete', 'members'],
};
const hub = { name: 'Acme', domain_handle: 'acme', allowed: [] } as Partial<Hub> as Hub;
const account = (id: string, first_name: string) => ({
  id,
  first_name,
  last_name: 'Ames',
  email: `${id}@acme.example`,
});
const member = (id: string, name: string, by_name: boolean): GroupMember => ({
  user: account(id, name),
  hub_role: 'member',
  suspended: false,
  by_name,
});
const MEMBERS = [member('ida', 'Ida', true), member('max', 'Max', false)];
const PLANS = { kind: 'space', id: 's', name: 'Plans', space_slug: 'plans', role: 'editor' };
const PATH = 'hubs/acme/groups/board/';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
  api.responses = {
    [`GET ${PATH}`]: { body: { data: GROUP } },
    [`GET ${PATH}grants/`]: { body: { data: { grants: [PLANS], others: 2 } } },
    [`GET ${PATH}members/`]: { body: { data: MEMBERS, count: 2, page: 1, page_size: 50 } },
    [`POST ${PATH}members/`]: { body: { data: { ...GROUP, members_count: 4 } } },
    [`DELETE ${PATH}members/ida/`]: { body: { data: null } },
    [`DELETE ${PATH}`]: { body: { data: null } },
    'GET hubs/acme/members/': {
      body: { data: [account('eve', 'Eve'), account('leo', 'Leo')], count: 2, page: 1, page_size: 6 },
    },
  };
});
afterAll(() => api.stop());

const show = (group = GROUP) =>
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <QueryProvider>
          <GroupScreen
            hub={hub}
            group={group}
            first={{ data: MEMBERS, count: 2, page: 1, hasMore: false, error: null }}
          />
        </QueryProvider>
      </Toaster>
    </NotificationProvider>,
  );

async function choose(name: string) {
  await userEvent.type(screen.getByRole('combobox', { name: 'Add people' }), name);
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(name) }));
}
const sent = (method: string) => api.requests.filter((one) => one.method === method);

it('adds as many people as were chosen in one request', async () => {
  show();
  expect(screen.getByText(/with a confirmed email address at acme.example/)).toBeVisible();
  await choose('Eve');
  await choose('Leo');
  await userEvent.click(screen.getByRole('button', { name: 'Don’t add Leo Ames' }));
  await choose('Leo');
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 people' }));
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
  expect(JSON.parse(sent('POST')[0]?.body ?? '')).toEqual([{ user_id: 'eve' }, { user_id: 'leo' }]);
  expect(await screen.findByText('2 people are in the group now.')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'People to add' })).toBeNull();
});

it('says why somebody can’t add themselves, and keeps who was chosen', async () => {
  const message = 'This group is granted more than you may do yourself. Ask another admin to add you.';
  api.responses[`POST ${PATH}members/`] = { status: 403, body: { message, code: 'own_promotion' } };
  show();
  await choose('Eve');
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 person' }));
  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByRole('list', { name: 'People to add' })).toHaveTextContent('Eve Ames');
});

it('removes somebody at once and takes that back, but nobody who is in it by mail domain', async () => {
  show();
  const list = within(screen.getByRole('list', { name: 'People in this group' }));
  expect(list.getByText('by the mail domain of their address')).toBeVisible();
  expect(list.queryByRole('button', { name: 'Remove Max Ames from the group' })).toBeNull();
  fireEvent.click(list.getByRole('button', { name: 'Remove Ida Ames from the group' }));
  expect(await screen.findByText('Ida Ames is not in the group any more.')).toBeVisible();
  expect(sent('DELETE').map(({ path }) => path)).toEqual([`${PATH}members/ida/`]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('POST').map(({ body }) => body)).toEqual(['[{"user_id":"ida"}]']));
});

it('names where the group was added, and counts what the reader may not see', async () => {
  show();
  const list = within(await screen.findByRole('list', { name: 'Added to' }));
  expect(list.getByRole('link', { name: 'Plans' })).toHaveAttribute('href', '/acme/plans');
  expect(list.getByText('Editor')).toBeVisible();
  expect(screen.getByText('2 more that aren’t shown to you')).toBeVisible();
});

it('says who loses what before it deletes a group', async () => {
  show();
  await userEvent.click(screen.getByRole('button', { name: 'More actions for the group Board' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete the group Board?' }));
  expect(dialog.getByText(/^2 people lose what this group gives: it is added to 3 spaces/)).toBeVisible();
  expect(await dialog.findByText(/Among these: “Plans”/)).toBeVisible();
  expect(sent('DELETE')).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete group' }));
  await waitFor(() => expect(sent('DELETE').map(({ path }) => path)).toEqual([PATH]));
});

it('offers nothing to members who may only look', () => {
  show({ ...GROUP, allowed: [] });
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

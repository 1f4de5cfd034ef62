import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Hub } from '#lib/contract/hub.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { InviteDialog } from './InviteDialog.tsx';

const hub = { name: 'Acme', domain_handle: 'acme', my_role: 'owner' } as Partial<Hub> as Hub;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'POST hubs/acme/invites/': ({ body }) => ({
      body: {
        data: JSON.parse(body).map(({ email }: { email: string }) =>
          email.includes('@')
            ? { id: email, email, status: 'invited' }
            : { id: null, email, status: 'refused', message: 'Email is not a valid email address' },
        ),
      },
    }),
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const show = () =>
  renderWithMessages(
    <InviteDialog hub={hub} open onClose={() => {}} onInvited={() => {}} onLink={() => {}} />,
  );
const field = () => screen.getByRole('textbox', { name: /Emails/ });

it('counts addresses alone, and names what is none once it is typed to its end', async () => {
  const user = userEvent.setup();
  show();
  await user.type(field(), 'ada@example.org, Grace Hopper, lin@example.org, bob');
  expect(screen.getByText('2 addresses')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Invite 2 people' })).toBeInTheDocument();
  expect(screen.queryByText(/not .*email address/)).toBeNull();
  await user.tab();
  expect(screen.getByText('“Grace Hopper” and “bob” are not email addresses.')).toBeInTheDocument();
  await user.clear(field());
  await user.type(field(), 'ada@example.org, Grace Hopper, ');
  expect(screen.getByText('1 address')).toBeInTheDocument();
  expect(screen.getByText('“Grace Hopper” is not an email address.')).toBeInTheDocument();
});

it('sends nothing where nothing typed is an address, and says what', async () => {
  const user = userEvent.setup();
  show();
  await user.click(field());
  await user.paste('a, b, c, d, e, f, g');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/“a”, “b”, “c”, “d”, and “e” and 2 more/));
  expect(field()).toHaveFocus();
  expect(api.requests).toEqual([]);
});

it('invites the valid addresses, reports the others, and leaves those in the field', async () => {
  const user = userEvent.setup();
  show();
  await user.click(field());
  await user.paste('Ada <ada@example.org>; nobody');
  await user.click(screen.getByRole('button', { name: 'Invite' }));
  expect(await screen.findByText('1 of 2 invited by mail.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Invite more' }));
  expect(field()).toHaveValue('nobody');
});

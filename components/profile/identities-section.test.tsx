import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { IdentitiesSection } from './IdentitiesSection.tsx';

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'DELETE auth/identities/i/': ({ body }) =>
      body.includes('right')
        ? { body: { data: null } }
        : { status: 422, body: { message: 'This is not your password', code: 'invalid_fields', fields: {} } },
  });
});
afterAll(() => api.stop());

const time = '2026-01-15T12:00:00Z';
const identity = {
  id: 'i',
  issuer: 'https://login.example',
  email: 'ada@example.org',
  created_at: time,
  last_used_at: time,
};
const { config } = buildShell();
const show = (first: (typeof identity)[]) =>
  renderWithMessages(
    <ShellProvider shell={buildShell({ config: { ...config, signOn: 'Nordwind ID' } })}>
      <NotificationProvider>
        <Toaster>
          <IdentitiesSection first={first} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );

test('the profile lists an identity, and disconnects it by the right password alone', async () => {
  const user = userEvent.setup();
  show([identity]);
  expect(screen.getByText(/at Nordwind ID, last used/)).toHaveTextContent('ada@example.org');
  await user.click(screen.getByRole('button', { name: 'Disconnect…' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Disconnect single sign-on?' }));
  const disconnect = dialog.getByRole('button', { name: 'Disconnect' });
  await user.click(disconnect);
  expect(api.requests).toEqual([]);
  await user.type(dialog.getByLabelText('Your password', { selector: 'input' }), 'wrong');
  await user.click(disconnect);
  expect(await dialog.findByText('This is not your password')).toBeInTheDocument();
  await user.clear(dialog.getByLabelText('Your password', { selector: 'input' }));
  await user.type(dialog.getByLabelText('Your password', { selector: 'input' }), 'right');
  await user.click(disconnect);
  await waitFor(() => expect(screen.queryByText(/at Nordwind ID/)).toBeNull());
  expect(api.requests.map(({ body }) => JSON.parse(body))).toEqual([
    { password: 'wrong' },
    { password: 'right' },
  ]);
});

test('the profile of an account without an identity has no section for them', () => {
  show([]);
  expect(screen.queryByText('Single sign-on')).toBeNull();
});

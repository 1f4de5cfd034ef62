import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import type { Webhook } from '#lib/contract/webhook.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

const webhook = (id: string, more: Partial<Webhook> = {}): Webhook => ({
  id,
  form_id: 'form',
  url: `https://${id}.example/`,
  description: '',
  events: ['submission.created'],
  is_active: true,
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  disabled_by: null,
  revision: 1,
  created_by: { id: 'ida', name: 'Ida' },
  created_at: '2026-01-15T12:00:00Z',
  ...more,
});
const LISTED = 'GET forms/form/webhooks/';

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    [LISTED]: { body: { data: [webhook('one'), webhook('two')], count: 2 } },
    'PATCH forms/form/webhooks/one/': { body: { data: webhook('one', { is_active: false, revision: 2 }) } },
    'DELETE forms/form/webhooks/two/': { body: { data: null } },
  });
});
afterEach(() => api.stop());

const show = () =>
  renderWithMessages(
    <NotificationProvider>
      <Toaster>
        <WebhooksSection formId="form" />
      </Toaster>
    </NotificationProvider>,
  );

it('shows a webhook as it was changed and without a deleted one, without loading the list again', async () => {
  const user = userEvent.setup();
  show();
  const choose = async (name: string, entry: string) => {
    await user.click(await screen.findByRole('button', { name: new RegExp(`https://${name}`) }));
    await user.click(await screen.findByRole('menuitem', { name: entry }));
  };
  await choose('one', 'Turn off');
  await screen.findByText('Off');
  await choose('two', 'Delete');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(screen.queryByText('https://two.example/')).toBeNull());
  expect(screen.getByText('https://one.example/')).toBeTruthy();
  expect(api.paths().filter((path) => path === LISTED)).toHaveLength(1);
});

it('says why webhooks did not load, and loads them on another try', async () => {
  api.responses[LISTED] = { status: 403, body: { message: 'You may not see these', code: 'forbidden' } };
  const user = userEvent.setup();
  show();
  await screen.findByText('You may not see these');
  api.responses[LISTED] = { body: { data: [webhook('one')], count: 1 } };
  await user.click(screen.getByRole('button', { name: /again/i }));
  await screen.findByText('https://one.example/');
});

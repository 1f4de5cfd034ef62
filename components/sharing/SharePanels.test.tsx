import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { SharePanels } from './SharePanels.tsx';

const link = {
  ...{ id: 'new', role: 'viewer', has_password: false, created_by: { id: 'ida', name: 'Ida' } },
  ...{ created_at: '2026-01-15T12:00:00Z', expires_at: null, works: true },
};
const REFUSED = { status: 403, body: { message: 'Not now', code: 'forbidden' } };

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    'GET items/plan/access/': REFUSED,
    'GET items/plan/who-can-see/': REFUSED,
    'GET items/plan/share-links/': { body: { data: [] } },
    'POST items/plan/share-links/': {
      status: 201,
      body: { data: { ...link, token: 't', url: 'https://hub.example/s/t' } },
    },
  });
});
afterEach(() => api.stop());

it('still shows the address of a new link, which is given once, after another tab was looked at', async () => {
  const user = userEvent.setup();
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <SharePanels resource={{ kind: 'item', id: 'plan' }} onChanged={() => {}} />
      </NotificationProvider>
    </ShellProvider>,
  );
  await user.click(screen.getByRole('tab', { name: 'Links' }));
  await user.click(await screen.findByRole('button', { name: 'Create link' }));
  await screen.findByRole('textbox', { name: 'Link' });
  screen.getByRole('tab', { name: 'Links' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.queryByRole('textbox', { name: 'Link' })).toBeNull();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('textbox', { name: 'Link' })).toHaveProperty('value', 'https://hub.example/s/t');
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { ShareLink } from '#lib/contract/share-link.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { LinksPanel } from './LinksPanel.tsx';

const link = (id: string, name: string): ShareLink => ({
  id,
  role: 'viewer',
  has_password: false,
  created_by: { id: name, name },
  created_at: '2026-01-15T12:00:00Z',
  expires_at: null,
  works: true,
});
const LISTED = 'GET items/plan/share-links/';

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({
    [LISTED]: { body: { data: [link('one', 'Ida')] } },
    'POST items/plan/share-links/': {
      status: 201,
      body: { data: { ...link('two', 'Max'), token: 't', url: 'https://hub.example/s/t' } },
    },
    'DELETE items/plan/share-links/one/': { body: { data: null } },
  });
});
afterEach(() => api.stop());

const onChanged = vi.fn();
const show = () =>
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <LinksPanel resource={{ kind: 'item', id: 'plan' }} onChanged={onChanged} />
    </ShellProvider>,
  );
const makers = () =>
  screen
    .queryAllByRole('button', { name: /^Revoke link by/ })
    .map((button) => button.getAttribute('aria-label'));

it('lists a new link first and takes an ended one away, without loading the list again', async () => {
  const user = userEvent.setup();
  show();
  await waitFor(() => expect(makers()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  await waitFor(() => expect(makers()).toHaveLength(2));
  expect(makers()[0]).toContain('Max');
  expect(await screen.findByDisplayValue('https://hub.example/s/t')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: makers()[1] ?? '' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: /^Revoke/ }));
  await waitFor(() => expect(makers()).toEqual([expect.stringContaining('Max')]));
  expect(onChanged).toHaveBeenCalledTimes(2);
  expect(api.paths().filter((path) => path === LISTED)).toHaveLength(1);
});

it('says why links did not load, and loads them on another try', async () => {
  api.responses[LISTED] = { status: 403, body: { message: 'You may not share this', code: 'forbidden' } };
  const user = userEvent.setup();
  show();
  await screen.findByText('You may not share this');
  api.responses[LISTED] = { body: { data: [link('one', 'Ida')] } };
  await user.click(screen.getByRole('button', { name: /again/i }));
  await waitFor(() => expect(makers()).toHaveLength(1));
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { withQueries } from '#context/QueryProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { type ItemDialog, ItemDialogs } from './ItemDialogs.tsx';

const item = buildItem({ id: 'plan', title: 'Plan', allowed: ['item.view', 'item.move'] });

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({});
});
afterEach(() => api.stop());

function open(dialog: ItemDialog) {
  const calls = { onClose: vi.fn(), replace: vi.fn(), refresh: vi.fn(async () => undefined) };
  const Shown = withQueries(() => <ItemDialogs item={item} open={dialog} {...calls} />);
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <DisclosureProvider>
            <Shown />
          </DisclosureProvider>
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  return calls;
}

it.each<[ItemDialog, RegExp]>([
  ['details', /Details|Plan/],
  ['share', /Plan/],
  ['move', /Plan/],
  ['versions', /Version/],
  ['export', /Plan/],
])('opens the dialog “%s”, named for what it is about, and closes by the keyboard', async (dialog, name) => {
  const user = userEvent.setup();
  const { onClose } = open(dialog);
  const shown = await screen.findByRole('dialog', { name }, { timeout: 10_000 });
  within(shown).getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

it('shows why the versions could not be loaded, with another try', async () => {
  api.responses['GET items/plan/versions/'] = {
    status: 500,
    body: { message: 'The versions are away', code: 'internal' },
  };
  open('versions');
  await screen.findByText('The versions are away', undefined, { timeout: 10_000 });
  expect(screen.getByRole('button', { name: /again|retry/i })).toBeTruthy();
});

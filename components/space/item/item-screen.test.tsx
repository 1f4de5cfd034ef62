import { renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DisclosureProvider } from '#components/disclosure/DisclosureProvider.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import { useMarkWaitingCells } from '#context/waiting-cells.ts';
import type { Item } from '#lib/contract/item.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { buildShell } from '#tests/component/shell.ts';
import { ItemScreen } from './ItemScreen.tsx';
import type { ItemPageData } from './item-page.ts';

/** Everything that anybody who manages an item may do. */
const ALL: Item['allowed'] = [
  'item.view',
  'item.download',
  'item.change',
  'item.move',
  'item.share',
  'item.trash',
  'item.restore',
];

/** The test's browser has no layout, in which anything could come into view. */
class NothingInView {
  observe() {}
  unobserve() {}
  disconnect() {}
}

let api: FakeApi;
beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', NothingInView);
  api = await startFakeApi({});
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await api.stop();
});

const preview: ItemPageData['preview'] = { type: 'html', html: '<p>We begin in May.</p>' };

function open(more: Partial<Item> = {}, page: Partial<ItemPageData> = {}) {
  const item = buildItem({ id: 'plan', title: 'Plan', ...more });
  const data: ItemPageData = {
    item,
    path: '/acme/handbook/plan',
    crumbs: [
      { href: '/acme/handbook', label: 'Handbook' },
      { href: '/acme/handbook?folder=1', label: 'Year' },
    ],
    mentions: [],
    preview,
    table: null,
    view: 'preview',
    text: null,
    query: '',
    minutes: null,
    description: '',
    ...page,
  };
  renderWithMessages(
    <ShellProvider shell={buildShell()}>
      <NotificationProvider>
        <Toaster>
          <DisclosureProvider>
            <ItemScreen data={data} />
          </DisclosureProvider>
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
  return { user: userEvent.setup(), item };
}

/** The names of the entries in the menu “More”, opened by the keyboard. */
async function entries(user: ReturnType<typeof userEvent.setup>): Promise<(string | null)[]> {
  screen.getByRole('button', { name: 'More' }).focus();
  await user.keyboard('{Enter}');
  return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent);
}

describe('an item’s page', () => {
  it('shows its text, and where it lies', async () => {
    open();
    expect(await screen.findByText('We begin in May.')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Plan' })).toBeTruthy();
    const place = screen.getByRole('navigation', { name: 'Breadcrumb' });
    expect([...place.querySelectorAll('a')].map((link) => link.textContent)).toEqual(['Handbook', 'Year']);
  });

  it('offers a reader nothing that would be refused', async () => {
    const { user } = open({ allowed: ['item.view'] });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Public|Shared|Private)$/ })).toBeNull();
    const shown = await entries(user);
    for (const name of ['Rename', 'Move to…', 'Version history', 'Export', 'Move to trash'])
      expect(shown).not.toContain(name);
    expect(shown).toContain('Details');
  });

  it('offers a manager everything', async () => {
    const { user } = open({ allowed: ALL, my_role: 'owner' });
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(screen.getByRole('button', { name: /^(Public|Shared|Private)$/ })).toBeVisible();
    expect(await entries(user)).toEqual(
      expect.arrayContaining(['Rename', 'Move to…', 'Version history', 'Export', 'Move to trash', 'Details']),
    );
  });

  it('does not offer to edit the text of a file', () => {
    open({ allowed: ALL, file_name: 'plan.pdf', mime: 'application/pdf' });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.getByRole('link', { name: /Download/ })).toBeTruthy();
  });

  it('opens a dialog from the menu and closes it by the keyboard alone', async () => {
    const { user } = open({ allowed: ALL });
    await entries(user);
    expect(screen.queryByRole('dialog')).toBeNull();
    screen.getByRole('menuitem', { name: 'Details' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', undefined, { timeout: 10_000 });
    screen.getByRole('button', { name: 'Close' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('preserves the typed title and shows the reason when a rename is refused', async () => {
    api.responses['PATCH items/plan/'] = {
      status: 403,
      body: { message: 'You may not do this', code: 'forbidden' },
    };
    const { user } = open({ allowed: ALL });
    await entries(user);
    await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
    const field = await screen.findByRole('textbox', { name: /Title/ });
    await user.clear(field);
    await user.type(field, 'Other{Enter}');
    await screen.findByText('You may not do this');
    expect(field).toHaveProperty('value', 'Other');
  });

  it('stays, and says why, when it can’t go to the trash', async () => {
    api.responses['DELETE items/plan/'] = {
      status: 500,
      body: { message: 'The trash is away', code: 'internal' },
    };
    const { user } = open({ allowed: ALL });
    await entries(user);
    await user.click(screen.getByRole('menuitem', { name: 'Move to trash' }));
    await screen.findByText('The trash is away');
    expect(await screen.findByText('We begin in May.')).toBeTruthy();
  });

  it('shows that its file is being read', async () => {
    open(
      { file_name: 'plan.pdf', processing: { state: 'running', progress: 0.5 } },
      { preview: { type: 'none' } },
    );
    await screen.findByText(/Being read/, undefined, { timeout: 10_000 });
  });

  it('shows why its preview could not be loaded', async () => {
    open({}, { preview: { type: 'failed', message: 'The preview is away' } });
    await screen.findByText('The preview is away');
  });
});

it('says that not all is saved while cells of its table wait', async () => {
  open({ kind: 'table', allowed: ALL });
  expect(screen.getByText('Saved')).toBeInTheDocument();
  const { unmount } = renderHook(() => useMarkWaitingCells(true));
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  unmount();
  expect(await screen.findByText('Saved')).toBeInTheDocument();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ShellProvider } from '#context/ShellContext.tsx';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { buildItem } from '#tests/component/item.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { buildShell } from '#tests/component/shell.ts';
import SearchPalette from './SearchPalette.tsx';

const SEARCH = 'GET search/';
let api: FakeApi;
beforeAll(async () => {
  // Nothing is laid out here.
  Element.prototype.scrollIntoView = () => {};
  api = await startFakeApi({});
});
afterEach(() => {
  api.responses = {};
  api.requests.length = 0;
});
afterAll(async () => {
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  await api.stop();
});

it('shows why a search failed, and what is found on a retry', async () => {
  const user = userEvent.setup();
  const message = 'Too many searches. Wait a moment.';
  api.responses = { [SEARCH]: { status: 429, body: { message, code: 'too_many' } } };
  renderWithMessages(
    <RouterContext.Provider value={createTestRouter().router}>
      <ShellProvider shell={buildShell()}>
        <SearchPalette initial="walnut" onClose={() => {}} />
      </ShellProvider>
    </RouterContext.Provider>,
  );
  expect(await screen.findByText(message)).toBeVisible();
  api.responses = {
    [SEARCH]: { body: { data: [], count: 0 } },
    'GET search/directory/': { body: { data: { spaces: [], people: [] } } },
  };
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing found. Check the spelling, or use fewer words.')).toBeVisible();
  expect(screen.queryByText(message)).toBeNull();
});

it('offers a member and their contacts as one person', async () => {
  const user = userEvent.setup();
  const contact = { item_id: 'list', title: 'Clients', space_slug: 'sales', row_id: 'r1' };
  const ada = { id: 'u1', name: 'Ada Lovelace', email: 'ada@example.org', avatar_url: null };
  const other = { ...contact, item_id: 'other', title: 'Partners', space_slug: '' };
  api.responses = {
    [SEARCH]: { body: { data: [], count: 0 } },
    'GET search/directory/': {
      body: {
        data: { spaces: [], people: [{ ...ada, contacts: [contact, { ...contact, row_id: 'r2' }, other] }] },
      },
    },
  };
  const { router, led } = createTestRouter();
  renderWithMessages(
    <RouterContext.Provider value={router}>
      <ShellProvider shell={buildShell()}>
        <SearchPalette initial="ada" onClose={() => {}} />
      </ShellProvider>
    </RouterContext.Provider>,
  );
  const group = within(await screen.findByRole('group', { name: 'People' }));
  expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Ada Lovelaceada@example.org',
    'Ada Lovelace In contacts: Clients',
    'Ada Lovelace In contacts: Partners',
  ]);
  expect(api.requests.find(({ path }) => path === 'search/')?.query).toContain('people=4');
  await user.click(group.getByRole('option', { name: /Clients/ }));
  await waitFor(() =>
    expect(led).toEqual([expect.stringMatching(/\/sales\/list-clients\?show=list&person=r1$/)]),
  );
});

it('finds the rows of people among the results where people could not be shown', async () => {
  const row = {
    item: buildItem({ title: 'Clients' }),
    space: { id: '03', slug: 'sales', name: 'Sales' },
    match: { where: 'row', row_id: 'r1' },
    title: 'Clients',
    snippet: 'Ada',
    score: 1,
  };
  api.responses = {
    [SEARCH]: ({ query }) => ({
      body: query.includes('people=') ? { data: [], count: 0 } : { data: [row], count: 1 },
    }),
    'GET search/directory/': { status: 500, body: { message: 'Try again later.', code: 'internal' } },
  };
  renderWithMessages(
    <RouterContext.Provider value={createTestRouter().router}>
      <ShellProvider shell={buildShell()}>
        <SearchPalette initial="ada" onClose={() => {}} />
      </ShellProvider>
    </RouterContext.Provider>,
  );
  expect(await screen.findByRole('option', { name: /Clients/ })).toBeVisible();
  expect(screen.queryByRole('group', { name: 'People' })).toBeNull();
});

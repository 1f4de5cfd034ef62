import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Space } from '#lib/contract/space.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { ChooseSpaceDialog } from './ChooseSpaceDialog.tsx';

const space = (name: string, allowed = ['space.create_item']) =>
  ({ id: name, slug: name.toLowerCase(), name, allowed }) as Partial<Space> as Space;
/** More than the page shows, and than are offered initially. */
const WRITABLE = Array.from({ length: 150 }, (_, n) => space(`River${n}`));

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({
    'GET /api/token/': { body: { data: { token: null } } },
    'GET spaces/': ({ query }) => {
      const query1 = new URLSearchParams(query);
      const fitting = WRITABLE.filter(({ slug }) => slug.includes(query1.get('q') ?? ''));
      const data = fitting.slice(0, Number(query1.get('page_size')));
      return { body: { data, count: fitting.length, page: 1, page_size: 100 } };
    },
  });
});
beforeEach(() => {
  api.requests.length = 0;
});
afterAll(() => api.stop());

const show = (spaces: Space[], hasMore: boolean) =>
  renderWithMessages(
    <ChooseSpaceDialog handle="acme" spaces={spaces} hasMore={hasMore} onClose={() => undefined} />,
  );
const names = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const field = () => screen.getByRole('searchbox', { name: 'Find a space' });

it('finds any space that may be added to by its name, in a hub of more than the page shows', async () => {
  const user = userEvent.setup();
  show([space('Archive', ['space.view'])], true);
  expect(field()).toHaveFocus();
  await waitFor(() => expect(names()).toHaveLength(100));
  expect(screen.getByText('The first 100 by name. Type to find any other.')).toBeInTheDocument();
  expect(names()[0]).toContain('River0');
  await user.type(field(), 'river149');
  await waitFor(() => expect(names()).toHaveLength(1));
  const found = screen.getByRole('link', { name: /River149/ });
  expect(found).toHaveAttribute('href', '/acme/river149/forms/new');
  for (const { query } of api.requests.filter(({ path }) => path === 'spaces/'))
    expect(new URLSearchParams(query).get('writable')).toBe('true');
  await user.type(field(), 'x');
  expect(await screen.findByText('No matching spaces')).toBeInTheDocument();
});

it('offers those of the page without a request where the hub has no others', () => {
  show([space('Archive', ['space.view']), space('Board')], false);
  expect(names()).toEqual([expect.stringContaining('Board')]);
  expect(screen.queryByRole('searchbox')).toBeNull();
  expect(screen.getByRole('link', { name: /Board/ })).toHaveFocus();
  expect(api.requests).toEqual([]);
});

it('says where there is no space to add to, and where the spaces could not be loaded', async () => {
  const { unmount } = show([space('Archive', ['space.view'])], false);
  expect(screen.getByText('There is no space that you may add to.')).toBeInTheDocument();
  unmount();
  const response = api.responses['GET spaces/'];
  api.responses['GET spaces/'] = { status: 503, body: { message: 'Try again later', code: 'unavailable' } };
  show([], true);
  const retry = await screen.findByRole('button', { name: /try again/i });
  if (response) api.responses['GET spaces/'] = response;
  await userEvent.click(retry);
  await waitFor(() => expect(names()).toHaveLength(100));
});

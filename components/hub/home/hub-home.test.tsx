import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageVisit } from '#components/layout/page-props.ts';
import { SidebarSpaces } from '#components/layout/SidebarSpaces.tsx';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { NO_SHORTCUTS, type Shell, ShellProvider } from '#context/ShellContext.tsx';
import type { Hub } from '#lib/contract/hub.ts';
import type { Space } from '#lib/contract/space.ts';
import { apiClient } from '#services/http.ts';
import type { HttpError } from '#services/http-client.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { HOME_SPACES_MAX } from './all-spaces-view.ts';
import { HubHome } from './HubHome.tsx';
import { loadHub } from './load-hub.ts';

type HubState = { my_role: Hub['my_role']; spaces: Space[]; counted: boolean };

const WRITABLE: Space['allowed'] = ['space.view', 'space.create_item'];

/** As many spaces; only the listed ones are writable. */
const spacesOf = (number: number, writable: readonly number[] = []): Space[] =>
  Array.from({ length: number }, (_, at) => ({
    ...{ id: `s${at}`, slug: `space-${at}`, name: `Space ${at}`, description: '', visibility: 'shared' },
    ...{ default_role: 'viewer', my_role: 'viewer', archived_at: null, revision: 1 },
    allowed: writable.includes(at) ? WRITABLE : ['space.view'],
    counts: { items: 0, kinds: {}, forms: 0 },
    created_at: '2026-01-15T12:00:00Z',
    updated_at: '2026-01-15T12:00:00Z',
  }));

let api: FakeApi;
/** The data of the hub that its API returns. */
let hubState: HubState;
beforeAll(async () => {
  api = await startFakeApi({
    'GET hubs/harbour/': () => ({
      body: {
        data: { id: 'h', name: 'Harbour', domain_handle: 'harbour', my_role: hubState.my_role, allowed: [] },
      },
    }),
    'GET spaces/': ({ query }) => {
      const requested = new URLSearchParams(query);
      const size = Number(requested.get('page_size'));
      const from = (Number(requested.get('page') ?? 1) - 1) * size;
      const matching = hubState.spaces.filter(
        ({ allowed }) => requested.get('writable') !== 'true' || allowed.includes('space.create_item'),
      );
      const data = matching.slice(from, from + size);
      return { body: { data, ...(hubState.counted ? { count: matching.length } : {}) } };
    },
    'GET activity/': { body: { data: [] } },
    'GET latest-posts/': { body: { data: [] } },
    'GET shared/': { body: { data: [], count: 0 } },
    'GET public/forms/': { body: { data: [] } },
  });
});
beforeEach(() => {
  api.requests.length = 0;
  hubState = { my_role: 'member', spaces: [], counted: true };
});
afterAll(() => api.stop());

/** What a requester sees, whether the request is refused or not. */
const visitorsRequest = (path: string) =>
  apiClient.request<object>({ method: 'GET', url: path }).catch((error: HttpError) => ({
    status: error.response?.status ?? 0,
    data: error.response?.data as object,
  }));

/** A page visit over HTTP, as on the server. */
const visit = (): PageVisit =>
  ({
    context: { params: { handle: 'harbour' }, query: {} },
    viewer: null,
    hub: { domain_handle: 'harbour' },
    api: async (path: string) => {
      const { status, data } = await visitorsRequest(path);
      return { ok: status < 400, status, ...data };
    },
  }) as unknown as PageVisit;

async function load(more: Partial<HubState>) {
  hubState = { ...hubState, ...more };
  const loaded = await loadHub(visit());
  if (!loaded) throw new Error('There is no such hub');
  return loaded;
}

const shellOf = (shortcuts: Shell['shortcuts']): Shell => ({
  viewer: null,
  hub: null,
  shortcuts,
  config: { apiHost: '', publicUrl: 'http://127.0.0.1', mail: true, demo: null, signOn: null },
  theme: 'light',
  sidebarCollapsed: false,
  isPrivate: true,
  followsSteps: false,
  sessionEnded: null,
  failed: null,
  removed: null,
});

async function showHome(more: Partial<HubState>) {
  const loaded = await load(more);
  renderWithMessages(
    <ShellProvider shell={shellOf(NO_SHORTCUTS)}>
      <NotificationProvider>
        <Toaster>
          <HubHome {...loaded} />
        </Toaster>
      </NotificationProvider>
    </ShellProvider>,
  );
}

// Computing the roles and names of so many links would take seconds.
const moreButton = () => screen.queryByText('Show more spaces');
const newForm = () => screen.queryByRole('button', { name: 'New form' });
const shown = () => document.querySelectorAll('a[href^="/harbour/space-"]');

describe('spaces of the home', () => {
  it.each([
    [0, true, false],
    [HOME_SPACES_MAX - 1, true, false],
    [HOME_SPACES_MAX, true, false],
    [HOME_SPACES_MAX + 1, true, true],
    [HOME_SPACES_MAX - 1, false, false],
    // Without a count, a full page may be followed by another one.
    [HOME_SPACES_MAX, false, true],
  ])('of %i, counted: %s, there are more than the first page: %s', async (number, counted, hasMore) => {
    const { spaces } = await load({ spaces: spacesOf(number), counted });
    expect(spaces).toMatchObject({ hasMore, count: counted ? number : null });
    expect(spaces.data).toHaveLength(Math.min(number, HOME_SPACES_MAX));
  });

  it('are all on the page when there are exactly as many as it holds', async () => {
    await showHome({ spaces: spacesOf(HOME_SPACES_MAX) });
    expect(shown()).toHaveLength(HOME_SPACES_MAX);
    expect(moreButton()).toBeNull();
    expect(screen.getByText(`All ${HOME_SPACES_MAX} spaces`)).toBeInTheDocument();
  });

  it('are completed by the one on the next page when there is one more', async () => {
    await showHome({ spaces: spacesOf(HOME_SPACES_MAX + 1) });
    expect(shown()).toHaveLength(HOME_SPACES_MAX);
    await userEvent.click(moreButton() ?? document.body);
    await waitFor(() => expect(shown()).toHaveLength(HOME_SPACES_MAX + 1));
    expect(moreButton()).toBeNull();
  });
});

describe('a new form', () => {
  const last = HOME_SPACES_MAX;
  it.each<[condition: string, held: Partial<HubState>]>([
    ['a space on the page can be written to', { spaces: spacesOf(3, [2]) }],
    ['only a space beyond the page can be written to', { spaces: spacesOf(last + 1, [last]) }],
    ['a guest can write to a space', { my_role: 'guest', spaces: spacesOf(1, [0]) }],
  ])('is offered when %s', async (_, more) => {
    await showHome(more);
    expect(newForm()).toBeInTheDocument();
  });

  it.each<[condition: string, held: Partial<HubState>]>([
    ['there is no space', { spaces: [] }],
    ['no space can be written to', { spaces: spacesOf(3) }],
    ['none of the spaces of a page that is full can be written to', { spaces: spacesOf(last) }],
    ['none of more spaces than the page holds can be written to', { spaces: spacesOf(last + 1) }],
    ['whoever looks does not belong to the hub', { my_role: null, spaces: spacesOf(1, [0]) }],
  ])('is not offered when %s', async (_, more) => {
    await showHome(more);
    expect(screen.getByRole('heading', { name: 'Harbour' })).toBeInTheDocument();
    expect(newForm()).toBeNull();
  });

  it('asks for spaces beyond the page only when those on it do not suffice', async () => {
    const requested = () => api.requests.filter(({ query }) => query.includes('writable=true')).length;
    await load({ spaces: spacesOf(last + 1, [0]) });
    await load({ spaces: spacesOf(last) });
    expect(requested()).toBe(0);
    await load({ spaces: spacesOf(last + 1, [last]) });
    expect(requested()).toBe(1);
  });
});

describe('the sidebar', () => {
  it.each([
    [HOME_SPACES_MAX, HOME_SPACES_MAX, false],
    [HOME_SPACES_MAX, HOME_SPACES_MAX + 1, true],
    [30, 30, false],
    [30, 31, true],
    [0, 0, false],
  ])(
    'with %i of %i spaces offers to filter them and says how many there are: %s',
    (listed, count, hasMore) => {
      const recent = spacesOf(count).slice(-1);
      renderWithMessages(
        <ShellProvider
          shell={shellOf({
            ...{ favourites: [], items: [], unread: [], recent, spaces: spacesOf(listed), count },
            notifications: 0,
          })}
        >
          <SidebarSpaces base="/harbour" path="/harbour" collapsed={false} />
        </ShellProvider>,
      );
      expect(screen.queryByRole('searchbox', { name: 'Filter spaces' }) !== null).toBe(hasMore);
      expect(screen.queryByText(`All ${count} spaces`) !== null).toBe(hasMore);
      // Recent spaces are listed separately only where not all spaces are.
      expect(screen.queryByRole('heading', { name: 'Recent' }) !== null).toBe(hasMore);
    },
  );
});

describe('a hub', () => {
  it('to which nothing was added leads to the first space that can be written to', async () => {
    await showHome({ spaces: spacesOf(3, [1, 2]) });
    expect(screen.getByRole('link', { name: 'Open Space 1' })).toHaveAttribute('href', '/harbour/space-1');
  });

  it('shows its latest discussions, and which of them are unread', async () => {
    const listed = {
      excerpt: '',
      edited_at: null,
      pinned_at: null,
      locked_at: null,
      trashed_at: null,
      allowed: [],
    };
    const at = '2026-01-15T12:00:00Z';
    const place = { slug: 'space-1', name: 'Space 1' };
    const author = { id: 'ida', name: 'Ida', avatar_url: null };
    const discussion = (id: string, title: string, unread: boolean) => ({
      ...{
        id,
        title,
        unread,
        ...listed,
        author,
        created_at: at,
        active_at: at,
        reply_count: 2,
        space: place,
      },
    });
    api.responses['GET latest-posts/'] = {
      body: { data: [discussion('p1', 'Oars', true), discussion('p2', 'Sails', false)] },
    };
    await showHome({ spaces: spacesOf(3) });
    const [oars, sails] = ['Oars', 'Sails'].map((title) => screen.getByText(title).closest('a'));
    expect(oars).toHaveAttribute('href', '/harbour/space-1/posts/p1');
    expect(oars).toHaveTextContent('Ida · Space 1 · 2 replies');
    expect(oars).toHaveTextContent('Unread');
    expect(sails).not.toHaveTextContent('Unread');
    api.responses['GET latest-posts/'] = { body: { data: [] } };
  });
});

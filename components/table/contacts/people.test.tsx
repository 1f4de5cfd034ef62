import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TableData } from '#components/table/rows/table-data.ts';
import { Toaster } from '#components/ui/Toaster.tsx';
import { NotificationProvider } from '#context/NotificationProvider.tsx';
import { ShellProvider } from '#context/ShellContext.tsx';
import type { Organization } from '#lib/contract/account.ts';
import type { Item } from '#lib/contract/item.ts';
import { membersQuery } from '#lib/contract/member.ts';
import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { type FakeApi, startFakeApi } from '#tests/component/fake-api.ts';
import { renderWithMessages } from '#tests/component/render.tsx';
import { createTestRouter } from '#tests/component/router.ts';
import { buildShell } from '#tests/component/shell.ts';
import { buildColumn, buildRow } from '#tests/component/table.ts';
import { People } from './People.tsx';

const COLUMNS = [
  buildColumn('text', 'name'),
  buildColumn('email', 'email'),
  buildColumn('phone', 'contact_number'),
  buildColumn('text', 'occupation'),
];
const ADA = buildRow({
  id: 'ada',
  values: {
    name: 'Ada Lovelace',
    email: 'ada@x.example',
    contact_number: '+493012345678',
    occupation: 'Engineer',
  },
  typed: { contact_number: '011 49 30 1234-5678' },
});
const NAMELESS = buildRow({ id: 'none', values: {} });
const ORDER = {
  ...{ id: 's', form_id: 'orders', form_title: 'Orders', space_slug: 'shop' },
  created_at: '2026-01-14T12:00:00Z',
};
const MEMBER = { id: 'm', first_name: 'Ada', last_name: 'L', role: 'admin', avatar_url: null };
const item = {
  id: 'people',
  kind: 'contact',
  allowed: ['item.change'],
  trashed_at: null,
} as Partial<Item> as Item;
const view = (id: string, name: string, filter: View['filter']): View => ({
  ...{ id, name, type: 'grid', personal: false, columns: [], sort: [], group: [], layout: {}, revision: 1 },
  filter,
});
const first = {
  columns: COLUMNS,
  views: [
    view('engineers', 'Engineers', { field: 'c_occupation', op: 'equals', value: 'Engineer' }),
    view('plain', 'Another order', null),
  ],
  rows: [],
  writtenIn: {},
  country: 'DE',
} as Partial<TableData> as TableData;

let api: FakeApi;
beforeAll(async () => {
  api = await startFakeApi({});
});
beforeEach(() => {
  api.requests.length = 0;
  api.responses = {
    'GET items/people/rows/': ({ query }) => ({
      body: { data: query.includes('q=zz') ? [] : [ADA, NAMELESS], count: 2, next: null },
    }),
    'GET items/people/rows/ada/card/': {
      body: {
        data: [
          { property: 'BDAY', kind: '', value: '1815-12-10' },
          { property: 'TEL', kind: '', value: 'ask the desk', unread: true },
        ],
      },
    },
    'GET items/people/rows/ada/submissions/': ({ query }) => ({
      body: {
        data: query.includes('page=2') ? [] : [ORDER],
        ...{ count: null, page: 1, page_size: 10 },
      },
    }),
    'GET items/people/rows/ada/history/': {
      body: {
        data: [
          {
            kind: 'changed',
            revision: 2,
            at: '2026-01-15T12:00:00Z',
            by: { id: 'ida', name: 'Ida' },
            changes: [{ column_id: 'c_occupation', label: 'occupation', from: 'Painter', to: 'Engineer' }],
          },
        ],
        count: null,
        page: 1,
        page_size: 20,
      },
    },
    'GET items/people/photos/': { body: { data: [{ row_id: 'ada' }] } },
    'DELETE items/people/rows/': { body: { data: [{ status: 'done' }] } },
    'POST items/people/rows/restore/': { body: { data: [{ status: 'done' }] } },
  };
});
afterAll(() => api.stop());

/** The requests for people. */
const lists = () => api.requests.filter(({ path }) => path === 'items/people/rows/');
const MEMBERS = 'GET hubs/h/members/';
const hubFor = (role: 'member' | 'guest' | null) =>
  ({ domain_handle: 'h', role }) as Partial<Organization> as Organization;

async function show(
  view: 'list' | 'cards',
  hub: Organization | null = null,
  columns: WireColumn[] = first.columns,
  router = createTestRouter().router,
) {
  renderWithMessages(
    <RouterContext value={router}>
      <ShellProvider shell={buildShell({ hub })}>
        <NotificationProvider>
          <Toaster>
            <People item={item} first={{ ...first, columns }} view={view} />
          </Toaster>
        </NotificationProvider>
      </ShellProvider>
    </RouterContext>,
  );
  return within(await screen.findByRole('list', { name: 'People in this list' }));
}

it.each(['list', 'cards'] as const)('shows people by name with links to reach them: %s', async (view) => {
  const list = await show(view);
  expect(lists()[0]?.query).toContain('sort=name');
  expect(list.getByRole('link', { name: '030 12345678' })).toHaveAttribute('href', 'tel:+493012345678');
  expect(list.getByText('Engineer')).toBeVisible();
  expect(list.getByRole('button', { name: 'No name' })).toBeVisible();
});

it.each(['list', 'cards'] as const)('shows the photo of a card where there is one: %s', async (view) => {
  const list = await show(view);
  const pictures = () => [...document.querySelectorAll('ul img')].map((image) => image.getAttribute('src'));
  await waitFor(() =>
    expect(pictures()).toEqual([expect.stringMatching(/items\/people\/rows\/ada\/photo\/$/)]),
  );
  await userEvent.click(list.getByRole('button', { name: 'Ada Lovelace' }));
  const sheet = await screen.findByRole('dialog', { name: 'Ada Lovelace' });
  await waitFor(() => expect(sheet.querySelector('img')?.getAttribute('src')).toMatch(/rows\/ada\/photo\/$/));
});

it('opens a person with every value and its history', async () => {
  const list = await show('list');
  await userEvent.click(list.getByRole('button', { name: 'Ada Lovelace' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ada Lovelace' }));
  expect(sheet.getByRole('link', { name: 'ada@x.example' })).toHaveAttribute(
    'href',
    'mailto:ada%40x.example',
  );
  expect(sheet.getByText(/^Typed as/)).toHaveTextContent('Typed as 011 49 30 1234-5678');
  expect((await sheet.findByText('Birthday')).parentElement).toHaveTextContent('1815-12-10');
  const unread = sheet.getByText('ask the desk');
  expect(unread).toHaveTextContent('Could not be read when it was imported');
  expect(unread.parentElement).toHaveTextContent('Number');
  expect(await sheet.findByRole('link', { name: 'Orders' })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/shop\/forms\/orders\?tab=answers&answer=s$/),
  );
  await userEvent.click(sheet.getByRole('button', { name: 'Show history' }));
  expect(await sheet.findByText('Ida')).toBeVisible();
  expect(sheet.getByText('Painter')).toBeVisible();
});

it('shows what only tables have of a person as their rows do, and a picture among the attachments', async () => {
  const file = { file_id: 'f', name: 'ada.jpg', size: 1, mime: 'image/jpeg' };
  const row = buildRow({
    ...ADA,
    values: {
      ...{ ...ADA.values, lead: 'ida', fee: 5, time: 3600, no: 7, at: '2026-05-04T10:00:00Z' },
      ...{ boats: ['b'], pictures: [file] },
    },
    linked: { b: { title: 'Albatross' } },
    people: { ida: 'Ida Rhodes' },
  });
  const columns = [
    ...COLUMNS,
    buildColumn('person', 'lead'),
    { ...buildColumn('currency', 'fee'), currency: 'EUR' },
    buildColumn('duration', 'time'),
    buildColumn('auto_number', 'no'),
    buildColumn('created_at', 'at'),
    { ...buildColumn('link', 'boats'), table: 't' },
    buildColumn('attachment', 'pictures'),
  ];
  api.responses['GET items/people/rows/'] = { body: { data: [row], count: 1, next: null } };
  api.responses['GET items/people/photos/'] = { body: { data: [] } };
  const list = await show('list', null, columns);
  await userEvent.click(list.getByRole('button', { name: 'Ada Lovelace' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ada Lovelace' }));
  for (const text of ['Ida Rhodes', '€5.00', '1:00:00', '7', 'Albatross', 'ada.jpg'])
    expect(sheet.getByText(text)).toBeInTheDocument();
  expect(sheet.getByText(/^May 4, 2026/)).toBeInTheDocument();
  const pictures = [...document.querySelectorAll('dialog img, [role=dialog] img')];
  expect(pictures.map((one) => one.getAttribute('src'))).toEqual([expect.stringMatching(/\/f\/?/)]);
});

it('deletes a person, who comes back by undoing that', async () => {
  const list = await show('list');
  await userEvent.click(list.getByRole('button', { name: 'Ada Lovelace' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Ada Lovelace' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Delete' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(api.paths()).toContain('POST items/people/rows/restore/'));
});

it('searches while it is typed, and says what to try where nobody is found', async () => {
  await show('list');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Find by name, number or address' }), 'zz');
  expect(await screen.findByText('Nobody found')).toBeVisible();
});

it('offers saved filters as groups, each with an address', async () => {
  const { router, led } = createTestRouter('/h/s/people');
  await show('list', null, undefined, router);
  const group = screen.getByRole('combobox', { name: 'Group' });
  expect(
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['All people', 'Engineers']);
  await userEvent.selectOptions(group, 'Engineers');
  await waitFor(() => expect(lists().at(-1)?.query).toContain('view=engineers'));
  expect(led).toEqual(['/h/s/people?view=engineers']);
  cleanup();
  const before = lists().length;
  await show('list', null, undefined, { ...router, query: { view: 'engineers' } });
  expect(screen.getByRole('combobox', { name: 'Group' })).toHaveValue('engineers');
  expect(lists()[before]?.query).toContain('view=engineers');
});

it.each(['list', 'cards'] as const)(
  'shows who is a member of the hub by a confirmed address: %s',
  async (view) => {
    api.responses[MEMBERS] = { body: { data: [{ ...MEMBER, email: 'ADA@x.example' }], count: 1 } };
    const list = await show(view, hubFor('member'));
    expect(await list.findByRole('link', { name: 'Member of this hub' })).toHaveAttribute(
      'href',
      '/h/members?q=ADA%40x.example',
    );
    expect(list.getAllByRole('link', { name: 'Member of this hub' })).toHaveLength(1);
    const request = api.requests.find(({ path }) => path === 'hubs/h/members/');
    expect(new URLSearchParams(request?.query).get('emails')).toBe('ada@x.example');
    expect(new URLSearchParams(request?.query).get('state')).toBe('active');
    await userEvent.click(list.getByRole('button', { name: 'Ada Lovelace' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Ada Lovelace' }));
    expect(await sheet.findByRole('link', { name: 'Member of this hub' })).toBeVisible();
    expect(sheet.getByText(/as Admin/)).toBeVisible();
  },
);

it('looks for members by many long addresses in parts that the server accepts', async () => {
  const emails = Array.from(
    { length: 100 },
    (_, at) => `${at}-${'é'.repeat(at % 2)}${'a'.repeat(150)}@x.example`,
  );
  const rows = emails.map((email) => buildRow({ id: email, values: { name: email, email } }));
  api.responses['GET items/people/rows/'] = { body: { data: rows, count: rows.length, next: null } };
  api.responses[MEMBERS] = ({ query }) => {
    const [email = ''] = (new URLSearchParams(query).get('emails') ?? '').split(',');
    return { body: { data: [{ ...MEMBER, email }], count: 1 } };
  };
  const list = await show('list', hubFor('member'));
  await waitFor(() =>
    expect(list.getAllByRole('link', { name: 'Member of this hub' }).length).toBeGreaterThan(1),
  );
  const requests = api.requests.filter(({ path }) => path === 'hubs/h/members/');
  const parts = requests.map(({ query }) => new URLSearchParams(query).get('emails') ?? '');
  expect(parts.flatMap((part) => part.split(',')).sort()).toEqual(emails.toSorted());
  for (const part of parts) expect(membersQuery.safeParse({ emails: part }).error).toBeUndefined();
  for (const { query } of requests) expect(query.length).toBeLessThan(9_000);
});

it.each([hubFor('guest'), hubFor(null), null])(
  'does not look for members where the reader may not see them',
  async (hub) => {
    api.responses[MEMBERS] = { body: { data: [{ ...MEMBER, email: 'ada@x.example' }], count: 1 } };
    const list = await show('list', hub);
    await userEvent.click(list.getByRole('button', { name: 'Ada Lovelace' }));
    await screen.findByRole('dialog', { name: 'Ada Lovelace' });
    expect(api.paths()).not.toContain(MEMBERS);
    expect(screen.queryByText('Member of this hub')).not.toBeInTheDocument();
  },
);

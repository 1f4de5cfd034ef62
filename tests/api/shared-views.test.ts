import { expect, test } from 'vitest';
import type { NewShareLink, ShareLink } from '#lib/contract/share-link.ts';
import type { SharedRow, SharedView } from '#lib/contract/shared-view.ts';
import type { View } from '#lib/contract/table-views.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { linkHolder, openLink } from '#tests/harness/links.ts';
import { addMember, createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

type Made = { person: TestAccount; item: { id: string }; view: View; path: string };

/** A table of which a view shows the names of open rows, ordered by a price that it hides. */
async function createSharedView(): Promise<Made & Awaited<ReturnType<typeof createEditorAndPlace>>> {
  const place = await createEditorAndPlace(server.client);
  const person = place.member;
  const item = await createTable(person, place);
  await addRows(person, item, [
    { name: 'Anchor', price: 7001, state: 'open', tags: ['red'] },
    { name: 'Buoy', price: 7002, state: 'done' },
    { name: 'Chain', price: 7000, state: 'open' },
  ]);
  const path = `items/${item.id}/views/`;
  const view = expectData(
    await person.client.post<View>(path, {
      name: 'Open ones',
      columns: [
        { id: 'f_price', hidden: true },
        { id: 'f_state' },
        { id: 'f_name' },
        { id: 'f_due', hidden: true },
      ],
      filter: { field: 'f_state', op: 'equals', value: 'open' },
      sort: ['f_price'],
    }),
    201,
  );
  return { ...place, person, item, view, path: `${path}${view.id}/share-links/` };
}

const share = async ({ person, path }: Made, input = {}): Promise<NewShareLink> =>
  expectData(await person.client.post<NewShareLink>(path, input), 201);

test('shows to the holder of a link the rows and columns of the view, and nothing else of the table', async () => {
  const made = await createSharedView();
  const link = await share(made);
  expect(link).toMatchObject({ role: 'viewer', works: true });
  const opened = expectData(await openLink(server.client, link));
  expect(opened).toMatchObject({ item: null, form: null, view: { id: made.view.id } });
  const holder = await linkHolder(server, link);
  const base = `shared-views/${made.view.id}/`;
  const view = expectData(await holder.get<SharedView>(base));
  expect(view.columns.map(({ name }) => name)).toEqual(['state', 'name', 'tags']);
  const rows = expectData(await holder.get(`${base}rows/`));
  expect(rows.map(({ values }) => values.name)).toEqual(['Chain', 'Anchor']);
  expect(rows[1]).toEqual({
    id: expect.any(String),
    values: { name: 'Anchor', state: 'open', tags: ['red'] },
  });
  expect(JSON.stringify([view, rows])).not.toMatch(/\b700\b|price|Buoy/i);

  for (const [query, found] of [
    [{ q: 'buoy' }, []],
    [{ q: '7001' }, []],
    [{ q: 'anch' }, ['Anchor']],
    [{ sort: 'name' }, ['Anchor', 'Chain']],
    [{ filter: JSON.stringify({ field: 'f_state', op: 'equals', value: 'done' }) }, []],
  ] as const) {
    const some = expectData(await holder.get(`${base}rows/`, { query: { ...query } }));
    expect(
      some.map(({ values }) => values.name),
      JSON.stringify(query),
    ).toEqual(found);
  }
  expectRefusal(await holder.get(`${base}rows/`, { query: { sort: 'price' } }), 422);
  const byPrice = JSON.stringify({ field: 'f_price', op: 'greater', value: 1 });
  expectRefusal(await holder.get(`${base}rows/`, { query: { filter: byPrice } }), 422);

  for (const path of ['', 'columns/', 'rows/', 'views/', 'aggregate/', 'export/?format=csv', 'page/'])
    expectRefusal(await holder.get(`items/${made.item.id}/${path}`), 404);
  expectRefusal(await holder.get(`items/${made.item.id}/rows/`, { query: { view: made.view.id } }), 404);
  expectRefusal(await server.client.get(base), 404);
  expectRefusal(await made.stranger.client.get(`${base}rows/`), 404);
  // Somebody who is signed in writes no more by it than anybody.
  const person = await linkHolder(server, link, { person: made.stranger });
  const all = `items/${made.item.id}/` as const;
  const [{ id } = { id: '' }] = rows;
  for (const refused of [
    await person.patch(`${all}rows/`, { rows: [{ id, values: { name: 'Mine' } }] }),
    await person.post(`${all}rows/`, { rows: [{ values: { name: 'Mine' } }] }),
    await person.delete(`${all}rows/`, { rows: [{ id }] }),
    await person.patch(`${all}views/${made.view.id}/`, { filter: null }),
  ])
    expectRefusal(refused, 404);
});

test('shows a board to the holder of its link by a shown column alone, with counts of the rows it finds', async () => {
  const made = await createSharedView();
  const views = `items/${made.item.id}/views/${made.view.id}/`;
  const holder = await linkHolder(server, await share(made));
  const base = `shared-views/${made.view.id}/`;
  const arranged = async (change: object) => {
    expectData(await made.person.client.patch<View>(views, { type: 'board', ...change }));
    return expectData(await holder.get<SharedView>(base)).group;
  };
  const groups = (query: object) => holder.get(`${base}groups/`, { query: { ...query } });
  // Without a column of its own, a board has the first one that fits.
  expect(await arranged({ group: [] })).toEqual(['f_state']);
  expect(await arranged({ group: ['f_state'], filter: null })).toEqual(['f_state']);
  expect(expectData(await groups({ group: 'f_state' }))).toEqual([
    { value: 'open', count: 2 },
    { value: 'done', count: 1 },
  ]);
  expect(expectData(await groups({ group: 'f_state', q: 'anch' }))).toEqual([{ value: 'open', count: 1 }]);
  for (const group of ['f_price', 'price', 'f_due', 'f_none', ''])
    expectRefusal(await groups({ group }), 422);

  const filter = { field: 'f_state', op: 'equals', value: 'open' };
  const hidden = { columns: [{ id: 'f_state', hidden: true }], filter };
  expect(await arranged({ ...hidden, group: ['f_state'] })).toEqual([]);
  expect(await arranged({ ...hidden, group: [] })).toEqual([]);
  expectRefusal(await groups({ group: 'f_state' }), 422);
  expect(await arranged({ columns: [], type: 'calendar', group: [] })).toEqual(['f_due']);
});

test('shows a row to the holder of a link where the view has it, with its shown values alone', async () => {
  const made = await createSharedView();
  const all = expectData(await made.person.client.get(`items/${made.item.id}/rows/`));
  const rowOf = (name: string) => all.find(({ values }) => values.name === name)?.id ?? '';
  const holder = await linkHolder(server, await share(made));
  const path = (id: string) => `shared-views/${made.view.id}/rows/${id}/`;
  expect(expectData(await holder.get<SharedRow>(path(rowOf('Anchor'))))).toEqual({
    id: rowOf('Anchor'),
    values: { name: 'Anchor', state: 'open', tags: ['red'] },
  });
  for (const id of [rowOf('Buoy'), made.item.id, 'x']) expectRefusal(await holder.get(path(id)), 404);
  expectRefusal(await server.client.get(path(rowOf('Anchor'))), 404);
});

test('ends a link of a view when it is revoked, expires, loses its maker or its view', async () => {
  const made = await createSharedView();
  const base = `shared-views/${made.view.id}/`;
  const revoked = await share(made);
  const holder = await linkHolder(server, revoked);
  expectData(await holder.get(base));
  expect(expectData(await made.person.client.get<ShareLink[]>(made.path)).map(({ id }) => id)).toEqual([
    revoked.id,
  ]);
  expectData(await made.person.client.delete(`${made.path}${revoked.id}/`));
  expectRefusal(await holder.get(base), 404);
  expectRefusal(await holder.get(`${base}rows/`), 404);
  expectRefusal(await openLink(server.client, revoked), 404);

  const expired = await share(made, { expires_at: new Date(Date.now() + 86_400_000).toISOString() });
  const late = await linkHolder(server, expired);
  expectData(await late.get(base));
  await server.sql('update share_link set expires_at = now() where id = $1', [expired.id]);
  for (const path of [base, `${base}rows/`] as const) expectRefusal(await late.get(path), 404);
  expectRefusal(await openLink(server.client, expired), 404);

  const guarded = await share(made, { password: 'boat' });
  expectRefusal(await openLink(server.client, guarded), 401, 'password_required');
  const knowing = await linkHolder(server, guarded, { password: 'boat' });
  expectData(await knowing.get(base));
  const hub = `hubs/${made.hub.domain_handle}/members/${made.person.user.id}/`;
  expectData(await made.owner.client.patch(hub, { suspended: true }));
  expectRefusal(await knowing.get(base), 404);
  expectData(await made.owner.client.patch(hub, { suspended: false }));
  expectData(await knowing.get(base));
  expectData(await made.person.client.delete(`items/${made.item.id}/views/${made.view.id}/`));
  expectRefusal(await knowing.get(base), 404);
});

test('shows nothing of a view whose filter names a deleted column or a deleted option', async () => {
  for (const gone of ['column', 'option'] as const) {
    const made = await createSharedView();
    const { client } = made.person;
    const papers = { id: 'f_papers', name: 'papers', label: 'Papers', type: 'attachment', required: false };
    const { id: field } = expectData(await client.post(`items/${made.item.id}/columns/`, papers), 201);
    const form = new FormData();
    form.append('field', field);
    form.append('file', new Blob(['A plan.']), 'plan.txt');
    const uploaded = `items/${made.item.id}/row-files/`;
    const file = expectData(await client.post<{ id: string }>(uploaded, undefined, { raw: form }), 201);
    await addRows(made.person, made.item, [{ name: 'Rope', state: 'open', papers: [{ file_id: file.id }] }]);
    const holder = await linkHolder(server, await share(made));
    const base = `shared-views/${made.view.id}/`;
    const paths = [base, `${base}rows/`, `${base}files/${file.id}/`];
    for (const path of paths) expect((await holder.get(path)).status, path).toBe(200);

    const state = `items/${made.item.id}/columns/f_state/`;
    if (gone === 'column') expectData(await client.delete(state));
    else expectData(await client.patch(state, { options: [{ id: 'done', label: 'All done' }] }));
    for (const path of paths)
      expect((await holder.get(path)).status, `${path} without its ${gone}`).toBe(404);

    // A screen that saves the view sends back what it was shown, which is no filter; that opens nothing.
    const views = `items/${made.item.id}/views/`;
    const saved = await client.patch<View>(`${views}${made.view.id}/`, { filter: null, sort: [] });
    expect(expectData(saved).filter).toBeNull();
    for (const path of paths) expect((await holder.get(path)).status, `${path} when saved`).toBe(404);
    const filter = { field: 'f_name', op: 'equals', value: 'Rope' };
    expectData(await client.patch(`${views}${made.view.id}/`, { filter }));
    expect(expectData(await holder.get(`${base}rows/`))).toHaveLength(1);
  }
});

test('names neither linked rows of another table nor people to the holder of a link', async () => {
  const made = await createSharedView();
  const other = await createTable(made.person, made, [{ id: 'f_x', name: 'x', label: 'X', type: 'text' }]);
  const [secret] = await addRows(made.person, other, [{ x: 'Secret title' }]);
  const column = { label: 'Linked', name: 'linked', type: 'link', table: other.id };
  const link = expectData(await made.person.client.post(`items/${made.item.id}/columns/`, column), 201);
  for (const more of [
    { label: 'Looked up', name: 'looked_up', type: 'lookup', via: link.id, of: 'f_x' },
    { label: 'By', name: 'by', type: 'created_by' },
    { label: 'Twice', name: 'twice', type: 'formula', formula: '{price} * 2' },
  ])
    expectData(await made.person.client.post(`items/${made.item.id}/columns/`, more), 201);
  await addRows(made.person, made.item, [{ name: 'Rope', state: 'open', linked: [secret?.id ?? ''] }]);
  const holder = await linkHolder(server, await share(made));
  const base = `shared-views/${made.view.id}/`;
  const view = expectData(await holder.get<SharedView>(base));
  const rows = expectData(await holder.get<SharedRow[]>(`${base}rows/`));
  expect(view.columns.map(({ name }) => name)).toEqual([
    'state',
    'name',
    'tags',
    'linked',
    'looked_up',
    'twice',
  ]);
  const sent = JSON.stringify([view, rows]);
  for (const hidden of ['Secret title', made.person.user.id, made.person.user.first_name, other.id, 'price'])
    expect(sent).not.toContain(hidden);
  const rope = rows.find(({ values }) => values.name === 'Rope');
  expect(rope?.restricted).toEqual(['looked_up']);
  expect(Object.values(rope?.linked ?? {})).toEqual([{ restricted: true }]);
});

/** A view of one person alone that was shared once: earlier versions made such ones. */
async function storeAsPersonal({ person, view }: Made): Promise<void> {
  await server.sql('update table_view set owner_id = $1 where id = $2', [person.user.id, view.id]);
}

test('lets only those who may share a table link its views', async () => {
  const made = await createSharedView();
  expectRefusal(await made.stranger.client.post(made.path, {}), 404);
  expectRefusal(await server.client.post(made.path, {}), 401);
  expectRefusal(await made.person.client.post(made.path, { role: 'editor' }), 422);
  const personal = expectData(
    await made.person.client.post(`items/${made.item.id}/views/`, { name: 'Mine', personal: true }),
    201,
  );
  const path = `items/${made.item.id}/views/${personal.id}/share-links/`;
  expectRefusal(await made.owner.client.post(path, {}), 404);
  expectRefusal(await made.person.client.post(path, {}), 422);
});

test('is a reason in “Who can see this?” of the table as long as it opens, and is revoked there', async () => {
  const made = await createSharedView();
  const link = await share(made, { password: 'boat' });
  const admin = await addMember(server.client, made.owner, made.hub, 'admin');
  const listed = async (client: Client) =>
    expectData(await client.get(`items/${made.item.id}/who-can-see/`)).filter(({ kind }) => kind === 'link');
  for (const client of [made.person.client, admin.client])
    expect(await listed(client)).toMatchObject([
      {
        role: 'viewer',
        link: { id: link.id, has_password: true, view: { id: made.view.id, name: 'Open ones' } },
        reasons: [{ code: 'link', source: { id: made.item.id, is_this: true } }],
        allowed: ['revoke'],
      },
    ]);
  const view = `items/${made.item.id}/views/${made.view.id}/`;
  expectRefusal(await made.person.client.patch(view, { personal: true }), 422);
  expect(await listed(admin.client)).toHaveLength(1);
  await storeAsPersonal(made);
  expect(await listed(admin.client)).toEqual([]);
  expectData(await made.person.client.patch(view, { personal: false }));
  expect(await listed(admin.client)).toHaveLength(1);
  expectData(await admin.client.delete(`${made.path}${link.id}/`));
  expect(await listed(admin.client)).toEqual([]);
});

test('opens no link of a personal view that was shared before, and lets another editor list and revoke it', async () => {
  const made = await createSharedView();
  const link = await share(made);
  const holder = await linkHolder(server, link);
  const base = `shared-views/${made.view.id}/`;
  expectData(await holder.get(base));
  const view = `items/${made.item.id}/views/${made.view.id}/`;
  expectRefusal(await made.person.client.patch(view, { personal: true }), 422);
  for (const path of ['', 'rows/']) expectData(await holder.get(`${base}${path}`));
  await storeAsPersonal(made);
  for (const path of ['', 'rows/']) expectRefusal(await holder.get(`${base}${path}`), 404);
  expectRefusal(await openLink(server.client, link), 404);

  expectRefusal(await made.owner.client.get(made.path.replace(made.view.id, made.item.id)), 404);
  const links = expectData(await made.owner.client.get<ShareLink[]>(made.path));
  expect(links.map(({ id, works }) => [id, works])).toEqual([[link.id, false]]);
  expectData(await made.owner.client.delete(`${made.path}${link.id}/`));
  expect(expectData(await made.owner.client.get<ShareLink[]>(made.path))).toEqual([]);
});

test('colours rows for the holder of a link by rules about shown columns alone', async () => {
  const made = await createSharedView();
  const about = (field: string, op: string, value: unknown) => ({ field, op, value });
  const colors = [
    { color: 'red', filter: about('f_price', 'greater', 1) },
    { color: 'yellow', filter: { not: about('f_price', 'equals', 1) } },
    { color: 'green', filter: about('f_name', 'equals', 'Anchor') },
  ];
  const view = `items/${made.item.id}/views/${made.view.id}/`;
  expectData(await made.person.client.patch<View>(view, { layout: { colors } }));
  const holder = await linkHolder(server, await share(made));
  const rows = expectData(await holder.get(`shared-views/${made.view.id}/rows/`));
  expect(rows.map(({ values, color }) => [values.name, color])).toEqual([
    ['Chain', undefined],
    ['Anchor', 'green'],
  ]);
});

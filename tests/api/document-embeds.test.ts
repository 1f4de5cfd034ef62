import { expect, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { TestAccount } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { createForm } from '#tests/harness/forms.ts';
import { lockRowsOf } from '#tests/harness/locked-row.ts';
import { createEditorAndPlace } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();

const embedsFor = async (reader: TestAccount, document: Item) =>
  expectData(await reader.client.get(`items/${document.id}/embeds/`)).embeds;
const titlesFor = async (reader: TestAccount, document: Item) =>
  (await embedsFor(reader, document)).map(({ target }) => target?.title ?? null);

test('shows the title of what is embedded to those who may see it, and nothing of it to others', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, hub } = place;
  const open = await createItem(owner, place, { title: 'Open plan' });
  const secret = await createItem(owner, place, { title: 'Secret plan', visibility: 'private' });
  const address = (id: string) => `/${hub.domain_handle}/~/${id}`;
  const written = `[x](${address(open.id)} "embed")\n\n[x](${address(`${secret.id}-secret-plan`)} "embed")`;
  const document = await createItem(owner, place, { title: 'Overview', content: written });

  expect(await titlesFor(owner, document)).toEqual(['Open plan', 'Secret plan']);
  const seen = await embedsFor(member, document);
  expect(seen).toEqual([
    {
      address: address(open.id),
      target: {
        kind: 'document',
        title: 'Open plan',
        path: `/${hub.domain_handle}/${place.space.slug}/${open.id}-open-plan`,
        picture: null,
      },
    },
    { address: address(secret.id), target: null },
  ]);
  // The HTML is one for all readers.
  const html = async (reader: TestAccount) =>
    expectData(await reader.client.get<{ html: string }>(`items/${document.id}/preview/?as=html`)).html;
  expect(await html(member)).toBe(await html(owner));
  expect(await html(member)).not.toMatch(/plan/i);

  await owner.client.patch(
    `items/${open.id}/`,
    { title: 'Renamed' },
    { headers: { 'If-Match': `${open.revision}` } },
  );
  expect(await titlesFor(member, document)).toEqual(['Renamed', null]);
});

test('shows the rows of an embedded view to those who may see its table, and nothing to others', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member, hub } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, [
    { name: 'Anchor', price: 1250.5, state: 'open' },
    { name: 'Buoy', price: 3, state: 'done' },
  ]);
  const view = expectData(
    await owner.client.post(`items/${table.id}/views/`, {
      name: 'Open ones',
      columns: [{ id: 'f_due', hidden: true }],
      filter: { field: 'f_state', op: 'equals', value: 'open' },
    }),
    201,
  );
  const address = `/${hub.domain_handle}/~/${table.id}?view=${view.id}`;
  const document = await createItem(owner, place, { title: 'Plan', content: `[x](${address} "embed")` });
  const [seen] = await embedsFor(member, document);
  expect(seen).toMatchObject({
    address,
    target: {
      kind: 'table',
      path: expect.stringContaining(`?view=${view.id}`),
      view: {
        name: 'Open ones',
        columns: ['Name', 'Price', 'State', 'Tags'],
        looks: [
          { kind: 'plain' },
          { kind: 'end' },
          { kind: 'tags', tags: [[{ label: 'Still open' }]] },
          { kind: 'tags', tags: [[]] },
        ],
        rows: [['Anchor', '1,250.5', 'Still open', '']],
        is_later: false,
        has_more: false,
        next: null,
      },
    },
  });
  expectData(await owner.client.delete(`items/${table.id}/columns/f_state/`));
  const [unfiltered] = await embedsFor(member, document);
  expect(unfiltered?.target).toMatchObject({ kind: 'table' });
  expect(unfiltered?.target).not.toHaveProperty('view');
  const access = `items/${table.id}/`;
  const { revision } = expectData(await owner.client.get<Item>(access));
  expectData(
    await owner.client.patch(access, { visibility: 'private' }, { headers: { 'If-Match': `${revision}` } }),
  );
  expect(await embedsFor(member, document)).toEqual([{ address, target: null }]);
});

test('shows ten views of a document, and a view that takes too long as a card', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, hub } = place;
  const table = await createTable(owner, place);
  await addRows(owner, table, [{ name: 'Anchor' }]);
  const addresses: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const made = await owner.client.post(`items/${table.id}/views/`, { name: `View ${n}` });
    addresses.push(`/${hub.domain_handle}/~/${table.id}?view=${expectData(made, 201).id}`);
  }
  const written = (all: string[]) => all.map((address) => `[x](${address} "embed")`).join('\n\n');
  const document = await createItem(owner, place, { title: 'All views', content: written(addresses) });
  const shown = await embedsFor(owner, document);
  expect(shown.map(({ target }) => target?.view?.name)).toEqual([
    ...Array.from({ length: 10 }, (_, n) => `View ${n}`),
    undefined,
    undefined,
  ]);
  expect(shown.map(({ target }) => target?.kind)).toEqual(addresses.map(() => 'table'));

  const first = await createItem(owner, place, { title: 'One', content: written(addresses.slice(0, 1)) });
  const locked = await lockRowsOf(server.databaseUrl, table.id);
  const [late] = await embedsFor(owner, first);
  expect(late?.target).toMatchObject({ kind: 'table', title: table.title });
  expect(late?.target).not.toHaveProperty('view');
  await locked.release();
  expect((await embedsFor(owner, first))[0]?.target).toHaveProperty('view');
});

test('continues one view of a document where its reader left off, the others from their first rows', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, hub } = place;
  const table = await createTable(owner, place);
  await addRows(
    owner,
    table,
    Array.from({ length: 102 }, (_, at) => ({ name: `Buoy ${at}` })),
  );
  const ids: string[] = [];
  for (const name of ['One', 'Two'])
    ids.push(expectData(await owner.client.post(`items/${table.id}/views/`, { name }), 201).id);
  const content = ids.map((id) => `[x](/${hub.domain_handle}/~/${table.id}?view=${id} "embed")`).join('\n\n');
  const document = await createItem(owner, place, { title: 'Plan', content });
  const viewsAfter = async (query: { view?: string; after?: string }) =>
    expectData(await owner.client.get(`items/${document.id}/embeds/`, { query })).embeds.map(
      ({ target }) => target?.view,
    );
  const [first, other] = await viewsAfter({});
  expect([first?.rows.length, first?.is_later, other?.rows.length]).toEqual([100, false, 100]);
  const view = ids[0] ?? '';
  const [last, same] = await viewsAfter({ view, after: String(first?.next) });
  expect([last?.rows.map(([name]) => name), last?.is_later, last?.next]).toEqual([
    ['Buoy 100', 'Buoy 101'],
    true,
    null,
  ]);
  expect(same).toEqual(other);
  // A cursor of another order is none of this one.
  expect(await viewsAfter({ view, after: 'forged' })).toEqual([first, other]);
});

test('shows nothing of the trash, of another hub, and of what never was', async () => {
  const [place, elsewhere] = await Promise.all([
    createEditorAndPlace(server.client),
    createEditorAndPlace(server.client),
  ]);
  const { owner, hub } = place;
  const foreign = await createItem(elsewhere.owner, elsewhere, { title: 'Foreign' });
  const trashed = await createItem(owner, place, { title: 'Old' });
  await owner.client.delete(`items/${trashed.id}/`, undefined, {
    headers: { 'If-Match': `${trashed.revision}` },
  });
  const content = [foreign.id, trashed.id, '01890000-0000-7000-8000-000000000001']
    .map((id) => `[embed](/${hub.domain_handle}/~/${id} "embed")`)
    .join('\n\n');
  const document = await createItem(owner, place, { title: 'Overview', content });
  expect(await titlesFor(owner, document)).toEqual([null, null, null]);
});

test('leads to a form, by the page that its reader has of it', async () => {
  const place = await createEditorAndPlace(server.client);
  const form = await createForm(place.owner, place);
  const content = `[embed](/${place.hub.domain_handle}/~/forms/${form.id} "embed")`;
  const document = await createItem(place.owner, place, { title: 'Overview', content });
  const [embed] = await embedsFor(place.owner, document);
  expect(embed?.target).toMatchObject({ kind: 'form', title: form.title });
  expect(embed?.target?.path).toContain(`/forms/${form.id}`);
});

test('returns the first rows of a table or of its view as texts to those who may read it', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member } = place;
  const table = await createTable(owner, place, undefined, { visibility: 'private' });
  await addRows(owner, table, [
    { name: 'Anchor', price: 1250.5, state: 'open' },
    ...Array.from({ length: 100 }, (_, at) => ({ name: `Buoy ${at}`, state: 'done' })),
  ]);
  const view = expectData(
    await owner.client.post(`items/${table.id}/views/`, {
      name: 'Open ones',
      columns: [{ id: 'f_name' }, ...['f_due', 'f_tags', 'f_price'].map((id) => ({ id, hidden: true }))],
      filter: { field: 'f_state', op: 'equals', value: 'open' },
    }),
    201,
  );
  const path = `items/${table.id}/embedded/` as const;
  const whole = expectData(await owner.client.get(path));
  expect([whole.name, whole.columns, whole.rows.length, whole.has_more]).toEqual([
    table.title,
    ['Name', 'Price', 'Due', 'State', 'Tags'],
    100,
    true,
  ]);
  const shown = expectData(await owner.client.get(path, { query: { view: view.id } }));
  expect(shown).toEqual({
    name: 'Open ones',
    columns: ['Name', 'State'],
    looks: [{ kind: 'plain' }, { kind: 'tags', tags: [[{ label: 'Still open' }]] }],
    rows: [['Anchor', 'Still open']],
    is_later: false,
    has_more: false,
    next: null,
  });
  const last = expectData(await owner.client.get(path, { query: { after: String(whole.next) } }));
  expect([last.rows.map(([name]) => name), last.is_later, last.has_more]).toEqual([['Buoy 99'], true, false]);
  expectRefusal(await owner.client.get(path, { query: { after: 'forged' } }), 422);
  expectRefusal(await owner.client.get(path, { query: { view: table.id } }), 404);
  expectRefusal(await member.client.get(path), 404);
});

test('shows fewer rows of a table where their texts are long, but ten of them', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner } = place;
  const columns = Array.from({ length: 12 }, (_, at) => ({ name: `n${at}`, label: `N ${at}`, type: 'text' }));
  const shown = async (length: number) => {
    const table = await createTable(owner, place, columns);
    await addRows(
      owner,
      table,
      Array.from({ length: 60 }, (_, at) =>
        Object.fromEntries(columns.map(({ name }) => [name, `${at}`.padEnd(length, 'x')])),
      ),
    );
    const path = `items/${table.id}/embedded/` as const;
    const { rows, has_more, next } = expectData(await owner.client.get(path));
    if (next) {
      // The next ones are those that were not shown.
      const after = expectData(await owner.client.get(path, { query: { after: next } }));
      expect(after.rows[0]?.[0]).toBe(`${rows.length}`.padEnd(length, 'x'));
    }
    return [rows.length, has_more];
  };
  expect(await shown(100)).toEqual([33, true]);
  expect(await shown(300)).toEqual([11, true]);
  expect(await shown(10)).toEqual([60, false]);
});

test('shows as many columns as the reader’s page, with amounts as such and people by name to the hub alone', async () => {
  const place = await createEditorAndPlace(server.client);
  const { owner, member } = place;
  const columns = [
    { name: 'who', label: 'Who', type: 'person', required: false },
    { name: 'made', label: 'Made by', type: 'created_by' },
    { name: 'price', label: 'Price', type: 'currency', currency: 'EUR', required: false },
    { name: 'share', label: 'Share', type: 'percent', required: false },
    { name: 'took', label: 'Took', type: 'duration', required: false },
    ...Array.from({ length: 9 }, (_, at) => ({
      name: `n${at}`,
      label: `N ${at}`,
      type: 'number',
      required: false,
    })),
  ];
  const table = await createTable(owner, place, columns, { visibility: 'public' });
  await addRows(owner, table, [{ who: member.user.id, price: 12.5, share: 7.5, took: 5445 }]);
  const path = `items/${table.id}/embedded/` as const;
  const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
    `${first_name} ${last_name}`;
  const shown = expectData(await member.client.get(path));
  expect(shown.columns).toEqual(columns.slice(0, 12).map(({ label }) => label));
  const amounts = ['€12.50', '7.5%', '1:30:45'];
  expect(shown.rows[0]?.slice(0, 5)).toEqual([nameOf(member.user), nameOf(owner.user), ...amounts]);
  for (const outsider of [server.client, (await createEditorAndPlace(server.client)).owner.client]) {
    const seen = expectData(await outsider.get(path));
    expect(seen.columns.slice(0, 3)).toEqual(['Price', 'Share', 'Took']);
    expect(seen.rows[0]?.slice(0, 3)).toEqual(amounts);
  }
});

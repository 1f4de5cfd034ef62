import { beforeAll, describe, expect, it } from 'vitest';
import type { RowCondition } from '#lib/fields/definition.ts';
import { createPlace, registerUser } from '#tests/harness/accounts.ts';
import type { Client } from '#tests/harness/client.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

/** As many rows are linked from one cell. */
const MANY = 2_000;

const optional = (name: string, type: string, more: object = {}) => ({
  ...{ id: `f_${name}`, name, label: name, type, required: false },
  ...more,
});
type Visibility = 'shared' | 'private' | 'public';

/** Trips with several boats, which lie in harbours each; and which harbours these are, by a lookup. */
async function trips(ofBoats: Visibility = 'shared', ofHarbours: Visibility = 'shared') {
  const { owner } = place;
  const harbours = await createTable(owner, place, [optional('city', 'text')], { visibility: ofHarbours });
  const boats = await createTable(owner, place, [optional('title', 'text')], { visibility: ofBoats });
  const table = await createTable(owner, place, [optional('name', 'text'), optional('price', 'number')], {
    visibility: 'public',
  });
  const add = async ({ id }: { id: string }, column: object) =>
    expectData(await owner.client.post(`items/${id}/columns/`, column), 201).id;
  const lies = await add(boats, { ...optional('lies', 'link'), table: harbours.id });
  const fleet = await add(table, { ...optional('fleet', 'link'), table: boats.id });
  const at = await add(table, { ...optional('at', 'lookup'), via: fleet, of: lies });
  const [goa, cochin] = await addRows(owner, harbours, [{ city: 'Goa' }, { city: 'Cochin' }]);
  const made = await addRows(owner, boats, [
    { title: 'Yawl', lies: [goa?.id, cochin?.id] },
    { title: 'Dhow', lies: [cochin?.id] },
    { title: 'Old', lies: [goa?.id] },
  ]);
  const [yawl, dhow, old] = made.map(({ id }) => id);
  await addRows(owner, table, [
    { name: '1', price: 1, fleet: [yawl, dhow] },
    { name: '2', price: 2, fleet: [dhow, yawl] },
    { name: '3', price: 4, fleet: [dhow, old] },
    { name: '4', price: 8, fleet: [yawl] },
    { name: '5', price: 16 },
    { name: '6', price: 32, fleet: [old] },
  ]);
  expectData(await owner.client.delete(`items/${boats.id}/rows/`, { rows: [{ id: old }] }));
  return { harbours, boats, table, fleet, at };
}

const path = ({ id }: { id: string }) => `items/${id}/aggregate/` as const;

/** The groups as their readers see them named, with a sum of each. */
async function named(by: Client, table: { id: string }, group: string) {
  const query = { group, metrics: 'count,sum:f_price' };
  const found = expectData(await by.get(path(table), { query }));
  return found.map(({ group: value, linked = {}, values }) => {
    const titles = Array.isArray(value) ? value.map((id) => linked[String(id)]?.title) : value;
    return [titles, values.count, values['sum:f_price']];
  });
}

async function namesOf(table: { id: string }, filter: RowCondition): Promise<unknown[]> {
  const query = { filter: JSON.stringify(filter), sort: 'f_name' };
  const rows = expectData(await place.owner.client.get(`items/${table.id}/rows/`, { query }));
  return rows.map(({ values }) => values.name);
}

describe('groups by links', () => {
  it('are the sets of linked rows in the order of their titles, without deleted ones, and each row is in one', async () => {
    const { table, fleet } = await trips();
    const { client } = place.owner;
    const all = [
      [['Dhow'], 1, '4'],
      [['Dhow', 'Yawl'], 2, '3'],
      [['Yawl'], 1, '8'],
      [null, 2, '48'],
    ];
    expect(await named(client, table, fleet)).toEqual(all);
    const down = await named(client, table, `-${fleet}`);
    expect(down.map(([titles]) => titles)).toEqual([['Yawl'], ['Dhow', 'Yawl'], ['Dhow'], null]);
    const found = expectData(await client.get(path(table), { query: { group: `${fleet},f_name` } }));
    expect(found).toHaveLength(6);
    expect(Object.values(found[0]?.linked ?? {})).toEqual([{ title: 'Dhow' }]);
    const rows = [];
    for (const { group } of expectData(await client.get(path(table), { query: { group: fleet } })))
      rows.push(
        await namesOf(
          table,
          Array.isArray(group)
            ? { field: fleet, op: 'exactly', value: group.map(String) }
            : { field: fleet, op: 'is_empty' },
        ),
      );
    expect(rows).toEqual([['3'], ['1', '2'], ['4'], ['5', '6']]);
  });

  it('are those of lookups of links, too, whose rows are found by all that they show', async () => {
    const { table, at, fleet } = await trips();
    const { client } = place.owner;
    expect(await named(client, table, at)).toEqual([
      [['Cochin'], 1, '4'],
      [['Cochin', 'Goa'], 3, '11'],
      [null, 2, '48'],
    ]);
    const [first, both] = expectData(await client.get(path(table), { query: { group: at } }));
    const exactly = (value: unknown): RowCondition => ({
      ...{ field: at, op: 'exactly', value: Array.isArray(value) ? value.map(String) : [] },
    });
    expect(await namesOf(table, exactly(first?.group))).toEqual(['3']);
    expect(await namesOf(table, exactly([both?.group].flat().toReversed()))).toEqual(['1', '2', '4']);
    expect(await namesOf(table, { not: exactly(both?.group) })).toEqual(['3', '5', '6']);
    const views = `items/${table.id}/views/` as const;
    const view = expectData(await client.post(views, { name: 'V', group: [fleet, at] }), 201);
    expect(view.group).toEqual([fleet, at]);
  });

  it('are each on one page where rows have the same title, or none', async () => {
    const { table, boats, fleet } = await trips();
    const { owner } = place;
    const alike = await addRows(owner, boats, [
      ...Array.from({ length: 6 }, () => ({ title: 'Same' })),
      {},
      {},
      {},
    ]);
    await addRows(
      owner,
      table,
      alike.map(({ id }) => ({ name: 'one', fleet: [id] })),
    );
    const groups = async (query: object) =>
      expectData(
        await owner.client.get(path(table), { query: { group: fleet, metrics: 'count', ...query } }),
      ).map(({ group }) => JSON.stringify(group));
    const all = await groups({ page_size: 100 });
    expect(new Set(all).size).toBe(all.length);
    const pages: string[] = [];
    for (let page = 1; page <= all.length; page += 1) pages.push(...(await groups({ page, page_size: 1 })));
    expect(pages).toEqual(all);
  });

  it('have a hundred ids and titles at most, with the number of the others, where a row links to very many', async () => {
    const { table, boats, fleet } = await trips();
    const column = (item: { id: string }, field: string) =>
      server.sql<{ name: string; link: string }>(
        "select name, options ->> 'link' as link from table_column where item_id = $1 and definition ->> 'id' = $2",
        [item.id, field],
      );
    const rowsOf = ({ id }: { id: string }) => `tables.t_${id.replaceAll('-', '')}`;
    const [title] = await column(boats, 'f_title');
    const [link] = await column(table, fleet);
    await server.sql(`insert into ${rowsOf(boats)} (id, position, ${title?.name})
      select gen_random_uuid(), n * 65536::bigint, 'A' || lpad(n::text, 6, '0') from generate_series(1, ${MANY}) n`);
    const [busy] = await addRows(place.owner, table, [{ name: 'busy', price: 64 }]);
    await server.sql(
      `insert into row_link (link_id, one_row, other_row, position)
       select $1, $2, id, 1 from ${rowsOf(boats)} where ${title?.name} ~ '^A\\d'`,
      [link?.link, busy?.id],
    );
    const { client } = place.owner;
    const query = { group: fleet, metrics: 'count,sum:f_price' };
    const groups = expectData(await client.get(path(table), { query }));
    const [first] = groups;
    const titles = Object.values(first?.linked ?? {}).map((one) => one.title);
    expect([first?.more, first?.values]).toEqual([MANY - 100, { count: 1, 'sum:f_price': '64' }]);
    expect([[first?.group].flat().length, titles.length]).toEqual([100, 100]);
    expect([titles[0], titles[99]]).toEqual(['A000001', 'A000100']);
    expect(groups.slice(1).every(({ more }) => more === undefined)).toBe(true);
    expect(JSON.stringify(groups).length).toBeLessThan(15_000);
  });

  it('are named in shared views to readers of the linked tables, and not there for others', async () => {
    for (const [ofBoats, ofHarbours] of [
      ['public', 'public'],
      ['public', 'private'],
      ['private', 'public'],
    ] as const) {
      const { table, fleet, at } = await trips(ofBoats, ofHarbours);
      const views = `items/${table.id}/views/` as const;
      const { client } = place.owner;
      const view = expectData(await client.post(views, { name: 'V', group: [fleet, at] }), 201);
      const sent = await client.post(`${views}${view.id}/share-links/`, {});
      const holder = await linkHolder(server, expectData(sent, 201));
      const base = `shared-views/${view.id}/` as const;
      const groupsBy = (group: string) => holder.get(`${base}groups/`, { query: { group } });
      const isNamed = {
        [fleet]: ofBoats === 'public',
        [at]: ofBoats === 'public' && ofHarbours === 'public',
      };
      const shown = expectData(await holder.get(base));
      expect(shown.group).toEqual([fleet, at].filter((id) => isNamed[id]));
      for (const id of [fleet, at])
        if (isNamed[id]) {
          const groups = expectData(await groupsBy(id));
          expect(groups.map(({ count }) => count)).toEqual(id === fleet ? [1, 2, 1, 2] : [1, 3, 2]);
          expect(Object.values(groups[1]?.linked ?? {}).map(({ title }) => title)).toEqual(
            id === fleet ? ['Dhow', 'Yawl'] : ['Cochin', 'Goa'],
          );
        } else {
          expectRefusal(await groupsBy(id), 422);
        }
    }
  });
});

describe('readers who may not read a linked table', () => {
  it('do not group by links to it, and learn nothing of what else they may not read', async () => {
    const { table, fleet, at } = await trips('private', 'shared');
    const member = await addMember(server.client, place.owner, place.hub, 'admin');
    const outsider = await registerUser(server.client);
    for (const reader of [member.client, outsider.client, server.client])
      for (const group of [fleet, `-${fleet}`, `${fleet}:day`, at, `f_name,${at}`])
        expectRefusal(await reader.get(path(table), { query: { group } }), 422);
    const marks = expectData(await member.client.get(`items/${table.id}/columns/`)).map(
      ({ id, restricted, untitled }) => [id, restricted, untitled],
    );
    expect(marks.filter(([id]) => id === fleet || id === at)).toEqual([
      [fleet, undefined, true],
      [at, true, undefined],
    ]);
    const view = await member.client.post(`items/${table.id}/views/`, {
      ...{ name: 'V', personal: true, group: [at] },
    });
    expectRefusal(view, 422);
  });

  it('are refused where the linked table is there no more', async () => {
    const { boats, table, fleet } = await trips();
    const { client } = place.owner;
    expectData(await client.delete(`items/${boats.id}/`));
    expectRefusal(await client.get(path(table), { query: { group: fleet } }), 422);
    expectData(await client.delete(`trash/${boats.id}/`));
    expectRefusal(await client.get(path(table), { query: { group: fleet } }), 422);
  });
});

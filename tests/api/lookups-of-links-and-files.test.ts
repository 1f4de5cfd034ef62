import { beforeAll, describe, expect, it } from 'vitest';
import type { UploadedRowFile } from '#lib/contract/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { linkHolder } from '#tests/harness/links.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
let member: TestAccount;
beforeAll(async () => {
  place = await createPlace(server.client);
  member = await addMember(server.client, place.owner, place.hub);
});

type Item = { id: string };

const NAME = { id: 'f_name', name: 'name', label: 'Name', type: 'text' };

const addColumn = async ({ id }: Item, column: object) =>
  expectData(await place.owner.client.post(`items/${id}/columns/`, column), 201);
const hide = async ({ id }: Item, visibility = 'private') =>
  expectData(await place.owner.client.patch(`items/${id}/`, { visibility }));
const idOf = (row: { id: string } | undefined) => row?.id ?? '';
const linkTo = ({ id: table }: Item, name: string) => ({ name, label: name, type: 'link', table });

/** Harbours, ships that lie there, and trips of ships with a lookup of their harbours. */
async function createTrips() {
  const { owner } = place;
  const [harbours, ships, trips] = [
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
    await createTable(owner, place, [NAME]),
  ];
  const lies = (await addColumn(ships, linkTo(harbours, 'lies'))).id;
  const via = (await addColumn(trips, linkTo(ships, 'ships'))).id;
  const lookup = await addColumn(trips, { name: 'at', label: 'At', type: 'lookup', via, of: lies });
  const [cochin, goa, kandla] = (
    await addRows(owner, harbours, [{ name: 'Cochin' }, { name: 'Goa; north' }, { name: 'Kandla' }])
  ).map(idOf) as [string, string, string];
  const [dhow, bark, raft] = (
    await addRows(owner, ships, [
      { name: 'Dhow', lies: [goa, cochin] },
      { name: 'Bark', lies: [cochin, kandla] },
      { name: 'Raft' },
    ])
  ).map(idOf) as [string, string, string];
  await addRows(owner, trips, [
    { name: 'Both', ships: [dhow, bark] },
    { name: 'Raft only', ships: [raft] },
    { name: 'None' },
    { name: 'Bark', ships: [bark] },
  ]);
  return { ...{ harbours, ships, trips, lookup, lies, via }, ...{ cochin, goa, kandla, dhow, bark, raft } };
}

const namesFound = async ({ client }: TestAccount, { id }: Item, filter: object) => {
  const query = { filter: JSON.stringify(filter), sort: 'name' };
  return expectData(await client.get(`items/${id}/rows/`, { query })).map(({ values }) => values.name);
};

describe('a lookup of links', () => {
  it('shows each row that the linked rows link to once, in their order, with its title', async () => {
    const { trips, harbours, lookup, cochin, goa, kandla, ships, dhow } = await createTrips();
    const [both, raft, none, bark] = await readRows(member, trips);
    expect(both?.values.at).toEqual([goa, cochin, kandla]);
    expect(both?.linked).toMatchObject({ [goa]: { title: 'Goa; north' }, [kandla]: { title: 'Kandla' } });
    expect([raft?.values.at, none?.values.at, bark?.values.at]).toEqual([
      undefined,
      undefined,
      [cochin, kandla],
    ]);
    const columns = expectData(await member.client.get(`items/${trips.id}/columns/`));
    const read = columns.find(({ id }) => id === lookup.id);
    expect(read?.shown_as).toEqual({ type: 'link', multiple: true, table: harbours.id });
    expectData(await place.owner.client.patch(`items/${trips.id}/columns/${lookup.id}/`, { ...read }));
    // It is what the links are now.
    const rows = [{ id: dhow, values: { lies: [kandla] } }];
    expectData(await place.owner.client.patch(`items/${ships.id}/rows/`, { rows }));
    expect((await readRows(member, trips))[0]?.values.at).toEqual([kandla, cochin]);
    const changed = [{ id: kandla, values: { name: 'Deendayal' } }];
    expectData(await place.owner.client.patch(`items/${harbours.id}/rows/`, { rows: changed }));
    expect((await readRows(member, trips))[0]?.linked?.[kandla]).toEqual({ title: 'Deendayal' });
    expectData(await place.owner.client.delete(`items/${harbours.id}/rows/`, { rows: [{ id: cochin }] }));
    expect((await readRows(member, trips))[0]?.values.at).toEqual([kandla]);
  });

  it('leads back to the own table, and is read by formulas as titles', async () => {
    const { ships, trips, via } = await createTrips();
    const columns = expectData(await place.owner.client.get(`items/${ships.id}/columns/`));
    const back = columns.find(({ table }) => table === trips.id)?.id;
    await addColumn(trips, { name: 'beside', label: 'Beside', type: 'lookup', via, of: back });
    await addColumn(trips, {
      ...{ name: 'text', label: 'Text', type: 'formula' },
      formula: 'join(" + ", {at}) & " / " & join(", ", {beside})',
    });
    const rows = await readRows(member, trips);
    const beside = [rows[3]?.values.beside].flat();
    expect(new Set(beside)).toEqual(new Set([rows[0]?.id, rows[3]?.id]));
    expect(rows[3]?.values.text).toMatch(/^Cochin \+ Kandla \/ (Both, Bark|Bark, Both)$/);
  });

  it('shows each row once however often the linked rows link to it, on long pages as alone', async () => {
    const { owner } = place;
    const { ships, trips, cochin, goa, kandla } = await createTrips();
    const many = Array.from({ length: 600 }, (_, n) => ({ name: `Boat ${n}`, lies: [cochin, goa] }));
    const fleet = await addRows(owner, ships, [...many, { name: 'Last', lies: [kandla] }]);
    const [fleets] = await addRows(owner, trips, [
      { name: 'Fleet', ships: fleet.map(idOf) },
      ...Array.from({ length: 60 }, (_, n) => ({ name: `Empty ${n}` })),
    ]);
    const found = (await readRows(member, trips)).find(({ id }) => id === idOf(fleets));
    expect(found?.values.at).toEqual([cochin, goa, kandla]);
  });

  it('shows the first thousand of very many rows, which all link to the same', async () => {
    const { owner } = place;
    const { ships, trips, via, raft } = await createTrips();
    const onRaft = (count: number) =>
      addRows(
        owner,
        trips,
        Array.from({ length: count }, (_, n) => ({ name: `Trip ${n}`, ships: [raft] })),
      );
    const [first] = await onRaft(700);
    await onRaft(500);
    const columns = expectData(await owner.client.get(`items/${ships.id}/columns/`));
    const back = columns.find(({ table }) => table === trips.id)?.id;
    await addColumn(trips, { name: 'beside', label: 'Beside', type: 'lookup', via, of: back });
    const row = expectData(await member.client.get(`items/${trips.id}/rows/${idOf(first)}/`));
    expect([row.values.beside].flat()).toHaveLength(1000);
  });

  it('shows nothing of a third table to readers without access to it, and nothing at all without the second', async () => {
    const { harbours, ships, trips, lookup, cochin, goa, kandla } = await createTrips();
    await hide(harbours);
    const response = await member.client.get(`items/${trips.id}/rows/`);
    const [both] = expectData(response);
    expect(both?.values.at).toEqual([goa, cochin, kandla]);
    for (const id of [cochin, goa, kandla]) expect(both?.linked?.[id]).toEqual({ restricted: true });
    const csvOf = async ({ client }: TestAccount) =>
      (await client.fetch('GET', `items/${trips.id}/export/?format=csv`)).text();
    expect(await csvOf(place.owner)).toContain('"""Goa; north""; Cochin; Kandla"');
    for (const text of [JSON.stringify(response.body), await csvOf(member)])
      expect(text).not.toMatch(/Cochin|Goa|Kandla/);
    const filter = { field: lookup.id, op: 'contains', value: 'cochin' };
    expect(await namesFound(member, trips, filter)).toEqual([]);
    expect(await namesFound(member, trips, { not: filter })).toEqual([]);
    expect(await namesFound(place.owner, trips, filter)).toEqual(['Bark', 'Both']);

    await hide(ships);
    const [hidden] = await readRows(member, trips);
    expect(hidden?.values.at).toBeUndefined();
    expect(hidden?.restricted).toEqual(['at']);
    expect(JSON.stringify(hidden)).not.toContain(cochin);
    const columns = expectData(await member.client.get(`items/${trips.id}/columns/`));
    const column = columns.find(({ name }) => name === 'at');
    expect([column?.shown_as, column?.restricted]).toEqual([undefined, true]);
    const query = { filter: JSON.stringify({ field: lookup.id, op: 'is_empty' }) };
    expectRefusal(await member.client.get(`items/${trips.id}/rows/`, { query }), 422);
  });

  it('keeps the titles of rows whose ids a table that may not be read has as well', async () => {
    const { owner } = place;
    const { harbours, ships, trips, via, goa } = await createTrips();
    const copy = expectData(await owner.client.post(`items/${harbours.id}/copy/`, {}), 201);
    await hide(copy);
    const lies = (await addColumn(ships, linkTo(copy, 'lies_in_copy'))).id;
    await addColumn(trips, { name: 'in_copy', label: 'In copy', type: 'lookup', via, of: lies });
    await addColumn(trips, linkTo(copy, 'copies'));
    const [dhow] = await readRows(owner, ships);
    const rows = [{ id: idOf(dhow), values: { lies_in_copy: [goa] } }];
    expectData(await owner.client.patch(`items/${ships.id}/rows/`, { rows }));
    const [both] = await readRows(member, trips);
    const own = [{ id: idOf(both), values: { copies: [goa] } }];
    expectData(await owner.client.patch(`items/${trips.id}/rows/`, { rows: own }));
    const [shown] = await readRows(member, trips);
    expect([shown?.values.in_copy, shown?.values.copies]).toEqual([[goa], [goa]]);
    expect(shown?.linked?.[goa]).toEqual({ title: 'Goa; north' });
  });

  it('finds rows by what it shows, and is neither sorted nor summed up by', async () => {
    const { trips, ships, lookup, cochin, goa, kandla, bark } = await createTrips();
    const { id: field } = lookup;
    for (const [op, value, found] of [
      ['is_empty', undefined, ['None', 'Raft only']],
      ['is_not_empty', undefined, ['Bark', 'Both']],
      ['any_of', [goa], ['Both']],
      ['any_of', [goa, kandla], ['Bark', 'Both']],
      ['none_of', [goa], ['Bark', 'None', 'Raft only']],
      ['contains', 'NORTH', ['Both']],
      ['not_contains', 'north', ['Bark', 'None', 'Raft only']],
    ] as const)
      expect([op, await namesFound(member, trips, { field, op, value })]).toEqual([op, found]);
    for (const op of ['all_of', 'equals']) {
      const query = { filter: JSON.stringify({ field, op, value: [cochin] }) };
      expectRefusal(await member.client.get(`items/${trips.id}/rows/`, { query }), 422);
    }
    for (const [path, query] of [
      ['rows/', { sort: 'at' }],
      ['aggregate/', { metrics: 'filled:at' }],
    ] as const)
      expectRefusal(await member.client.get(`items/${trips.id}/${path}`, { query: { ...query } }), 422);
    // Without the third table nothing is linked to.
    const rows = [{ id: bark, values: { lies: [] } }];
    expectData(await place.owner.client.patch(`items/${ships.id}/rows/`, { rows }));
    expect(await namesFound(member, trips, { field, op: 'is_not_empty' })).toEqual(['Both']);
  });

  it('is refused of rollups', async () => {
    const { trips, via, lies } = await createTrips();
    const rollup = { name: 'r', label: 'R', type: 'rollup', function: 'count', via, of: lies };
    const refused = await place.owner.client.post(`items/${trips.id}/columns/`, rollup);
    expectRefusal(refused, 422);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['of']);
  });
});

/** A file that waits for a row. */
async function send({ id }: Item, field: string, name: string): Promise<UploadedRowFile> {
  const form = new FormData();
  form.append('field', field);
  form.append('file', new Blob([`Text of ${name}`]), name);
  return expectData(await place.owner.client.post(`items/${id}/row-files/`, undefined, { raw: form }), 201);
}

/** Ships with papers and a photo, and trips with lookups of both. */
async function createPapers() {
  const { owner } = place;
  const ships = await createTable(owner, place, [
    NAME,
    { id: 'f_papers', name: 'papers', label: 'Papers', type: 'attachment', required: false },
    { id: 'f_photo', name: 'photo', label: 'Photo', type: 'file', required: false },
  ]);
  const trips = await createTable(owner, place, [NAME]);
  const via = (await addColumn(trips, linkTo(ships, 'ships'))).id;
  const lookup = (of: string) =>
    addColumn(trips, { name: `of_${of}`, label: `Of ${of}`, type: 'lookup', via, of });
  const papers = await lookup('papers');
  const photo = await lookup('photo');
  const [plan, list] = [
    await send(ships, 'papers', 'plan.txt'),
    await send(ships, 'papers', 'list; new.txt'),
  ];
  const picture = await send(ships, 'photo', 'dhow.txt');
  const [dhow, bark] = (
    await addRows(owner, ships, [
      { name: 'Dhow', papers: [{ file_id: plan.id }, { file_id: list.id }], photo: picture.id },
      { name: 'Bark' },
    ])
  ).map(idOf) as [string, string];
  await addRows(owner, trips, [
    { name: 'Out', ships: [bark, dhow] },
    { name: 'Home', ships: [bark] },
  ]);
  return { ships, trips, via, papers, photo, plan, list, picture, dhow };
}

const shownFile = ({ id, name, size, mime }: UploadedRowFile) => ({ file_id: id, name, size, mime });

describe('a lookup of files', () => {
  it('shows the files of the linked rows, and says in which table they are read', async () => {
    const { ships, trips, papers, plan, list, picture } = await createPapers();
    const [out, home] = await readRows(member, trips);
    expect(out?.values.of_papers).toEqual([plan, list].map(shownFile));
    expect(out?.values.of_photo).toEqual([shownFile(picture)]);
    expect(home?.values).not.toHaveProperty('of_papers');
    const columns = expectData(await member.client.get(`items/${trips.id}/columns/`));
    expect(columns.find(({ id }) => id === papers.id)?.shown_as).toEqual({
      ...{ type: 'attachment', multiple: true, table: ships.id },
    });
    const read = await member.client.fetch('GET', `items/${ships.id}/row-files/${plan.id}/`);
    expect(await read.text()).toBe('Text of plan.txt');
    // They are none of the table that shows them.
    expectRefusal(await place.owner.client.get(`items/${trips.id}/row-files/${plan.id}/`), 404);
  });

  it('is exported by their names, and finds rows with and without files', async () => {
    const { trips, papers, photo } = await createPapers();
    const exported = async (format: string) =>
      member.client.fetch('GET', `items/${trips.id}/export/`, undefined, { query: { format } });
    expect((await (await exported('csv')).text()).split('\r\n')[1]).toBe(
      'Out,Bark; Dhow,plan.txt; list; new.txt,dhow.txt',
    );
    const [row] = JSON.parse(await (await exported('json')).text());
    expect(row.values.of_papers).toEqual(['plan.txt', 'list; new.txt']);
    const book = await readArchive(Buffer.from(await (await exported('xlsx')).arrayBuffer()));
    expect([...book.values()].join('\n')).toContain('>plan.txt; list; new.txt<');
    for (const { id: field } of [papers, photo]) {
      expect(await namesFound(member, trips, { field, op: 'is_not_empty' })).toEqual(['Out']);
      expect(await namesFound(member, trips, { field, op: 'is_empty' })).toEqual(['Home']);
    }
    for (const query of [
      { sort: 'of_papers' },
      { filter: JSON.stringify({ field: papers.id, op: 'contains', value: 'a' }) },
    ])
      expectRefusal(await member.client.get(`items/${trips.id}/rows/`, { query }), 422);
    const filled = { query: { metrics: 'filled:of_papers' } };
    const [all] = expectData(await member.client.get(`items/${trips.id}/aggregate/`, filled));
    expect(all?.values).toEqual({ 'filled:of_papers': 1 });
    expectRefusal(
      await member.client.get(`items/${trips.id}/aggregate/`, { query: { group: 'of_papers' } }),
      422,
    );
  });

  it('shows neither names nor files to who may not read their table, also by a link of a view', async () => {
    const { ships, trips, plan, picture } = await createPapers();
    const view = expectData(await place.owner.client.post(`items/${trips.id}/views/`, { name: 'All' }), 201);
    const links = `items/${trips.id}/views/${view.id}/share-links/` as const;
    const link = await place.owner.client.post(links, {});
    const base = `shared-views/${view.id}/` as const;
    const holder = await linkHolder(server, expectData(link, 201));
    const ofMember = await linkHolder(server, expectData(link, 201), { person: member });
    const columns = expectData(await ofMember.get(base)).columns;
    expect(columns.map(({ shown_as }) => shown_as?.table)).toEqual([
      undefined,
      undefined,
      ships.id,
      ships.id,
    ]);
    expect(expectData(await ofMember.get(`${base}rows/`))[0]?.values.of_photo).toEqual([shownFile(picture)]);

    const sent = JSON.stringify([(await holder.get(base)).body, (await holder.get(`${base}rows/`)).body]);
    expect(sent).not.toMatch(/plan\.txt|list; new|dhow\.txt/);
    expect(sent).not.toContain(ships.id);
    for (const path of [`${base}files/${plan.id}/`, `items/${ships.id}/row-files/${plan.id}/`])
      expectRefusal(await holder.get(path), 404);
    // Nor does the view's own address of files have those of another table.
    expectRefusal(await ofMember.get(`${base}files/${plan.id}/`), 404);

    await hide(ships);
    const response = await member.client.get(`items/${trips.id}/rows/`);
    expect(expectData(response)[0]?.restricted).toEqual(['of_papers', 'of_photo']);
    const csv = await (await member.client.fetch('GET', `items/${trips.id}/export/?format=csv`)).text();
    for (const text of [JSON.stringify(response.body), csv]) expect(text).not.toMatch(/plan\.txt|dhow\.txt/);
    expectRefusal(await member.client.get(`items/${ships.id}/row-files/${plan.id}/`), 404);
  });

  it('is read by formulas as names', async () => {
    const { trips } = await createPapers();
    await addColumn(trips, {
      ...{ name: 'text', label: 'Text', type: 'formula' },
      formula: 'join(" + ", {of_papers}) & " / " & join(", ", {of_photo})',
    });
    const [out] = await readRows(member, trips);
    expect(out?.values.text).toBe('plan.txt + list; new.txt / dhow.txt');
  });

  it('has what the linked rows have now, and is refused of rollups', async () => {
    const { ships, trips, via, list, dhow } = await createPapers();
    const rows = [{ id: dhow, values: { papers: [{ file_id: list.id }], photo: null } }];
    expectData(await place.owner.client.patch(`items/${ships.id}/rows/`, { rows }));
    const [out] = await readRows(member, trips);
    expect(out?.values.of_papers).toEqual([shownFile(list)]);
    expect(out?.values).not.toHaveProperty('of_photo');
    const rollup = { name: 'r', label: 'R', type: 'rollup', function: 'list', via, of: 'papers' };
    expectRefusal(await place.owner.client.post(`items/${trips.id}/columns/`, rollup), 422);
  });
});

import { describe, expect, it } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Row, WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { zipOf as archive, readArchive } from '#tests/harness/archive.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { importArchive, reportOf } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();

type Place = Awaited<ReturnType<typeof createPlace>>;

async function archiveOf({ owner, hub, space }: Place, by: TestAccount = owner): Promise<Buffer> {
  const response = await by.client.in(hub).fetch('GET', `spaces/${space.slug}/export/?format=md`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const itemsOf = async ({ owner, hub, space }: Place): Promise<Item[]> =>
  expectData(await owner.client.in(hub).get(`spaces/${space.slug}/items/?page_size=100`));

const columnsOf = async ({ owner }: Place, { id }: Pick<Item, 'id'>): Promise<WireColumn[]> =>
  expectData(await owner.client.get(`items/${id}/columns/`));

const viewsOf = async ({ owner }: Place, { id }: Pick<Item, 'id'>): Promise<View[]> =>
  expectData(await owner.client.get(`items/${id}/views/`));

async function addColumn(place: Place, { id }: Pick<Item, 'id'>, column: object): Promise<WireColumn> {
  return expectData(await place.owner.client.post(`items/${id}/columns/`, column), 201);
}

const CHOICES = [
  { id: 'red', label: 'Red; or rust' },
  { id: 'blue', label: 'Blue' },
];

/** Columns of many types, with descriptions, defaults and rules. */
const COLUMNS = [
  { id: 'c_name', name: 'name', label: 'Name', type: 'text', required: true, help: 'As it is painted' },
  { id: 'c_code', name: 'code', label: 'Code', type: 'text', required: false, default: '0007', unique: true },
  { id: 'c_notes', name: 'notes', label: 'Notes', type: 'textarea', required: false },
  { id: 'c_length', name: 'length', label: 'Length', type: 'number', required: false },
  { id: 'c_built', name: 'built', label: 'Built', type: 'date', required: false },
  { id: 'c_seen', name: 'seen', label: 'Seen', type: 'datetime', required: false },
  {
    ...{ id: 'c_colour', name: 'colour', label: 'Colour', type: 'select', required: false, options: CHOICES },
    option_colors: { red: 'red' },
  },
  { id: 'c_flags', name: 'flags', label: 'Flags', type: 'multi-select', required: false, options: CHOICES },
  { id: 'c_price', name: 'price', label: 'Price', type: 'currency', currency: 'EUR', required: false },
  { id: 'c_stars', name: 'stars', label: 'Stars', type: 'rating', max: 4, required: false },
  { id: 'c_owner', name: 'owner', label: 'Owner', type: 'person', required: false },
  { id: 'c_papers', name: 'papers', label: 'Papers', type: 'attachment', required: false },
  { id: 'c_number', name: 'no', label: 'No.', type: 'auto_number' },
  { id: 'c_double', name: 'double', label: 'Double', type: 'formula', formula: '{length} * 2' },
  { id: 'c_mail', name: 'mail', label: 'Mail', type: 'email', required: false },
];

async function uploadRowFile(place: Place, { id }: Item, name: string, bytes: string): Promise<string> {
  const form = new FormData();
  form.append('field', 'c_papers');
  form.append('file', new Blob([bytes]), name);
  const sent = await place.owner.client.post(`items/${id}/row-files/`, undefined, {
    raw: form,
  });
  return expectData(sent, 201).id;
}

/** A space with documents, files, two tables that are linked to each other, and a contact list. */
async function filledPlace() {
  const place = await createPlace(server.client);
  const { owner } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Fleet' });
  await uploadBytes(owner, place, [{ name: 'notes.txt', bytes: 'plain words' }]);
  const boats = await createTable(owner, place, COLUMNS, { title: 'Boats', parent: folder.id });
  const ports = await createTable(
    owner,
    place,
    [
      { id: 'c_port', name: 'port', label: 'Port', type: 'text', required: false },
      { id: 'c_depth', name: 'depth', label: 'Depth', type: 'number', required: false },
    ],
    { title: 'Ports' },
  );
  const here = `/${place.hub.domain_handle}/${place.space.slug}`;
  await createItem(owner, place, { title: 'Start', content: `All [boats](${here}/${boats.id}).` });
  const link = await addColumn(place, boats, { label: 'Port', name: 'home', type: 'link', table: ports.id });
  await addColumn(place, boats, {
    ...{ label: 'Depths', name: 'depths', type: 'rollup' },
    ...{ via: link.id, of: 'c_depth', function: 'sum' },
  });
  await addColumn(place, boats, {
    label: 'Ports',
    name: 'names',
    type: 'lookup',
    via: link.id,
    of: 'c_port',
  });
  const via = link.opposite;
  for (const [name, of] of [
    ['papers_there', 'c_papers'],
    ['beside', link.id],
    ['ships', 'c_name'],
  ])
    await addColumn(place, ports, { label: name, name, type: 'lookup', via, of });
  const [kiel, bonn] = await addRows(owner, ports, [
    { port: '=Kiel', depth: 4.25 },
    { port: 'Bonn', depth: 1.5 },
  ]);
  const paper = await uploadRowFile(place, boats, 'bill.txt', 'one boat');
  const same = await uploadRowFile(place, boats, 'bill.txt', 'another paper');
  await addRows(owner, boats, [
    {
      ...{ name: 'Ada', code: '00123', notes: 'two\nlines; "quoted"', length: 0.1, built: '2024-02-29' },
      ...{ seen: '2024-05-06T07:08:09.125Z', colour: 'red', flags: ['blue', 'red'], price: 12.5, stars: 4 },
      ...{ owner: owner.user.id, papers: [paper, same], mail: 'ada@example.org', home: [bonn?.id, kiel?.id] },
    },
    { name: "'=1+1", code: null, home: [kiel?.id] },
    { name: ' spaced ' },
  ]);
  const rows = await readRows(owner, boats);
  await owner.client.delete(`items/${boats.id}/rows/`, { rows: [{ id: rows[1]?.id }] });
  expectData(
    await owner.client.post(`items/${boats.id}/views/`, {
      ...{ name: 'By colour', type: 'board', group: ['c_colour'], sort: ['-c_length'] },
      columns: [
        { id: 'c_notes', width: 321 },
        { id: 'c_price', hidden: true },
      ],
      filter: { field: 'c_length', op: 'is_not_empty' },
      layout: { row_height: 'tall', footer: { c_price: 'sum' } },
    }),
    201,
  );
  for (const table of [boats, ports]) {
    const all = await columnsOf(place, table);
    const shown = all.find(({ type, shown_as }) => type === 'lookup' && shown_as?.type === 'text')?.id ?? '';
    const links = all.filter(({ type }) => type === 'link' || type === 'rollup').map(({ id }) => id);
    const filter = { field: shown, op: 'is_not_empty' };
    const view = { name: 'By what linked rows have', filter, sort: [...links, `-${shown}`], group: [shown] };
    expectData(await owner.client.post(`items/${table.id}/views/`, view), 201);
  }
  const people = await createItem(owner, place, { kind: 'contact', title: 'Crew' });
  expectData(
    await owner.client.post(`items/${people.id}/rows/`, {
      rows: [{ values: { first_name: 'Grace', last_name: 'Hopper' } }],
    }),
  );
  return { place, boats, ports };
}

async function copyOf(place: Place, bytes: Uint8Array, name = 'Copy') {
  const copy = { ...place, space: await createSpace(place.owner, place.hub, { name }) };
  return { copy, job: await importArchive(copy, { bytes }) };
}

/** What a table is, without ids that are its own: rows are named by their numbers. */
async function described(place: Place, table: Item, items: readonly Item[]) {
  const titles = new Map(items.map(({ id, title }) => [id, title]));
  const named = <One extends { table?: string | undefined }>({ table: target, ...column }: One) => ({
    ...column,
    ...(target ? { table: titles.get(target) } : {}),
  });
  const columns = (await columnsOf(place, table)).map(({ shown_as, ...column }) => ({
    ...named(column),
    ...(shown_as ? { shown_as: named(shown_as) } : {}),
  }));
  const rows = (await readRows(place.owner, table)).map((row: Row) => {
    const { id: _, files: __, revision: ___, values, linked = {}, problems, position, ...times } = row;
    const text = JSON.stringify(values).replace(/"file_id":"[^"]*",/g, '');
    const plain = Object.entries(linked).reduce(
      (all, [id, shown]) => all.replaceAll(id, JSON.stringify(shown).replaceAll('"', '')),
      text,
    );
    return { values: JSON.parse(plain), problems, position, at: [times.created_at, times.updated_at] };
  });
  const views = (await viewsOf(place, table)).map(({ id: _, ...view }) => view);
  return { kind: table.kind, columns, rows, views };
}

const tablesIn = (items: readonly Item[]) =>
  items.filter(({ kind }) => kind === 'table' || kind === 'contact');

describe('a table in the archive of a space', () => {
  it('comes back as the same table, with its views, links and files', async () => {
    const { place, boats } = await filledPlace();
    const bytes = await archiveOf(place);
    const { copy, job } = await copyOf(place, bytes);
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    expect(job.result?.flatMap(({ reason }) => reason ?? [])).toEqual([]);
    const [from, to] = [await itemsOf(place), await itemsOf(copy)];
    expect(to.map(({ title, kind }) => `${kind} ${title}`).sort()).toEqual(
      from.map(({ title, kind }) => `${kind} ${title}`).sort(),
    );
    expect(tablesIn(from)).toHaveLength(3);
    for (const table of tablesIn(from)) {
      const same = to.find(({ title }) => title === table.title);
      if (!same) throw new Error(`${table.title} did not come back`);
      expect(await described(copy, same, to)).toEqual(await described(place, table, from));
      expect(same.counts.rows).toBe(table.counts.rows);
      expect([same.created_at, same.updated_at]).toEqual([table.created_at, table.updated_at]);
    }
    const again = to.find(({ title }) => title === 'Boats');
    const [row] = await readRows(place.owner, again ?? boats);
    const papers = Object.entries(row?.files ?? {});
    expect(papers).toHaveLength(2);
    const texts = await Promise.all(
      papers.map(async ([id]) =>
        (await place.owner.client.fetch('GET', `items/${again?.id}/row-files/${id}/`)).text(),
      ),
    );
    expect(texts.sort()).toEqual(['another paper', 'one boat']);
    const start = to.find(({ title }) => title === 'Start');
    const written = await place.owner.client.get(`items/${start?.id}/content/`);
    expect(expectData(written).markdown).toContain(`/${copy.space.slug}/${again?.id}`);
    const [added] = await addRows(place.owner, again ?? boats, [{ name: 'Next', code: '1' }]);
    expect(added?.values.no).toBe(4);
  });

  it('has its files beside it, where its cells lead to', async () => {
    const { place } = await filledPlace();
    const files = await readArchive(await archiveOf(place));
    const csv = files.get('Fleet/Boats.csv')?.toString() ?? '';
    const paths = /Boats \(files\)\/[^;",]*/g;
    const cells = csv.match(paths) ?? [];
    expect(cells).toEqual(['Boats (files)/1/bill.txt', 'Boats (files)/1/bill (2).txt']);
    for (const path of cells) expect(files.has(`Fleet/${path.trim()}`), path).toBe(true);
    expect(csv).toContain('Bonn');
  });

  it('stays as it is when the import is repeated, and is the same archive again', async () => {
    const { place } = await filledPlace();
    const bytes = await archiveOf(place);
    const { copy } = await copyOf(place, bytes);
    const items = await itemsOf(copy);
    const before = await Promise.all(tablesIn(items).map((table) => described(copy, table, items)));
    const again = await importArchive(copy, { bytes });
    expect(again).toMatchObject({ state: 'ready', rejected: 0 });
    const now = await itemsOf(copy);
    expect(now).toHaveLength(items.length);
    expect(await Promise.all(tablesIn(now).map((table) => described(copy, table, now)))).toEqual(before);
    const [first, second] = [await readArchive(bytes), await readArchive(await archiveOf(copy))];
    const names = (files: Map<string, Buffer>) =>
      [...files.keys()].filter((path) => !path.startsWith('hubkeep')).sort();
    expect(names(second)).toEqual(names(first));
    for (const path of names(first)) expect(second.get(path), path).toEqual(first.get(path));
  });

  it('comes back with rows of several parts, and more links of one row than a request may have', async () => {
    const place = await createPlace(server.client);
    const ports = await createTable(place.owner, place, undefined, { title: 'Ports' });
    const boats = await createTable(place.owner, place, undefined, { title: 'Boats' });
    await addColumn(place, boats, { label: 'Port', name: 'home', type: 'link', table: ports.id });
    const [port] = await addRows(place.owner, ports, [{ name: 'Kiel' }]);
    for (let from = 0; from < 2_500; from += 500) {
      const some = Array.from({ length: 500 }, (_, at) => ({ name: `Boat ${from + at}`, home: [port?.id] }));
      await addRows(place.owner, boats, some);
    }
    const { copy, job } = await copyOf(place, await archiveOf(place), 'Large');
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    const items = await itemsOf(copy);
    const [again, there] = ['Boats', 'Ports'].map((title) => items.find((item) => item.title === title));
    expect([again?.counts.rows, there?.counts.rows]).toEqual([2_500, 1]);
    const last = await readRows(place.owner, again ?? boats, { page: 25 });
    expect(last.at(-1)?.values.name).toBe('Boat 2499');
    const [row] = await readRows(place.owner, there ?? ports);
    expect(row?.values.linked).toHaveLength(2_500);
  });

  it('keeps as text who is no member here, and what it shows of tables that are elsewhere', async () => {
    const { place, boats, ports } = await filledPlace();
    const other = await createPlace(server.client);
    await addMember(server.client, other.owner, other.hub, 'member');
    expectData(await place.owner.client.patch(`items/${ports.id}/`, { visibility: 'private' }));
    const guest = await addMember(server.client, place.owner, place.hub, 'member');
    const bytes = await archiveOf(place, guest);
    const job = await importArchive(other, { bytes });
    expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    const reason = reportOf(job)['Fleet/Boats.csv']?.reason;
    expect(reason).toContain('“Port”, “Depths”, “Ports”');
    expect(reason).toContain('of “Owner”');
    const table = (await itemsOf(other)).find(({ title }) => title === boats.title);
    const [row] = await readRows(other.owner, table ?? boats);
    const { first_name, last_name } = place.owner.user;
    expect(row?.values.owner).toBe(`${first_name} ${last_name}`.trim());
    expect((await columnsOf(other, table ?? boats)).find(({ name }) => name === 'home')?.type).toBe(
      'textarea',
    );
    // Of titles that its exporter may not read, not even what stands between them.
    for (const name of ['home', 'names']) expect(row?.values).not.toHaveProperty(name);
  });

  it('is refused with the reason where its columns are hostile, and the others come', async () => {
    const place = await createPlace(server.client);
    const column = (more: object) => ({
      id: 'a',
      name: 'a',
      label: 'A',
      type: 'text',
      required: false,
      ...more,
    });
    const tables: Record<string, unknown> = {
      unknown: [column({ type: 'spaceship' })],
      many: Array.from({ length: 20_000 }, (_, at) => column({ id: `c${at}`, name: `c${at}` })),
      cyclic: [
        column({ type: 'formula', formula: '{b} + 1' }),
        column({ id: 'b', name: 'b', type: 'formula', formula: '{a} + 1' }),
      ],
      twice: [column({}), column({})],
      nothing: [7],
      good: [column({})],
      linked: [column({}), column({ id: 'l', name: 'l', type: 'link', table: 'cyclic', link: 'x' })],
    };
    const row = {
      ...{ id: '01890000-0000-7000-8000-000000000001', number: 1, position: 1 },
      ...{ created_at: '2024-01-01T00:00:00Z', updated_at: '2024-01-01T00:00:00Z' },
    };
    const rows = [
      { ...row, values: JSON.parse('{"a":"kept","constructor":"x","__proto__":"y","other":1}') },
      { ...row, id: 'no id', values: { a: 'x' } },
      { ...row, id: row.id.replace(/1$/, '2'), values: { a: 'nul \u0000' } },
      { ...row, id: row.id.replace(/1$/, '3'), number: 2 ** 40, values: {} },
      'no row',
    ];
    const files: Record<string, string> = {};
    const known = Object.entries(tables).map(([name, columns]) => {
      files[`${name}.csv`] = 'A\nx\n';
      const lines = [
        { format: 'hubkeep-table', columns, views: [{ name: 'V', filter: { field: 'gone' } }] },
        ...rows,
      ];
      files[`hubkeep.tables/${name}.jsonl`] = lines.map((one) => JSON.stringify(one)).join('\n');
      return {
        path: `${name}.csv`,
        id: name,
        kind: 'table',
        title: name,
        data: `hubkeep.tables/${name}.jsonl`,
      };
    });
    files['hubkeep.json'] = JSON.stringify({ format: 'hubkeep-space', files: known });
    const job = await importArchive(place, { bytes: await archive(files) });
    expect(job).toMatchObject({ state: 'ready', done: 2, rejected: 5 });
    const report = reportOf(job);
    expect(report['unknown.csv']?.reason).toContain('Type must be one of');
    expect(report['many.csv']?.reason).toBe('This table has 20000 columns; 300 is the most.');
    expect(report['cyclic.csv']?.reason).toContain('in a circle');
    expect(report['twice.csv']?.reason).toContain('must be different');
    expect(report['nothing.csv']?.reason).toBe('The columns of this table cannot be read.');
    expect(report['good.csv']?.reason).toBe(
      'One view could not be made. 4 lines of its rows could not be read.',
    );
    expect(report['linked.csv']?.reason).toContain('Kept as text');
    const items = await itemsOf(place);
    expect(items.map(({ title }) => title).sort()).toEqual(['good', 'linked']);
    const read = await readRows(place.owner, items.find(({ title }) => title === 'good') ?? { id: '' });
    expect(read.map(({ values }) => values)).toEqual([{ a: 'kept' }]);
  });
});

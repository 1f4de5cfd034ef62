import { deepStrictEqual, match, ok, strictEqual } from 'node:assert/strict';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, it } from 'vitest';
import { parseVcards } from '#lib/contacts/vcard.ts';
import type { Row } from '#lib/contract/table.ts';
import { createPlace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem } from '#tests/harness/content.ts';
import { importFile } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});
const client = () => place.owner.client;

async function tableWithRows() {
  const table = await createTable(place.owner, place);
  await addRows(place.owner, table, [
    { name: 'Lamp', price: 3, state: 'open' },
    { name: '=SUM(A1)', price: 1, state: 'open', due: '2026-05-01' },
    { name: 'Chair', price: 9, state: 'done' },
  ]);
  return table;
}
const createView = async (id: string, view: object) =>
  expectData(await client().post(`items/${id}/views/`, view), 201);
const namesOf = (rows: readonly Row[]) => rows.map(({ values }) => values.name);

describe('a view of a table', () => {
  it('has a filter, an order and columns by their ids, and lists its rows', async () => {
    const table = await tableWithRows();
    const view = await createView(table.id, {
      name: 'Open',
      sort: ['-price'],
      group: ['state'],
      columns: [
        { id: 'state', frozen: true },
        { id: 'price', hidden: true },
        { id: 'f_name', width: 240 },
      ],
      filter: { field: 'f_state', op: 'equals', value: 'open' },
    });
    deepStrictEqual(
      [view.type, view.personal, view.sort, view.group, view.columns],
      [
        'grid',
        false,
        ['-f_price'],
        ['f_state'],
        [
          { id: 'f_state', frozen: true },
          { id: 'f_price', hidden: true },
          { id: 'f_name', width: 240 },
        ],
      ],
    );
    deepStrictEqual(namesOf(await readRows(place.owner, table, { view: view.id })), ['Lamp', '=SUM(A1)']);
    const query = { view: view.id, metrics: 'count,sum:price' };
    const [all] = expectData(await client().get(`items/${table.id}/aggregate/`, { query }));
    deepStrictEqual(all?.values, { count: 2, 'sum:price': '4' });
    const changed = expectData(
      await client().patch(`items/${table.id}/views/${view.id}/`, { name: 'Mine', filter: null }),
    );
    deepStrictEqual([changed.name, changed.filter, changed.revision], ['Mine', null, 2]);
    deepStrictEqual(changed.columns, view.columns);
    const stale = await client().patch(
      `items/${table.id}/views/${view.id}/`,
      { name: 'x' },
      { headers: { 'If-Match': '1' } },
    );
    expectRefusal(stale, 409);
    expectData(await client().delete(`items/${table.id}/columns/f_state/`));
    const [left] = expectData(await client().get(`items/${table.id}/views/`));
    deepStrictEqual([left?.group, left?.sort], [[], ['-f_price']]);
    expectData(await client().delete(`items/${table.id}/views/${view.id}/`));
    deepStrictEqual(expectData(await client().get(`items/${table.id}/views/`)), []);
  });

  it('has a height of rows, a footer, colours and the direction of groups', async () => {
    const table = await tableWithRows();
    const filter = { and: [{ field: 'f_state', op: 'equals', value: 'open' }] };
    const layout = {
      ...{ row_height: 'tall', footer: { f_price: 'sum' }, colors: [{ color: 'red', filter }] },
      groups_down: ['f_state'],
    };
    const view = await createView(table.id, { name: 'Coloured', layout });
    deepStrictEqual(view.layout, layout);
    const renamed = await client().patch(`items/${table.id}/views/${view.id}/`, { name: 'Red' });
    deepStrictEqual(expectData(renamed).layout, layout);
  });

  it('that is personal is seen and changed by its maker alone', async () => {
    const table = await tableWithRows();
    const view = await createView(table.id, { name: 'Mine', personal: true });
    const other = await addMember(server.client, place.owner, place.hub, 'admin');
    deepStrictEqual(expectData(await other.client.get(`items/${table.id}/views/`)), []);
    expectRefusal(await other.client.get(`items/${table.id}/rows/`, { query: { view: view.id } }), 404);
    expectRefusal(await other.client.patch(`items/${table.id}/views/${view.id}/`, { name: 'x' }), 404);
    strictEqual(expectData(await client().get(`items/${table.id}/views/`)).length, 1);
  });

  it('that is personal is moved by who only reads the table, and nobody’s order of the others changes', async () => {
    const table = await tableWithRows();
    for (const name of ['A', 'B']) await createView(table.id, { name });
    await createView(table.id, { name: 'Own', personal: true });
    const reader = await addMember(server.client, place.owner, place.hub, 'member');
    const views = `items/${table.id}/views/` as const;
    const mine = expectData(await reader.client.post(views, { name: 'Mine', personal: true }), 201);
    const seen = async (by: TestAccount) => expectData(await by.client.get(views));
    const names = async (by: TestAccount) => (await seen(by)).map(({ name }) => name);
    const [first, second] = await seen(reader);
    for (const [before, order] of [
      [second?.id, ['A', 'Mine', 'B']],
      [first?.id, ['Mine', 'A', 'B']],
      [null, ['A', 'B', 'Mine']],
    ] as const) {
      expectData(await reader.client.patch(`${views}${mine.id}/`, { before }));
      deepStrictEqual(await names(reader), order);
      deepStrictEqual(await names(place.owner), ['A', 'B', 'Own']);
    }
    const own = (await seen(place.owner)).at(-1);
    expectData(await client().patch(`${views}${own?.id}/`, { before: second?.id }));
    deepStrictEqual(await names(place.owner), ['A', 'Own', 'B']);
    deepStrictEqual(await names(reader), ['A', 'B', 'Mine']);
  });

  it('is refused by the names of what does not fit', async () => {
    const table = await tableWithRows();
    const cases: [object, string][] = [
      [{ name: 'x', type: 'chart' }, 'type'],
      [{ name: 'x', sort: ['colour'] }, 'sort'],
      [{ name: 'x', group: ['colour'] }, 'group[0]'],
      [{ name: 'x', group: ['name', 'state', 'due', 'price'] }, 'group'],
      [{ name: 'x', filter: { field: 'f_price', op: 'contains', value: 'x' } }, 'filter.op'],
      [{ name: 'x', colour: 'red' }, 'colour'],
      [{ name: 'x', filter: { field: 'f_price', op: 'resembles' } }, 'filter.op'],
      [{ name: 'x', layout: { row_height: 'huge' } }, 'layout.row_height'],
      [{}, 'name'],
    ];
    for (const [body, field] of cases) {
      const refused = await client().post(`items/${table.id}/views/`, body);
      expectRefusal(refused, 422);
      deepStrictEqual(Object.keys(refused.body.fields ?? {}), [field]);
    }
  });
});

const download = async (id: string, query: Record<string, string>) => {
  const response = await client().fetch('GET', `items/${id}/export/`, undefined, { query });
  strictEqual(response.status, 200);
  return { type: response.headers.get('content-type') ?? '', text: await response.text() };
};

describe('an export', () => {
  it('of a view has its rows and columns, with formulas made harmless', async () => {
    const table = await tableWithRows();
    const view = await createView(table.id, {
      name: 'Open',
      sort: ['name'],
      columns: [{ id: 'price' }, { id: 'tags', hidden: true }],
      filter: { field: 'f_state', op: 'equals', value: 'open' },
    });
    const { text } = await download(table.id, { view: view.id });
    deepStrictEqual(text.replace('\uFEFF', '').split(/\r?\n/), [
      'Price,Name,Due,State',
      "1,'=SUM(A1),2026-05-01,Still open",
      '3,Lamp,,Still open',
      '',
    ]);
    const json: { values: object }[] = JSON.parse(
      (await download(table.id, { format: 'json', view: view.id })).text,
    );
    deepStrictEqual(json[1]?.values, { price: 3, name: 'Lamp', state: 'open' });
    strictEqual((await client().get(`items/${table.id}/export/`, { query: { view: 'x' } })).status, 404);
  });

  it('makes formulas harmless in the labels of columns and options, and in its own name', async () => {
    const options = [{ id: 'a', label: '+cmd|calc' }];
    const label = '=HYPERLINK("https://example.org")';
    const column = { id: 'f_x', name: 'x', label, type: 'select', required: false, options };
    const table = await createTable(place.owner, place, [column], { title: '=cmd' });
    await addRows(place.owner, table, [{ x: 'a' }]);
    const { text } = await download(table.id, {});
    deepStrictEqual(text.replace('\uFEFF', '').split(/\r?\n/), [
      `"'${label.replaceAll('"', '""')}"`,
      "'+cmd|calc",
      '',
    ]);
    const { headers } = await client().fetch('GET', `items/${table.id}/export/`);
    match(headers.get('content-disposition') ?? '', /^attachment; filename="[^"\r\n]*\.csv"/);
  });

  it('has the chosen columns in their order, and refuses others', async () => {
    const table = await tableWithRows();
    const { text } = await download(table.id, { fields: 'f_price,name', sort: '-price', q: 'a' });
    deepStrictEqual(text.replace('\uFEFF', '').split(/\r?\n/), [
      'Price,Name',
      '9,Chair',
      '3,Lamp',
      "1,'=SUM(A1)",
      '',
    ]);
    const path = `items/${table.id}/export/`;
    expectRefusal(await client().get(path, { query: { fields: 'nothing' } }), 422);
  });

  it('as a spreadsheet has numbers and days as such, widths and a frozen head', async () => {
    const table = await tableWithRows();
    const query = { format: 'xlsx' };
    const response = await client().fetch('GET', `items/${table.id}/export/`, undefined, { query });
    match(response.headers.get('content-type') ?? '', /spreadsheetml/);
    const bytes = Buffer.from(await response.arrayBuffer());
    const [head = [], , second = []] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
    const cell = (label: string) => second[head.indexOf(label)];
    deepStrictEqual(
      [cell('Name'), cell('Price'), cell('Due')],
      ['=SUM(A1)', 1, new Date('2026-05-01T00:00:00Z')],
    );
    const sheet = (await readArchive(bytes)).get('xl/worksheets/sheet1.xml')?.toString() ?? '';
    strictEqual(sheet.match(/<col min="\d+" max="\d+" width="\d+" customWidth="1"\/>/g)?.length, head.length);
    match(sheet, /<pane ySplit="1" topLeftCell="A2" [^>]*state="frozen"\/>/);
    ok(!sheet.includes('<f>'));
  });

  it('as a spreadsheet shows amounts, shares, times and ratings as such, and is read again without loss', async () => {
    const own = await createPlace(server.client);
    const hub = { locale: 'de-DE', time_zone: 'Europe/Berlin' };
    expectData(await own.owner.client.patch(`hubs/${own.hub.domain_handle}/`, hub));
    const columns = [
      { name: 'price', label: 'Price', type: 'currency', currency: 'EUR', required: false },
      { name: 'yen', label: 'Yen', type: 'currency', currency: 'JPY', required: false },
      { name: 'francs', label: 'Francs', type: 'currency', currency: 'CHF', required: false },
      { name: 'share', label: 'Share', type: 'percent', required: false },
      { name: 'took', label: 'Took', type: 'duration', required: false },
      { name: 'stars', label: 'Stars', type: 'rating', required: false },
      { name: 'day', label: 'Day', type: 'date', required: false },
      { name: 'hour', label: 'Hour', type: 'time', required: false },
      { name: 'at', label: 'At', type: 'datetime', required: false },
    ];
    const table = await createTable(own.owner, own, columns);
    await addRows(own.owner, table, [
      {
        ...{ price: 1234.5, yen: 900, francs: -0.05, share: 12.5, took: 5445, stars: 4 },
        ...{ day: '2026-05-01', hour: '09:36:15', at: '2026-07-01T07:30:15Z' },
      },
      // More than a day, and more than the days that workbooks count wrongly.
      { took: 100_000, share: 7, hour: '23:59', day: '9999-12-31' },
      { took: 86_400 * 90 + 1, hour: '00:00', at: '2026-12-31T23:30:00Z' },
    ]);
    const query = { format: 'xlsx' };
    const path = `items/${table.id}/export/`;
    const response = await own.owner.client.fetch('GET', path, undefined, { query });
    const bytes = Buffer.from(await response.arrayBuffer());
    const book = await readXlsx(bytes, { readStyles: true });
    const formats = columns.map((_, at) => book.sheets[0]?.cells?.get(`1,${at}`)?.style?.numFmt);
    deepStrictEqual(formats, [
      ...['[$€] #,##0.00', '[$¥] #,##0', '[$CHF] #,##0.00', '0.00%', '[h]:mm:ss', '0'],
      ...['m/d/yyyy', 'h:mm:ss', 'yyyy\\-mm\\-dd\\ hh:mm:ss'],
    ]);
    const [, first = []] = book.sheets[0]?.rows ?? [];
    deepStrictEqual([first[0], first[3], first[8]], [1234.5, 0.125, new Date('2026-07-01T09:30:15Z')]);
    const copy = await createTable(own.owner, own, columns);
    const job = await importFile(own.owner, copy, new Uint8Array(bytes));
    deepStrictEqual([job.state, job.done, job.rejected], ['ready', 3, 0]);
    const moments = (rows: readonly Row[]) =>
      rows.map(({ values: { at, ...values } }) => ({ ...values, at: at && Date.parse(String(at)) }));
    deepStrictEqual(moments(await readRows(own.owner, copy)), moments(await readRows(own.owner, table)));
  });

  it('read back from CSV has amounts with their signs, and durations as clocks show them', async () => {
    const columns = [
      { name: 'price', label: 'Price', type: 'currency', currency: 'EUR', required: false },
      { name: 'share', label: 'Share', type: 'percent', required: false },
      { name: 'took', label: 'Took', type: 'duration', required: false },
    ];
    const table = await createTable(place.owner, place, columns);
    const csv = 'Price,Share,Took\n€12.50,7.5 %,1:30:45\n12 EUR,8,90\nmuch,9,1:30\n,,1899-12-30 09:00\n';
    const job = await importFile(place.owner, table, csv);
    deepStrictEqual([job.done, job.rejected], [2, 2]);
    deepStrictEqual(
      (await readRows(place.owner, table)).map(({ values }) => values),
      [
        { price: 12.5, share: 7.5, took: 5445 },
        { price: 12, share: 8, took: 90 },
      ],
    );
  });
});

describe('a contact list', () => {
  const person = (name: string, email: string, contact_number: string) => ({
    ...{ name, email, contact_number, occupation: 'Engineer', address: 'London', about: 'x' },
  });

  async function people() {
    const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
    const rows = await addRows(place.owner, list, [
      person('Jörg Müller', 'jm@example.org', '+493012345678'),
      person('Mueller, Jorg', 'jm@example.org', '+493012345679'),
      person('Ada Lovelace', 'ada@example.org', '+493012345670'),
    ]);
    return { list, rows };
  }

  it('lists who may be one person, and why; a merge makes them one until it is undone', async () => {
    const { list, rows } = await people();
    const [one, other] = rows;
    const duplicates = async () => expectData(await client().get(`items/${list.id}/duplicates/`));
    const [pair, ...more] = await duplicates();
    deepStrictEqual(more, []);
    deepStrictEqual(pair?.rows.map(({ id }) => id).sort(), [one?.id, other?.id].sort());
    deepStrictEqual(pair?.reasons.sort(), ['different_phone', 'same_address', 'same_email', 'same_name']);
    strictEqual(pair.score, 1);
    const merged = expectData(
      await client().post(`items/${list.id}/merge/`, {
        rows: [one?.id, other?.id],
        values: { name: 'Jörg Mueller' },
      }),
    );
    deepStrictEqual([merged.row.id, merged.row.values.name], [one?.id, 'Jörg Mueller']);
    deepStrictEqual(await duplicates(), []);
    strictEqual((await readRows(place.owner, list)).length, 2);
    await client().patch(`items/${list.id}/rows/`, {
      rows: [{ id: one?.id, values: { occupation: 'Painter' } }],
    });
    const merges = async () => expectData(await client().get(`items/${list.id}/merges/`));
    const [listedMerge, ...otherMerges] = await merges();
    deepStrictEqual(
      [listedMerge?.id, listedMerge?.row?.id, listedMerge?.merged, listedMerge?.undone_at],
      [merged.id, one?.id, 1, null],
    );
    deepStrictEqual([otherMerges, listedMerge?.made_by.id], [[], place.owner.user.id]);
    expectData(await client().post(`items/${list.id}/merge/${merged.id}/undo/`));
    ok((await merges())[0]?.undone_at);
    const now = new Map((await readRows(place.owner, list)).map((row) => [row.id, row.values]));
    deepStrictEqual(now.get(String(other?.id)), other?.values);
    deepStrictEqual(now.get(String(one?.id)), { ...one?.values, occupation: 'Painter' });
    expectRefusal(await client().post(`items/${list.id}/merge/${merged.id}/undo/`), 409);
  });

  it('finds people by further addresses and numbers of the cards that they were imported from', async () => {
    const list = await createItem(place.owner, place, { kind: 'contact', title: 'People' });
    await addRows(place.owner, list, [person('Ada Lovelace', 'ada@example.org', '+493012345678')]);
    const card = [
      ...['BEGIN:VCARD', 'VERSION:3.0', 'FN:Ada Lovelace', 'EMAIL:new@example.org'],
      ...['EMAIL:Ada@example.org', 'TEL:+493012345679', 'TEL:+49 30 12345678', 'END:VCARD', ''],
    ].join('\n');
    strictEqual((await importFile(place.owner, list, card)).done, 1);
    const [pair] = expectData(await client().get(`items/${list.id}/duplicates/`));
    deepStrictEqual(pair?.reasons.sort(), ['same_email', 'same_name', 'same_phone']);
  });

  it('lists those with at least a score who may be one person, the likeliest first', async () => {
    const { list } = await people();
    await addRows(place.owner, list, [
      { ...person('Jorg Muller', 'other@example.org', '+493012345678'), address: 'Elsewhere 9, Rome' },
      { ...person('Ada Byron', 'ada@example.org', '+493012345671'), address: 'Elsewhere 9, Rome' },
    ]);
    const scores = async (min_score: string) => {
      const query = { min_score };
      const found = expectData(await client().get(`items/${list.id}/duplicates/`, { query }));
      return found.map(({ score }) => score);
    };
    const all = await scores('0');
    deepStrictEqual(
      all,
      all.toSorted((one, other) => other - one),
    );
    const steps = [...new Set(all)];
    ok(steps.length > 2, `the scores are ${all.join()}`);
    for (const least of steps)
      deepStrictEqual(
        await scores(String(least)),
        all.filter((score) => score >= least),
      );
    for (const wrong of ['2', '-1', 'much'])
      expectRefusal(await client().get(`items/${list.id}/duplicates/`, { query: { min_score: wrong } }), 422);
  });

  it('shows two that are not the same person no more, until somebody takes that back', async () => {
    const { list, rows } = await people();
    const ids = rows.slice(0, 2).map(({ id }) => id);
    const count = async () => expectData(await client().get(`items/${list.id}/duplicates/`)).length;
    strictEqual(await count(), 1);
    const path = `items/${list.id}/distinct/`;
    expectData(await client().post(path, { rows: ids.toReversed() }));
    strictEqual(await count(), 0);
    expectData(await client().post(path, { rows: ids, distinct: false }));
    strictEqual(await count(), 1);
    expectRefusal(await client().post(path, { rows: [ids[0], list.id] }), 404);
    // What is compared is remembered no longer than until a row changes.
    const [, other] = rows;
    const change = { id: other?.id, values: { name: 'Zoe Quinn', email: 'z@example.org', address: 'Rome' } };
    expectData(await client().patch(`items/${list.id}/rows/`, { rows: [change] }));
    strictEqual(await count(), 0);
  });

  it('finds people by other spellings of their names, and numbers in any writing', async () => {
    const { list } = await people();
    const found = async (q: string) =>
      (await readRows(place.owner, list, { q })).map(({ values }) => values.name).sort();
    const both = ['Jörg Müller', 'Mueller, Jorg'];
    deepStrictEqual(await found('mueller'), both);
    deepStrictEqual(await found('MULLER'), both);
    deepStrictEqual(await found('jörg'), both);
    deepStrictEqual(await found('Muellers'), []);
    deepStrictEqual(await found('muller, jörg'), both);
    deepStrictEqual(await found('Jörg Lovelace'), []);
    deepStrictEqual(await found('030 / 123-456 70'), ['Ada Lovelace']);
    deepStrictEqual(await found('0049 (0)30 12345678'), ['Jörg Müller']);
    // A short number, and a table of another kind, are found as they are written alone.
    deepStrictEqual(await found('030'), []);
    const table = await createTable(place.owner, place, [{ name: 'name', label: 'Name', type: 'text' }]);
    await addRows(place.owner, table, [{ name: 'Müller' }]);
    deepStrictEqual(await readRows(place.owner, table, { q: 'mueller' }), []);
  });

  it('is exported as vCards', async () => {
    const { list } = await people();
    const { text } = await download(list.id, { format: 'vcf' });
    const cards = [...parseVcards(text.split('\r\n'))];
    strictEqual(cards.length, 3);
    const value = (name: string) => cards[0]?.properties.find((one) => one.name === name)?.value;
    deepStrictEqual(
      [value('FN'), value('EMAIL'), value('TEL')],
      ['Jörg Müller', 'jm@example.org', '+493012345678'],
    );
  });
});

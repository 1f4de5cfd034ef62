import { beforeAll, describe, expect, it } from 'vitest';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { importEnded, importFile, sendImport } from '#tests/harness/imports.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
let place: Awaited<ReturnType<typeof createPlace>>;
beforeAll(async () => {
  place = await createPlace(server.client);
});

const newTable = () => createItem(place.owner, place, { kind: 'table', title: 'From a file' });
const columnsOf = async ({ id }: { id: string }) =>
  expectData(await place.owner.client.get(`items/${id}/columns/`));
const typesOf = async (table: { id: string }) =>
  Object.fromEntries((await columnsOf(table)).map(({ label, type }) => [label, type]));
const refusedOf = async (id: string) => (await place.owner.client.fetch('GET', `jobs/${id}/errors/`)).text();
const valuesOf = async (table: { id: string }) =>
  (await readRows(place.owner, table)).map(({ values }) => values);

describe('the types of new columns', () => {
  it('are those that were chosen, and lines that don’t fit are refused with the reason', async () => {
    const table = await newTable();
    const csv =
      'Zip;Fee;Share;Took;When;Note;Mail\n01234;1200;5;1:30:00;31.12.2026;x;a@example.org\n99999;much;7;2:00:00;1.1.2027;;b\n';
    const types = {
      Zip: 'number',
      Fee: 'currency',
      Share: 'percent',
      Took: 'duration',
      When: 'text',
      Note: 'textarea',
      Mail: 'email',
    };
    const fields = { mapping: '{}', new_columns: 'true', types: JSON.stringify(types) };
    const job = await importFile(place.owner, table, csv, fields);
    expect([job.reason, job.done, job.rejected]).toEqual([undefined, 1, 1]);
    expect(await typesOf(table)).toEqual(types);
    expect((await valuesOf(table))[0]).toEqual({
      ...{ zip: 1234, fee: 1200, share: 5, took: 5400, when: '31.12.2026', note: 'x', mail: 'a@example.org' },
    });
    expect(await refusedOf(job.id)).toContain('Fee is not a valid number');
    // The hub's, as no cell says another one.
    expect((await columnsOf(table)).find(({ label }) => label === 'Fee')?.currency).toBe('INR');
  });

  it('are choices of the whole file where they were chosen', async () => {
    const table = await newTable();
    const lines = Array.from(
      { length: 3_000 },
      (_, n) => `${n},Kind ${n % 30},"Red; ${n % 2 ? 'Blue' : 'Green'}"`,
    );
    const types = JSON.stringify({ Kind: 'select', Tags: 'multi-select' });
    const fields = { mapping: '{}', new_columns: 'true', types };
    const job = await importFile(place.owner, table, `N,Kind,Tags\n${lines.join('\n')}\n`, fields);
    expect([job.reason, job.done, job.rejected]).toEqual([undefined, 3_000, 0]);
    const [, kind, tags] = await columnsOf(table);
    expect([kind?.type, kind?.options?.length]).toEqual(['select', 30]);
    expect(tags?.options?.map(({ label }) => label)).toEqual(['Red', 'Green', 'Blue']);
    const [first, second] = await valuesOf(table);
    expect([first?.kind, second?.kind]).toEqual(kind?.options?.slice(0, 2).map(({ id }) => id));
  });

  it('are found as choices only where few values repeat in the whole file, or are yes and no', async () => {
    const table = await newTable();
    const lines = Array.from({ length: 60 }, (_, n) =>
      [
        ...[`Row ${n}`, ['Open', 'Done', 'Late'][n % 3], n % 4 ? 'yes' : 'no', `0${n % 3}`, `City ${n % 13}`],
        ...[n % 2 ? 'Open' : 'open', n < 59 ? 'North' : 'South of the river and a long way up the valley'],
      ].join(','),
    );
    await importFile(place.owner, table, `Name,State,Paid,Code,City,Case,Long\n${lines.join('\n')}\n`);
    expect(await typesOf(table)).toEqual({
      ...{
        Name: 'text',
        State: 'select',
        Paid: 'select',
        Code: 'text',
        City: 'text',
        Case: 'text',
        Long: 'text',
      },
    });
    const few = await newTable();
    await importFile(place.owner, few, 'State,Paid\nOpen,yes\nDone,no\nOpen,yes\nDone,yes\n');
    expect(await typesOf(few)).toEqual({ State: 'text', Paid: 'select' });
  });

  it('stay text for leading zeros, many digits and ambiguous days, until they are chosen', async () => {
    const csv = 'Zip,Account,Day\n01234,12345678901234567,03/04/2026\n99999,1,05/06/2026\n';
    const table = await newTable();
    await importFile(place.owner, table, csv);
    expect(await typesOf(table)).toEqual({ Zip: 'text', Account: 'text', Day: 'text' });
    const dated = await newTable();
    const fields = { mapping: '{}', new_columns: 'true', types: '{"Day":"date"}', date_order: 'day' };
    await importFile(place.owner, dated, csv, fields);
    expect((await valuesOf(dated)).map(({ day }) => day)).toEqual(['2026-04-03', '2026-06-05']);
  });

  it('are read in a column of the table by the numbers of the file alone, and by the mark that was chosen', async () => {
    const own = await createPlace(server.client);
    const handle = own.hub.domain_handle;
    expectData(await own.owner.client.patch(`hubs/${handle}/`, { locale: 'de-DE' }));
    const read = async (csv: string, fields: Record<string, string> = {}) => {
      const table = await createTable(own.owner, own, [{ name: 'sum', label: 'Sum', type: 'number' }]);
      const job = await importFile(own.owner, table, csv, fields);
      const sums = (await readRows(own.owner, table)).map(({ values }) => values.sum);
      return { table, sums, rejected: job.rejected };
    };
    const noted = await read('Sum\n1.250\n"3.400,5"\n1. OG\n1.5 rooms\n');
    expect([noted.sums, noted.rejected]).toEqual([[1250, 3400.5], 2]);
    const chosen = await read('Sum\n1.5\n1.250\n', { decimal_mark: ',' });
    expect([chosen.sums, chosen.rejected]).toEqual([[1.5, 1250], 0]);
  });

  it('are read as in the hub when the file was read first', async () => {
    const own = await createPlace(server.client);
    const { client } = own.owner;
    const setRegion = async (locale: string) =>
      expectData(await client.patch(`hubs/${own.hub.domain_handle}/`, { locale }));
    await setRegion('de-DE');
    const table = await createTable(own.owner, own, [{ name: 'sum', label: 'Sum', type: 'number' }]);
    const { id } = expectData(await sendImport(client, table, 'Sum\n1,250\n'), 202);
    expect(await importEnded(own.owner, id)).toMatchObject({ state: 'ready', done: 1 });
    const [stored] = await server.sql('select column_formats from table_import where job_id = $1', [id]);
    expect(stored).toMatchObject({ column_formats: [{ locale: 'de-DE' }] });

    const paused = expectData(await sendImport(client, table, 'Sum\n3\n2,250\n', { paused: 'true' }), 202);
    await server.sql(
      `update table_import set lines_read = 2, (column_ids, column_formats, lines_total) =
        (select column_ids, column_formats, 3 from table_import where job_id = $2) where job_id = $1`,
      [paused.id, id],
    );
    await setRegion('en-US');
    expectData(await client.post(`jobs/${paused.id}/resume/`));
    expect(await importEnded(own.owner, paused.id)).toMatchObject({ state: 'ready', done: 1 });
    expect((await readRows(own.owner, table)).map(({ values }) => values.sum)).toEqual([1.25, 2.25]);
  });

  it('are dates of one order in the whole file, whatever the hub’s region, which also a chosen one is', async () => {
    const own = await createPlace(server.client);
    expectData(await own.owner.client.patch(`hubs/${own.hub.domain_handle}/`, { locale: 'en-GB' }));
    const read = async (csv: string, fields: Record<string, string> = {}) => {
      const table = await createItem(own.owner, own, { kind: 'table', title: 'Days' });
      const job = await importFile(own.owner, table, csv, fields);
      const columns = expectData(await own.owner.client.get(`items/${table.id}/columns/`));
      const days = (await readRows(own.owner, table)).map(({ values }) => values.day);
      const errors = await own.owner.client.fetch('GET', `jobs/${job.id}/errors/`);
      return { job, types: columns.map(({ type }) => type), days, table, reasons: await errors.text() };
    };
    const american = await read('Day,Sum\n03/04/2026,"0,125"\n03/25/2026,"1,250"\n12/31/2025,"12,5"\n');
    expect([american.types, american.days]).toEqual([
      ['date', 'number'],
      ['2026-03-04', '2026-03-25', '2025-12-31'],
    ]);
    const sums = (await readRows(own.owner, american.table)).map(({ values }) => values.sum);
    expect(sums).toEqual([0.125, 1.25, 12.5]);
    const mixed = await read('Day\n03/04/2026\n03/25/2026\n25/03/2026\n');
    expect([mixed.types, mixed.days[0]]).toEqual([['text'], '03/04/2026']);
    const unclear = await read('Day\n03/04/2026\n05/06/2026\n');
    expect(unclear.types).toEqual(['text']);
    const chosen = await read('Day\n03/04/2026\n05/06/2026\n', { date_order: 'month' });
    expect([chosen.types, chosen.days]).toEqual([['date'], ['2026-03-04', '2026-05-06']]);
    const types = { mapping: '{}', new_columns: 'true', types: '{"Day":"date"}' };
    const wrong = await read('Day\n03/04/2026\n03/25/2026\n', { ...types, date_order: 'day' });
    expect([wrong.days, wrong.job.rejected]).toEqual([['2026-04-03'], 1]);
    expect(wrong.reasons).toContain('Day is not a valid date');
    // A column of the table takes the order of the file too; of contradicting days only what is clear.
    const again = await importFile(own.owner, chosen.table, 'Day\n07/08/2026\n07/30/2026\n');
    expect(again.rejected).toBe(0);
    const both = await importFile(own.owner, chosen.table, 'Day\n07/08/2026\n07/30/2026\n30/07/2026\n');
    expect([both.done, both.rejected]).toEqual([2, 1]);
    const all = (await readRows(own.owner, chosen.table)).map(({ values }) => values.day);
    expect(all.slice(2)).toEqual(['2026-07-08', '2026-07-30', '2026-07-30', '2026-07-30']);
  });

  it('are refused where there is none of that name', async () => {
    const table = await newTable();
    for (const types of ['{"A":"formula"}', '{"A":1}', '[]', '{'])
      expectRefusal(await sendImport(place.owner.client, table, 'A\n1\n', { types }), 422);
  });
});

describe('choices that a column of the table doesn’t have', () => {
  const csv = 'Name,State,Tags\nLamp,Broken,"Red, Green"\nChair,still OPEN,Blue\nDesk,broken,\n';

  it('are refused with the reason, unless they are to be added', async () => {
    const table = await createTable(place.owner, place);
    const refused = await importFile(place.owner, table, csv);
    expect([refused.done, refused.rejected]).toEqual([1, 2]);
    expect(await refusedOf(refused.id)).toContain('State must be one of [Still open, All done]');
    const added = await importFile(place.owner, table, csv, { unknown_options: 'add' });
    expect([added.done, added.rejected]).toEqual([3, 0]);
    const columns = await columnsOf(table);
    const labels = (name: string) =>
      columns.find((column) => column.name === name)?.options?.map(({ label }) => label);
    expect(labels('state')).toEqual(['Still open', 'All done', 'Broken']);
    expect(labels('tags')).toEqual(['Red', 'Blue', 'Green']);
    expect(columns.map(({ revision }) => revision)).toEqual([1, 1, 1, 2, 2]);
    const [, lamp, , desk] = await valuesOf(table);
    expect(lamp?.state).toBe(desk?.state);
    // Everything is known now.
    await importFile(place.owner, table, csv, { unknown_options: 'add' });
    expect((await columnsOf(table)).map(({ revision }) => revision)).toEqual([1, 1, 1, 2, 2]);
  });

  it('are added to a column up to as many as it may have', async () => {
    const table = await createTable(place.owner, place);
    const lines = Array.from({ length: 1_005 }, (_, n) => `Row ${n},Kind ${n}`);
    const job = await importFile(place.owner, table, `Name,State\n${lines.join('\n')}\n`, {
      unknown_options: 'add',
    });
    expect([job.done, job.rejected]).toEqual([998, 7]);
  });

  it('are not added, nor is a line checked, for somebody who may only look', async () => {
    const table = await createTable(place.owner, place);
    const viewer = await addMember(server.client, place.owner, place.hub);
    const fields = { unknown_options: 'add' };
    expectRefusal(await sendImport(viewer.client, table, csv, fields), 403);
    const lines = { lines: [['Name'], ['Lamp']] };
    expectRefusal(await viewer.client.post(`items/${table.id}/import/check/`, lines), 403);
    expect((await columnsOf(table))[3]?.options).toHaveLength(2);
  });
});

describe('the check of a file’s first lines', () => {
  const check = async (table: { id: string }, body: Record<string, unknown>) =>
    expectData(await place.owner.client.post(`items/${table.id}/import/check/`, body));

  it('says the type of each new column, and which lines would be refused with the types that were chosen', async () => {
    const table = await newTable();
    const lines = [
      ['Name', 'Fee', 'Day'],
      ['Lamp', '1', '2026-01-01'],
      ['Chair', '2', '2026-01-02'],
    ];
    const how = { lines, mapping: {}, new_columns: true };
    expect(await check(table, how)).toEqual({
      ...{ types: ['text', 'number', 'date'], refused: [], partial: [], new_options: [] },
    });
    const { types, refused } = await check(table, { ...how, types: { Name: 'number' } });
    expect(types).toEqual(['text', 'number', 'date']);
    expect(refused.map(({ line }) => line)).toEqual([1, 2]);
    expect(refused[0]?.reason).toMatch(/^Name is not a valid number/);
    expect(await columnsOf(table)).toHaveLength(1);
  });

  it('agrees with the import of the same lines', async () => {
    const table = await createTable(place.owner, place);
    await addRows(place.owner, table, [{ name: 'Lamp' }]);
    const lines = [
      ['Name', 'Price', 'State', 'Due'],
      ['Lamp', '1,5', 'Broken', '31.12.2026'],
      ['', '2', '', ''],
      ['Chair', 'much', 'All done', ''],
      ['Desk', '3', '', '03/04/2026'],
    ];
    const csv = lines.map((cells) => cells.join(';')).join('\n');
    for (const unknown_options of ['add', 'refuse']) {
      const found = await check(table, { lines, unknown_options });
      const job = await importFile(place.owner, table, csv, { unknown_options });
      const reasons = await refusedOf(job.id);
      expect(found.refused).toHaveLength(job.rejected);
      for (const { reason, line } of found.refused) {
        expect(reasons).toContain(`${line + 1},`);
        expect(reasons).toContain(reason);
      }
      if (unknown_options === 'add')
        expect(found.new_options).toEqual([{ column_id: 'f_state', count: 1, labels: ['Broken'] }]);
    }
  });

  it('requires nothing of lines that change rows', async () => {
    const table = await createTable(place.owner, place);
    const lines = [
      ['State', 'Price'],
      ['All done', '1'],
      ['', '2'],
    ];
    const { refused } = await check(table, { lines, match_on: ['state'] });
    expect(refused).toEqual([{ line: 2, reason: 'State is empty, so that this line is not known again' }]);
    expect((await check(table, { lines })).refused).toHaveLength(2);
  });

  it('is refused for more lines than a screen shows, and for a mapping that the import refuses', async () => {
    const table = await createTable(place.owner, place);
    const post = (body: Record<string, unknown>) =>
      place.owner.client.post(`items/${table.id}/import/check/`, body);
    expectRefusal(await post({ lines: Array.from({ length: 202 }, () => ['a']) }), 422);
    expectRefusal(await post({ lines: [Array.from({ length: 30_001 }, () => 'a')] }), 422);
    expectRefusal(await post({ lines: [] }), 422);
    const mapping = Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`H${n}`, '']));
    expectRefusal(await post({ lines: [['a']], mapping }), 422);
    expectRefusal(await post({ lines: [['a']], mapping: { a: 'nowhere' } }), 422);
  });
});

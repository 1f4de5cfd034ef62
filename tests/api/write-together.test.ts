import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Item } from '#lib/contract/item.ts';
import type { Values } from '#lib/fields/definition.ts';
import { openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { addTogether, changeTogether } from '#server/tables/writes/write-together.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { lockRowsOf, lockTableRow } from '#tests/harness/locked-row.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, COLUMNS, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer();
const PEOPLE = 12;

/** A table with a row for each of several people, and a database whose statements are counted. */
async function setUp(columns: readonly unknown[] = COLUMNS) {
  const { owner, hub } = await createPlace(server.client);
  const space = await createSpace(owner, hub, { default_role: 'editor' });
  const place = { owner, hub, space };
  const table = await createTable(owner, place, columns);
  const names = Array.from({ length: PEOPLE }, (_, at) => ({ name: `Row ${at}` }));
  const rows = await addRows(place.owner, table, names);
  const people = [place.owner];
  for (let at = 0; at < 2; at += 1) people.push(await addMember(server.client, place.owner, place.hub));
  const statements: string[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(server.databaseUrl, 4) }),
    log: ({ query }) => void statements.push(query.sql),
  });
  onTestFinished(() => database.destroy());
  const personAt = (at: number): TestAccount => {
    const person = people[at % people.length];
    if (!person) throw new Error('there are people');
    return person;
  };
  return { ...place, table, rows, personAt, database, statements };
}

const callerOf = ({ user: { id, email } }: TestAccount) => ({
  user: { id, email, isEmailVerified: true, activeHubId: null },
  sessionId: null,
  links: [],
  origin: { address: '', userAgent: '' },
});

/** The transactions that wrote the rows as they are. */
const transactionsOf = async ({ id }: Item) =>
  (await server.sql(`select distinct xmin::text from tables."t_${id.replaceAll('-', '')}"`)).length;

test('cells that people write at once are one transaction, with the writer of each in its history', async () => {
  const { table, rows, personAt, database, statements, owner } = await setUp();
  const change = (count: number, price: number) =>
    Promise.all(
      rows.slice(0, count).map(({ id }, at) =>
        changeTogether(database, table.id, {
          caller: callerOf(personAt(at)),
          rows: [{ id, values: { price: at + price } }],
        }),
      ),
    );
  await change(1, 0.25);
  const alone = statements.splice(0).length;
  const all = await change(PEOPLE, 0.5);
  expect(statements.length, 'statements of twelve are those of one').toBe(alone);
  expect(await transactionsOf(table)).toBe(1);
  for (const [at, { id }] of rows.entries()) {
    const person = personAt(at);
    const [outcome] = all[at]?.outcomes ?? [];
    if (outcome?.status !== 'done') throw new Error(`row ${at} was written`);
    expect(outcome.row.id).toBe(id);
    expect(outcome.row.values).toMatchObject({ name: `Row ${at}`, price: at + 0.5 });
    expect(outcome.row.updated_by).toBe(person.user.id);
    const entries = expectData(await owner.client.get(`items/${table.id}/rows/${id}/history/`));
    const changed = entries.filter((entry) => entry.kind === 'changed');
    expect(changed[0]).toMatchObject({ by: { id: person.user.id } });
    expect(changed).toHaveLength(at === 0 ? 2 : 1);
  }
});

test('rows that people add at once are one transaction, each by its writer, and are counted', async () => {
  const { table, personAt, database, owner } = await setUp();
  await server.sql(`delete from tables."t_${table.id.replaceAll('-', '')}"`);
  const all = await Promise.all(
    Array.from({ length: PEOPLE }, (_, at) =>
      addTogether(database, table.id, {
        caller: callerOf(personAt(at)),
        rows: [{ values: { name: `New ${at}` } }],
      }),
    ),
  );
  expect(await transactionsOf(table)).toBe(1);
  const stored = new Map((await readRows(owner, table)).map((row) => [row.id, row]));
  expect(stored.size).toBe(PEOPLE);
  for (const [at, written] of all.entries()) {
    const [outcome] = written?.outcomes ?? [];
    if (outcome?.status !== 'done') throw new Error(`row ${at} was added`);
    const row = stored.get(outcome.row.id);
    expect(row?.values.name).toBe(`New ${at}`);
    expect(row?.created_by.id).toBe(personAt(at).user.id);
  }
  const [item] = await server.sql('select meta, updated_by from item where id = $1', [table.id]);
  expect(item).toMatchObject({ meta: { rows: 2 * PEOPLE } });
});

test('nobody is refused, or let in, because of those who write at the same time', async () => {
  const { table, rows, personAt, owner, hub } = await setUp();
  const stranger = (await createPlace(server.client)).owner;
  const [first, second, third, fourth] = rows;
  if (!first || !second || !third || !fourth) throw new Error('there are rows');
  const locked = await lockRowsOf(server.databaseUrl, table.id);
  const patch = (person: TestAccount, row: object, headers = {}) =>
    person.client.in(hub).patch(`items/${table.id}/rows/`, { rows: [row] }, { headers });
  const waits = patch(owner, { id: fourth.id, values: { price: 1 } });
  await locked.untilWaitedFor();
  const sent = [
    patch(personAt(1), { id: first.id, values: { price: 2 } }),
    patch(personAt(2), { id: first.id, values: { state: 'done' } }),
    patch(personAt(1), { id: second.id, values: { price: 'many' } }),
    patch(personAt(2), { id: third.id, values: { price: 3 } }, { 'if-match': '"7"' }),
    patch(personAt(1), { id: crypto.randomUUID(), values: { price: 4 } }),
    patch(stranger, { id: third.id, values: { price: 5 } }),
  ] as const;
  await locked.release();
  expectData(await waits);
  const [cell, other, wrong, stale, missing, foreign] = await Promise.all(sent);
  expect(expectData(cell)[0]?.status).toBe('done');
  expect(expectData(other)[0]?.status).toBe('done');
  expect(expectData(wrong)[0]).toMatchObject({ status: 'refused', errors: { price: expect.any(Array) } });
  expectRefusal(stale, 409, 'stale_revision');
  expect(expectData(missing)[0]?.status).toBe('missing');
  expectRefusal(foreign, 404);
  const now = new Map((await readRows(owner, table)).map((row) => [row.id, row]));
  expect(now.get(first.id)).toMatchObject({ revision: 3, values: { price: 2, state: 'done' } });
  expect(now.get(second.id)).toMatchObject({ revision: 1, values: { name: 'Row 1' } });
  expect(now.get(third.id)).toMatchObject({ revision: 1 });
  expect(now.get(fourth.id)).toMatchObject({ revision: 2, values: { price: 1 } });
});

test('a row that somebody has locked keeps nobody waiting who writes another one', async () => {
  const { table, rows, personAt, hub } = await setUp();
  const [first, second] = rows;
  if (!first || !second) throw new Error('there are rows');
  const locked = await lockTableRow(server.databaseUrl, table.id, first.id);
  const patch = (person: TestAccount, row: object) =>
    person.client.in(hub).patch(`items/${table.id}/rows/`, { rows: [row] });
  const waits = patch(personAt(0), { id: first.id, values: { price: 1 } });
  await locked.untilWaitedFor();
  expect(expectData(await patch(personAt(1), { id: second.id, values: { price: 2 } }))[0]?.status).toBe(
    'done',
  );
  await locked.release();
  expect(expectData(await waits)[0]).toMatchObject({ status: 'done', row: { values: { price: 1 } } });
});

test('rows that depend on others are written alone', async () => {
  const unique = [{ ...COLUMNS[0], unique: true }, ...COLUMNS.slice(1)];
  const { table, rows, personAt, database } = await setUp(unique);
  const add = (at: number) =>
    addTogether(database, table.id, { caller: callerOf(personAt(at)), rows: [{ values: { name: 'Same' } }] });
  expect(await Promise.all([add(0), add(1)])).toEqual([null, null]);
  const [first, second] = rows;
  if (!first || !second) throw new Error('there are rows');
  const outcomes = await Promise.all(
    [first, second].map(async ({ id }, at) => {
      const body = { rows: [{ id, values: { name: 'Same' } }] };
      return expectData(await personAt(at).client.patch(`items/${table.id}/rows/`, body))[0]?.status;
    }),
  );
  expect(outcomes.toSorted()).toEqual(['done', 'refused']);
});

test('a table was changed last by the last member whose change is stored', async () => {
  const { table, rows, personAt, database } = await setUp();
  const change = (at: number, values: Values) =>
    changeTogether(database, table.id, {
      caller: callerOf(personAt(at)),
      rows: [{ id: rows[at]?.id ?? '', values }],
    });
  const all = await Promise.all([change(1, { price: 1 }), change(2, { price: 'many' })]);
  expect(all.map((one) => one?.outcomes[0]?.status)).toEqual(['done', 'refused']);
  const [item] = await server.sql('select updated_by from item where id = $1', [table.id]);
  expect(item).toEqual({ updated_by: personAt(1).user.id });
});

test('new rows with ids of their own, and long texts, are written alone', async () => {
  const { table, personAt, database } = await setUp();
  const add = (row: { id?: string; values: Values }) =>
    addTogether(database, table.id, { caller: callerOf(personAt(0)), rows: [row] });
  expect(await add({ id: newId(), values: { name: 'Own id' } })).toBeNull();
  expect(await add({ values: { name: 'x'.repeat(60_000) } })).toBeNull();
  expect((await add({ values: { name: 'Short' } }))?.outcomes[0]?.status).toBe('done');
});

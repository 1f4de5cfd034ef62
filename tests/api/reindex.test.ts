import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { type Hubkeep, start } from '#server/main.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { LEXEME_VERSION } from '#server/platform/indexing/lexemes.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { waitUntilIndexed } from '#tests/harness/client.ts';
import { createItem, uploadBytes, waitUntilReady } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { createOpenForm } from '#tests/harness/forms.ts';
import { freePort } from '#tests/harness/free-port.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable } from '#tests/harness/tables.ts';

const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'commands', 'reindex.ts');
const SECRET = 'the secret key of a test server';
const server = sharedServer();

async function reindex(...args: string[]) {
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: inject('compiledFolder'),
      DATA_DIR: server.dataDir,
      DATABASE_URL: server.databaseUrl,
      SECRET_KEY: SECRET,
    },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { stdout, stderr, code };
}

/** A hub with a document, a table, a file of many passages, and a form that was submitted; all of it indexed. */
async function filledHub() {
  const { owner, hub, space } = await createPlace(server.client);
  const place = { hub, space };
  const birds = await createItem(owner, place, { title: 'Birds', content: 'A heron stands in the reeds.' });
  expectData(await owner.client.post(`items/${birds.id}/comments/`, { body: 'Is it a pelican?' }), 201);
  const meeting = expectData(
    await owner.client.in(hub).post(`spaces/${space.slug}/posts/`, { title: 'Meeting', body: 'On swans.' }),
    201,
  );
  expectData(await owner.client.post(`posts/${meeting.id}/replies/`, { body: 'And a puffin?' }), 201);
  const table = await createTable(owner, place, undefined, { title: 'Sightings' });
  await addRows(owner, table, [{ name: 'cormorant' }]);
  const lines = Array.from(
    { length: 1_600 },
    (_, n) => `Entry ${n}: ${'gulls and terns over the pier. '.repeat(20)}`,
  );
  const bytes = `${lines.join('\n')}\nAt last a gannet.`;
  const [file] = expectData(await uploadBytes(owner, place, [{ name: 'diary.txt', bytes }]), 201).items;
  await waitUntilReady(owner, file?.id ?? '');
  const form = await createOpenForm(owner, place, { title: 'Regatta' });
  await owner.client
    .post(`public/forms/${form.slug}/submissions/`, { version: 1, values: { name: 'Avocet' } })
    .then((response) => expectData(response, 201));
  await waitUntilIndexed(server.url);
  const find = async (q: string) =>
    expectData(await owner.client.in(hub).get('search/', { query: { q } })).map(({ item }) => item.title);
  return { hub, find };
}

const FOUND = {
  heron: ['Birds'],
  cormorant: ['Sightings'],
  gannet: ['diary.txt'],
  avocet: ['Regatta'],
  diary: ['diary.txt'],
  pelican: ['Birds'],
  swan: ['Meeting'],
  puffin: ['Meeting'],
};

async function allFound(find: (q: string) => Promise<string[]>) {
  const found: Record<string, string[]> = {};
  for (const q of Object.keys(FOUND)) found[q] = await find(q);
  return found;
}

/** Takes from the index what the words of all texts are found by, and all of what documents and rows have. */
async function damageIndex(): Promise<void> {
  await server.sql("update passage set lexemes = ''");
  await server.sql("update form_passage set lexemes = ''");
  await server.sql("update discussion_passage set lexemes = ''");
  await server.sql(`delete from passage where item_id in (
    select id from item where content is not null or kind = 'table')`);
}

const NOTHING = Object.fromEntries(Object.keys(FOUND).map((q) => [q, []]));

test('the command indexes one hub again beside the running server, and leaves the others', async () => {
  const { hub, find } = await filledHub();
  const other = await filledHub();
  expect(await allFound(find)).toEqual(FOUND);
  const [longest] = await server.sql<{ count: number }>(
    'select count(*)::int as count from passage group by item_id order by 1 desc limit 1',
  );
  // More than have the title, and more than one turn writes.
  expect(longest?.count).toBeGreaterThan(250);
  await damageIndex();
  expect(await allFound(find)).toEqual(NOTHING);

  expect(await reindex('--hub', hub.domain_handle.toUpperCase())).toEqual({
    code: 0,
    stdout: 'Noted to be indexed again: 1 hubs, 3 items, 1 forms. GET /readyz says when nothing waits.\n',
    stderr: '',
  });
  expect(await allFound(find)).toEqual(FOUND);
  expect(await allFound(other.find)).toEqual(NOTHING);

  expect((await reindex()).code).toBe(0);
  expect(await allFound(other.find)).toEqual(FOUND);
});

test('the command refuses a handle that no hub has, and options that it does not know', async () => {
  expect(await reindex('--hub', 'nobody')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No hub has the handle nobody.\n',
  });
  for (const args of [['--hub'], ['--all'], ['--hub', 'one', 'two']])
    expect(await reindex(...args)).toMatchObject({ code: 1, stdout: '' });
});

/** Starts another process's worth of Hubkeep on the same database; resolves once it is ready. */
async function startAnother(): Promise<Hubkeep> {
  const config = readConfig({
    PORT: String(await freePort()),
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.databaseUrl,
    SECRET_KEY: SECRET,
    LOG_LEVEL: 'error',
  });
  return start(config, { pages: false });
}

test('an index of an earlier version is built again at the next start, by one of several processes', async () => {
  const { find } = await filledHub();
  const versions = () => server.sql('select lexeme_version from search_index');
  await server.sql('create table noted (hub_id uuid)');
  await server.sql(`create function note() returns trigger language plpgsql as $$
    begin insert into noted values (new.hub_id); return new; end $$`);
  await server.sql(`create trigger noted after insert on index_outbox for each row when (new.kind = 'hub')
    execute function note()`);
  const noted = async () => (await server.sql('select from noted')).length;
  const started: Hubkeep[] = [];
  try {
    // The first start has stored it.
    expect(await versions()).toEqual([{ lexeme_version: LEXEME_VERSION }]);
    await damageIndex();
    started.push(await startAnother());
    expect(await noted()).toBe(0);

    await server.sql('update search_index set lexeme_version = $1', [LEXEME_VERSION - 1]);
    started.push(...(await Promise.all([startAnother(), startAnother()])));
    expect(await noted()).toBe((await server.sql('select from hub')).length);
    expect(await versions()).toEqual([{ lexeme_version: LEXEME_VERSION }]);
    expect(await allFound(find)).toEqual(FOUND);
  } finally {
    await Promise.all(started.map((one) => one.stop()));
  }
});

test('texts that are edited, deleted and indexed again are counted as often as they are there', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const place = { hub, space };
  const document = await createItem(owner, place, { title: 'Kelpie', content: 'An egret wades.' });
  await createItem(owner, place, { title: 'Another', content: 'No egret, a bittern.' });
  const table = await createTable(owner, place, undefined, { title: 'Sightings' });
  const [first, second] = await addRows(owner, table, [{ name: 'dunlin' }, { name: 'dunlin, egret' }]);
  const counts = async () => {
    await waitUntilIndexed(server.url);
    const tokens = await server.sql<{ word: string; items: number }>(
      `select word, items from hub_token where hub_id = $1 and word = any($2) order by word collate "C"`,
      [hub.id, ['bittern', 'dunlin', 'egret', 'kelpie']],
    );
    const [passages] = await server.sql<{ counted: number; there: number }>(
      `select (select sum(passages)::int from hub_language where hub_id = $1) as counted,
        (select count(*)::int from passage join item on item.id = item_id where hub_id = $1) as there`,
      [hub.id],
    );
    return { tokens: Object.fromEntries(tokens.map(({ word, items }) => [word, items])), ...passages };
  };
  const before = await counts();
  expect(before.tokens).toEqual({ bittern: 1, dunlin: 2, egret: 3, kelpie: 1 });
  expect(before.counted).toBe(before.there);

  for (const n of [1, 2, 3]) {
    const content = `An egret wades. ${n}`;
    expectData(await owner.client.patch(`items/${document.id}/`, { title: `Kelpie ${n}`, content }));
    const rows = [{ id: first?.id, values: { name: `dunlin ${n}` } }];
    expectData(await owner.client.patch(`items/${table.id}/rows/`, { rows }));
    expect(await counts()).toEqual(before);
  }
  expect((await reindex('--hub', hub.domain_handle)).code).toBe(0);
  expect(await counts()).toEqual(before);

  await server.sql('delete from hub_token where hub_id = $1', [hub.id]);
  expect((await reindex('--hub', hub.domain_handle)).code).toBe(0);
  expect(Object.keys((await counts()).tokens)).toEqual(Object.keys(before.tokens));

  const deleted = await owner.client.delete(`items/${table.id}/rows/`, { rows: [{ id: second?.id }] });
  expectData(deleted);
  const after = await counts();
  expect(after.there).toBe((before.there ?? 0) - 1);
  expect(after.counted).toBe(after.there);
});

test('a table whose columns are being changed does not keep others of its hub from being indexed', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const place = { hub, space };
  const busy = await createTable(owner, place, undefined, { title: 'Busy' });
  const other = await createTable(owner, place, undefined, { title: 'Other' });
  await addRows(owner, busy, [{ name: 'sanderling' }]);
  await waitUntilIndexed(server.url);
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select from user_table where item_id = $1 for update', [busy.id]);
    await server.sql(
      `insert into index_outbox (hub_id, kind, target_id, parts)
        select $1, 'rows', $2, array_agg((place ->> 'row_id')::uuid) from passage where item_id = $2 and place is not null`,
      [hub.id, busy.id],
    );
    await addRows(owner, other, [{ name: 'whimbrel' }]);
    const waiting = (id: string) => server.sql('select from index_outbox where target_id = $1', [id]);
    await eventually(async () => expect(await waiting(other.id)).toEqual([]), 10_000);
    expect(await waiting(busy.id)).toHaveLength(1);
    await client.query('rollback');
    await eventually(async () => expect(await waiting(busy.id)).toEqual([]), 10_000);
  } finally {
    await client.end();
  }
});

test('the language of a stored file is detected again, and counted', async () => {
  const { owner, hub, space } = await createPlace(server.client);
  const lines = Array.from(
    { length: 600 },
    (_, n) => `Nummer ${n}: ${'Die Bauern brachten ihre Ernte zur alten Mühle am Fluss. '.repeat(12)}`,
  );
  const bytes = lines.join('\n');
  const [file] = expectData(
    await uploadBytes(owner, { hub, space }, [{ name: 'chronik.txt', bytes }]),
    201,
  ).items;
  await waitUntilReady(owner, file?.id ?? '');
  await waitUntilIndexed(server.url);
  const languages = () =>
    server.sql('select language, count(*)::int as count from passage where item_id = $1 group by 1', [
      file?.id,
    ]);
  const counted = () =>
    server.sql('select language, passages from hub_language where hub_id = $1 and passages > 0 order by 1', [
      hub.id,
    ]);
  const [detected] = await languages();
  expect(detected).toMatchObject({ language: 'german' });
  // More than have the title.
  expect(detected?.count).toBeGreaterThan(60);
  const before = await counted();

  // As a detector would have had it that takes German for English.
  await server.sql("update passage set language = 'english' where item_id = $1", [file?.id]);
  await server.sql(
    `with german as (update hub_language set passages = 0 where hub_id = $1 and language = 'german')
      insert into hub_language as known (hub_id, language, passages) values ($1, 'english', $2)
      on conflict (hub_id, language) do update set passages = known.passages + excluded.passages`,
    [hub.id, detected?.count],
  );
  expect(await counted()).not.toEqual(before);
  expect((await reindex('--hub', hub.domain_handle)).code).toBe(0);
  await waitUntilIndexed(server.url);
  expect(await languages()).toEqual([detected]);
  expect(await counted()).toEqual(before);
});

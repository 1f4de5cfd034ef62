import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Job } from '#lib/contract/job.ts';
import { createPlace, createSpace, type TestAccount } from '#tests/harness/accounts.ts';
import { readArchive } from '#tests/harness/archive.ts';
import { createItem, uploadBytes } from '#tests/harness/content.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { importEnded } from '#tests/harness/imports.ts';
import { createKillableServer, startKillable } from '#tests/harness/killable.ts';
import { lockRowsOf } from '#tests/harness/locked-row.ts';
import { addMember } from '#tests/harness/members.ts';
import { expectData, expectRefusal } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';
import { addRows, createTable, readRows } from '#tests/harness/tables.ts';

const server = sharedServer({ plans: 'default' });

type Place = Awaited<ReturnType<typeof createPlace>>;
type Query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<Row[]>;

const PAGES = 1_197;
const ALL = PAGES + 3;

/** A folder of 1,200 items: itself, documents, and a folder with a table, which is copied last. */
async function createLarge(place: Place, query: Query) {
  const { owner } = place;
  const folder = await createItem(owner, place, { kind: 'folder', title: 'Large' });
  await query(
    `insert into item (id, hub_id, space_id, scope_id, parent_id, kind, title, content, mime, created_by, updated_by)
     select gen_random_uuid(), hub_id, space_id, scope_id, id, 'document', 'Page ' || n, 'A wagtail ' || n,
       'text/markdown', created_by, created_by
     from item, generate_series(1, $2::int) as n where id = $1`,
    [folder.id, PAGES],
  );
  const inner = await createItem(owner, place, { kind: 'folder', title: 'Inner', parent: folder.id });
  const table = await createTable(owner, place, undefined, { title: 'Prices', parent: inner.id });
  await addRows(owner, table, [{ name: 'Lamp' }]);
  return { folder, inner, table };
}

const start = async (by: TestAccount, { id }: { id: string }, body: object = {}) =>
  expectData(await by.client.post(`items/${id}/copy/job/`, body), 202);

/** All folders of the space that somebody sees, however deep. */
async function foldersIn(by: TestAccount, { hub, space }: Pick<Place, 'hub' | 'space'>) {
  const query = { query: { kind: 'folder' } };
  const found = expectData(await by.client.in(hub).get(`spaces/${space.slug}/items/`, query));
  return found.map(({ title }) => title).sort();
}

const BELOW = `with recursive below as (
  select id from item where id = $1 union all select item.id from item join below on item.parent_id = below.id
) select count(*)::int as count from below`;

async function countCopied(query: Query, job: Job): Promise<number> {
  const [found] = await query<{ count: number }>(BELOW, [job.result?.[0]?.item_id]);
  return found?.count ?? 0;
}

describe('a copy by a job', () => {
  test('has all 1,200 items of a folder with their texts, and is found by search', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const { folder } = await createLarge(place, server.sql);
    expectRefusal(await owner.client.post(`items/${folder.id}/copy/`), 422, 'too_many_items');
    const job = await importEnded(owner, (await start(owner, folder)).id);
    expect(job).toMatchObject({ state: 'ready', progress: 1, done: ALL, rejected: 0 });
    expect(await countCopied(server.sql, job)).toBe(ALL);
    const copy = expectData(await owner.client.get(`items/${job.result?.[0]?.item_id}/`));
    expect(copy).toMatchObject({ title: 'Copy of Large', parent_id: null, visibility: 'shared' });
    expect(copy.counts.children).toBe(PAGES + 1);
    const [inner] = expectData(await owner.client.get(`items/${copy.id}/items/`));
    expect(inner?.title).toBe('Inner');
    const [table] = expectData(await owner.client.get(`items/${inner?.id}/items/`));
    if (!table) throw new Error('the table is missing');
    expect((await readRows(owner, table)).map(({ values }) => values.name)).toEqual(['Lamp']);
    const member = await addMember(server.client, owner, hub);
    await eventually(async () => {
      const query = { query: { q: '"wagtail 77"' } };
      expect(expectData(await member.client.in(hub).get('search/', query))).not.toHaveLength(0);
    });
    expect(await server.sql('select from item_copy_row where job_id = $1', [job.id])).toEqual([]);
  }, 240_000);

  test('copies the files of documents, also from other folders', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
    const inner = await createItem(owner, place, { kind: 'folder', title: 'Inner', parent: folder.id });
    const page = await createItem(owner, place, { title: 'Page', parent: inner.id });
    const upload = async (name: string, parent?: string) => {
      const fields = { document: page.id, visibility: 'private', ...(parent ? { parent } : {}) };
      const made = await uploadBytes(owner, place, [{ name, bytes: 'a marmot' }], fields);
      return expectData(made, 201).items[0]?.id ?? '';
    };
    const files = [await upload('within.txt', folder.id), await upload('elsewhere.txt')];
    const content = files.map((id) => `![](/api/v1/items/${id}/file/)`).join('\n\n');
    expectData(await owner.client.patch(`items/${page.id}/`, { content }));
    const job = await importEnded(owner, (await start(owner, folder)).id);
    expect(job).toMatchObject({ state: 'ready', done: 5, rejected: 0 });
    const member = await addMember(server.client, owner, hub);
    const found = expectData(
      await member.client.get(`items/${job.result?.[0]?.item_id}/items/`, { query: { kind: 'folder' } }),
    );
    const [copied] = expectData(await member.client.get(`items/${found[0]?.id}/items/`));
    const { markdown } = expectData(await member.client.get(`items/${copied?.id}/content/`));
    const shown = [...(markdown ?? '').matchAll(/[0-9a-f-]{36}/g)].map(([id]) => id);
    expect(shown).toHaveLength(2);
    for (const id of shown) {
      expect(files).not.toContain(id);
      expect((await member.client.get(`items/${id}/file/`)).status).toBe(200);
    }
    expectData(await owner.client.patch(`items/${copied?.id}/`, { visibility: 'private' }));
    for (const id of shown) expect((await member.client.get(`items/${id}/file/`)).status).toBe(404);
  });

  test('copies a document with its files beside it, and a file that is read through its document', async () => {
    const place = await createPlace(server.client);
    const { owner, hub, space } = place;
    const editor = await addMember(server.client, owner, hub);
    const added = { user_id: editor.user.id, role: 'editor' };
    expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, added), 201);
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
    const page = await createItem(owner, place, { title: 'Page', parent: folder.id });
    const fields = { document: page.id, visibility: 'private' };
    const sent = await uploadBytes(owner, place, [{ name: 'plan.txt', bytes: 'a marmot' }], fields);
    const [file] = expectData(sent, 201).items;
    for (const id of [page.id, file?.id ?? '']) {
      const job = await importEnded(editor, (await start(editor, { id })).id);
      expect(job).toMatchObject({ state: 'ready', rejected: 0 });
    }
    const copies = await server.sql<{ id: string; parent_id: string | null; is_of_copy: boolean }>(
      `select id, parent_id, document_id is not null and document_id <> $2 as is_of_copy
       from item where title like '%plan.txt' and space_id = $1 and id <> $3 order by created_at`,
      [space.id, page.id, file?.id],
    );
    expect(copies.map(({ parent_id, is_of_copy }) => [parent_id, is_of_copy])).toEqual([
      [folder.id, true],
      [null, false],
    ]);
    for (const { id } of copies) expect((await editor.client.get(`items/${id}/file/`)).status).toBe(200);
    expect((await owner.client.get(`items/${copies[0]?.id}/file/`)).status).toBe(200);
  });

  test('leaves private items private, those of others out, and scopes as they would be', async () => {
    const place = await createPlace(server.client);
    const { owner, hub, space } = place;
    const editor = await addMember(server.client, owner, hub);
    const added = { user_id: editor.user.id, role: 'editor' };
    expectData(await owner.client.in(hub).post(`spaces/${space.slug}/members/`, added), 201);
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder' });
    const mine = { kind: 'folder', visibility: 'private', parent: folder.id, title: 'Mine' } as const;
    const hidden = await createItem(editor, place, mine);
    await createItem(editor, place, { title: 'Deep', parent: hidden.id });
    await createItem(owner, place, { title: 'Other’s', parent: folder.id, visibility: 'private' });
    await createItem(owner, place, { title: 'Page', parent: folder.id });
    const job = await importEnded(editor, (await start(editor, folder)).id);
    expect(job).toMatchObject({ state: 'ready', done: 4, rejected: 0 });
    const below = async (by: TestAccount, id = job.result?.[0]?.item_id) =>
      expectData(await by.client.get(`items/${id}/items/`));
    expect((await below(editor)).map(({ title }) => title)).toEqual(['Mine', 'Page']);
    expect((await below(owner)).map(({ title }) => title)).toEqual(['Page']);
    const [own] = await below(editor);
    expect((await below(editor, own?.id)).map(({ title }) => title)).toEqual(['Deep']);
    const scopes = await server.sql<{ is_top: boolean }>(
      `select item.scope_id = space.scope_id as is_top from item join space on space.id = item.space_id where item.id = $1`,
      [job.result?.[0]?.item_id],
    );
    expect(scopes).toEqual([{ is_top: true }]);
  });

  test('a private folder stays private, wherever it goes', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder', visibility: 'private' });
    await createItem(owner, place, { title: 'Page', parent: folder.id });
    const other = await createSpace(owner, hub, { visibility: 'shared' });
    const job = await importEnded(owner, (await start(owner, folder, { space: other.slug })).id);
    const id = job.result?.[0]?.item_id;
    expect(expectData(await owner.client.get(`items/${id}/`))).toMatchObject({
      visibility: 'private',
      space_slug: other.slug,
    });
    const member = await addMember(server.client, owner, hub);
    expectRefusal(await member.client.get(`items/${id}/`), 404, 'not_found');
  });

  test('goes beside a folder that a guest may edit, who does not see its space', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const guest = await addMember(server.client, owner, hub, 'guest');
    const top = await createItem(owner, place, { kind: 'folder', title: 'Top' });
    const people = [{ user_id: guest.user.id, role: 'editor' }];
    expectData(await owner.client.put(`items/${top.id}/access/`, { people }));
    const folder = await createItem(owner, place, { kind: 'folder', title: 'Folder', parent: top.id });
    await createItem(owner, place, { title: 'Page', parent: folder.id });
    const job = await importEnded(guest, (await start(guest, folder)).id);
    expect(job).toMatchObject({ state: 'ready', done: 2 });
    const copy = expectData(await guest.client.get(`items/${job.result?.[0]?.item_id}/`));
    expect(copy).toMatchObject({ title: 'Copy of Folder', parent_id: top.id });
  });

  test('is not in the archive of its hub before it is complete', async () => {
    const place = await createPlace(server.client);
    const { owner, hub, space } = place;
    const page = await createItem(owner, place, { title: 'Whole', content: 'Text' });
    const copy = await createItem(owner, place, { title: 'Begun', content: 'Text' });
    await server.sql(
      `with job as (insert into job (id, hub_id, task, created_by) select gen_random_uuid(), hub_id, 'copy-items', created_by
          from item where id = $1 returning id),
        copying as (insert into item_copy (job_id, original_id, copy_id, space_id, title)
          select id, $1, $2, $3, 'Begun' from job returning job_id)
       insert into item_copy_row (job_id, position, depth, original_id, item_id) select job_id, 0, 0, $1, $2 from copying`,
      [page.id, copy.id, space.id],
    );
    const response = await owner.client.fetch('GET', `hubs/${hub.domain_handle}/export/`);
    const names = [...(await readArchive(Buffer.from(await response.arrayBuffer()))).keys()].join(' ');
    expect(names).toContain('Whole');
    expect(names).not.toContain('Begun');
  });

  test('refuses a sixth copy of a user while five have not ended', async () => {
    const place = await createPlace(server.client);
    const { owner } = place;
    const page = await createItem(owner, place, { title: 'Page' });
    await server.sql(
      `insert into job (id, hub_id, task, created_by) select gen_random_uuid(), hub_id, 'copy-items', created_by
       from item, generate_series(1, 5) where id = $1`,
      [page.id],
    );
    expectRefusal(await owner.client.post(`items/${page.id}/copy/job/`, {}), 409, 'too_many_copies');
    await server.sql(`update job set state = 'failed' where task = 'copy-items' and created_by = $1`, [
      owner.user.id,
    ]);
    await importEnded(owner, (await start(owner, page)).id);
  });

  test('needs what a copy needs, and is its user’s alone', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const member = await addMember(server.client, owner, hub);
    const page = await createItem(owner, place, { title: 'Page' });
    const path = `items/${page.id}/copy/job/`;
    expectRefusal(await member.client.post(path, {}), 403, 'not_allowed');
    expectRefusal(await server.client.post(path, {}), 401);
    const { id } = await start(owner, page);
    await importEnded(owner, id);
    expectRefusal(await member.client.get(`jobs/${id}/`), 404, 'not_found');
    expectRefusal(await member.client.post(`jobs/${id}/cancel/`), 404, 'not_found');
    expectRefusal(await owner.client.post(`jobs/${id}/pause/`), 404, 'not_found');
    expectRefusal(await owner.client.post(`jobs/${id}/cancel/`), 409, 'job_ended');
  });
});

/** A copy that waits at its last table, after 1,199 items, with what anybody sees of it. */
async function createWaiting(query: Query, databaseUrl: string, place: Place, by: TestAccount) {
  const { folder, table } = await createLarge(place, query);
  const lock = await lockRowsOf(databaseUrl, table.id);
  const { id } = await start(by, folder);
  const written = async () => {
    const [row] = await query<{ count: number }>(
      `select count(*)::int as count from item where title like 'Page %' and parent_id <> $1
         and hub_id = (select hub_id from item where id = $1)`,
      [folder.id],
    );
    return row?.count ?? 0;
  };
  await eventually(async () => expect(await written()).toBe(PAGES), 120_000);
  const relation = `tables.t_${table.id.replaceAll('-', '')}`;
  // The indexer may wait for the table too.
  const waits = `from pg_locks join pg_stat_activity using (pid)
    where not granted and relation = $1::regclass and query like 'create table%'`;
  await eventually(
    async () => expect(await query(`select pid ${waits}`, [relation])).toHaveLength(1),
    120_000,
  );
  /** Fails the transaction that waits; the job is tried again after a pause. */
  const interrupt = () => query(`select pg_cancel_backend(pid) ${waits}`, [relation]);
  return { folder, lock, id, written, interrupt };
}

/** Nobody sees anything of it: not in the space, not by its id, not in what was changed last, not by search. */
async function expectUnseen(query: Query, { hub, space }: Place, people: readonly TestAccount[]) {
  const copies = await query<{ id: string; title: string }>(
    `select item.id, item.title from item_copy_row copied join item on item.id = copied.item_id
     where item.hub_id = $1 order by copied.position limit 5`,
    [hub.id],
  );
  expect(copies).toHaveLength(5);
  for (const by of people) {
    expect(await foldersIn(by, { hub, space })).toEqual(['Inner', 'Large']);
    for (const { id } of copies) expectRefusal(await by.client.get(`items/${id}/`), 404, 'not_found');
    const found = await by.client.in(hub).get('search/', { query: { q: 'wagtail', page_size: 100 } });
    const ids = JSON.stringify(expectData(found));
    for (const { id } of copies) expect(ids).not.toContain(id);
  }
}

describe('in the middle of it', () => {
  test('an original that becomes private is copied as private, and one that is moved is left out or private', async () => {
    const place = await createPlace(server.client);
    const { owner, hub, space } = place;
    const { folder, lock, id } = await createWaiting(server.sql, server.databaseUrl, place, owner);
    const [page, moved] = await server.sql<{ id: string; title: string }>(
      'select id, title from item where parent_id = $1 and kind = $2 order by id limit 2',
      [folder.id, 'document'],
    );
    if (!page || !moved) throw new Error('the folder has no pages');
    // Requests for it wait for the transaction that waits: they are written past the API.
    await server.sql(`update item set visibility = 'private' where id = $1`, [page.id]);
    await server.sql('update item set parent_id = null where id = $1', [moved.id]);
    await lock.release();
    const job = await importEnded(owner, id);
    expect(job).toMatchObject({ state: 'ready', done: ALL });
    const member = await addMember(server.client, owner, hub);
    const copies = await server.sql<{ id: string; title: string; visibility: string }>(
      'select id, title, visibility from item where parent_id = $1 and title = any($2) order by title',
      [job.result?.[0]?.item_id, [page.title, moved.title]],
    );
    expect(copies.map(({ visibility }) => visibility)).toEqual(['private', 'private']);
    for (const copy of copies) {
      expect((await owner.client.get(`items/${copy.id}/`)).status).toBe(200);
      expectRefusal(await member.client.in(hub).get(`items/${copy.id}/`), 404, 'not_found');
    }
    expect(await foldersIn(member, { hub, space })).toContain('Copy of Large');
  }, 240_000);

  test('nobody sees any of it, and a cancellation leaves nothing', async () => {
    const place = await createPlace(server.client);
    const { owner, hub } = place;
    const admin = await addMember(server.client, owner, hub, 'admin');
    const { lock, id, written, interrupt } = await createWaiting(
      server.sql,
      server.databaseUrl,
      place,
      owner,
    );
    await expectUnseen(server.sql, place, [owner, admin]);
    const job = expectData(await owner.client.get(`jobs/${id}/`));
    expect(job).toMatchObject({ state: 'running', done: PAGES + 2 });
    expect(job.progress).toBeGreaterThan(0.9);
    await interrupt();
    expectData(await owner.client.post(`jobs/${id}/cancel/`));
    await lock.release();
    expectRefusal(await owner.client.post(`jobs/${id}/cancel/`), 409, 'job_ended');
    await eventually(async () => expect(await written()).toBe(0), 120_000);
    expect(await foldersIn(owner, place)).toEqual(['Inner', 'Large']);
  }, 240_000);

  test('a table that has too many rows by then stops it, and nothing is left', async () => {
    const place = await createPlace(server.client);
    const { owner } = place;
    const waiting = await createWaiting(server.sql, server.databaseUrl, place, owner);
    await server.sql(
      `update item set meta = meta || '{"rows": 20001}' where kind = 'table' and title = 'Prices'
         and hub_id = (select hub_id from item where id = $1)`,
      [waiting.folder.id],
    );
    await waiting.interrupt();
    await waiting.lock.release();
    const job = await importEnded(owner, waiting.id);
    expect(job).toMatchObject({ state: 'failed', reason: expect.stringContaining('20,000 rows') });
    await eventually(async () => expect(await waiting.written()).toBe(0), 120_000);
    expect(await foldersIn(owner, place)).toEqual(['Inner', 'Large']);
  }, 240_000);

  test('a removed right stops it, and nothing is left', async () => {
    const place = await createPlace(server.client);
    const { owner, hub, space } = place;
    const editor = await addMember(server.client, owner, hub);
    const people = `spaces/${space.slug}/members/`;
    const added = { user_id: editor.user.id, role: 'editor' };
    expectData(await owner.client.in(hub).post(people, added), 201);
    const { lock, id, written, interrupt } = await createWaiting(
      server.sql,
      server.databaseUrl,
      place,
      editor,
    );
    await interrupt();
    expectData(await owner.client.in(hub).delete(`${people}${editor.user.id}/`));
    await lock.release();
    // They may not see the space any more, and so not the job.
    const job = await eventually(async () => {
      const [ended] = await server.sql<Job>('select state, reason from job where id = $1', [id]);
      expect(ended?.state).toBe('failed');
      return ended;
    }, 240_000);
    expect(job).toMatchObject({ state: 'failed', reason: expect.stringMatching(/Nothing was added/) });
    await eventually(async () => expect(await written()).toBe(0), 120_000);
    expect(await foldersIn(owner, place)).toEqual(['Inner', 'Large']);
  }, 240_000);

  test('a kill delays it: the next process continues after what was written', async () => {
    const { env, client } = await createKillableServer();
    const first = await startKillable(env);
    const database = new pg.Client(env.DATABASE_URL);
    await database.connect();
    database.on('error', () => undefined);
    onTestFinished(() => database.end());
    const query: Query = async (text, values) => (await database.query(text, values)).rows;
    const place = await createPlace(client);
    const { owner } = place;
    const waiting = await createWaiting(query, env.DATABASE_URL ?? '', place, owner);
    await first.kill();
    await waiting.lock.release();
    expect(await waiting.written()).toBe(PAGES);
    const before = await query<{ id: string }>(
      'select item_id as id from item_copy_row order by position',
      [],
    );
    await startKillable(env);
    const job = await eventually(async () => {
      const seen = await foldersIn(owner, place);
      const now = expectData(await owner.client.get(`jobs/${waiting.id}/`));
      // All of it at once, and not before its job says so.
      const isThere = seen.includes('Copy of Large');
      expect(seen).toHaveLength(isThere ? 4 : 2);
      if (isThere && now.state !== 'ready') throw new Error('the copy is seen before it is complete');
      expect(now.state).toBe('ready');
      return now;
    }, 240_000);
    expect(job).toMatchObject({ done: ALL, rejected: 0 });
    expect(await countCopied(query, job)).toBe(ALL);
    expect(await waiting.written()).toBe(PAGES);
    const [same] = await query<{ count: number }>(
      'select count(*)::int as count from item where id = any($1)',
      [before.map(({ id }) => id)],
    );
    expect(same?.count).toBe(ALL);
  }, 180_000);
});

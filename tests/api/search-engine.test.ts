import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Passage } from '#lib/text/passage.ts';
import { readSearchQuery } from '#lib/text/search-query.ts';
import {
  type Database,
  openDatabase,
  openPool,
  type Transaction,
} from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { writeCounts } from '#server/platform/indexing/index-counts.ts';
import {
  moveIndexedItems,
  type PreparedPassages,
  preparePassages,
  removeFromIndex,
  writePassageBatch,
} from '#server/platform/indexing/index-item.ts';
import { type IndexedItem, prepareItems } from '#server/platform/indexing/prepare-items.ts';
import { prepareTitles, writeTitles } from '#server/platform/indexing/title-index.ts';
import { writeItems } from '#server/platform/indexing/write-items.ts';
import { postgresSearch } from '#server/search/postgres-search.ts';
import type { EngineRequest, SearchEngine } from '#server/search/search-engine.ts';
import { type CorpusDocument, loadCorpus, makeCorpus } from '#tests/bench/corpus.ts';
import { createDatabase, type TestDatabase } from '#tests/harness/databases.ts';

/** Every engine must pass the same tests. */
const ENGINES: [string, (database: Database) => SearchEngine][] = [['PostgreSQL', postgresSearch]];

const DOCUMENTS = 4_000;

let server: TestDatabase;
let database: Database;
const hubId = newId();
const userId = newId();
const hidden = { spaceId: newId(), scopeId: newId() };
const open = { spaceId: newId(), scopeId: newId() };
const corpus = makeCorpus(DOCUMENTS);
const commonest = corpus.tokens[0] ?? '';
let remaining: CorpusDocument[];

beforeAll(async () => {
  server = await createDatabase(inject('postgres'));
  database = openDatabase(openPool(server.url, 4));
  const email = `${userId}@example.test`;
  await database.insertInto('app_user').values({ id: userId, email, email_key: email }).execute();
  await database
    .insertInto('hub')
    .values({ id: hubId, name: 'Hub', handle: 'hub', visibility: 'private', created_by: userId })
    .execute();
  for (const [slug, { spaceId, scopeId }, principal] of [
    ['open', open, 'members'],
    ['hidden', hidden, 'user:somebody'],
  ] as const) {
    await database.transaction().execute(async (trx) => {
      const space = { id: spaceId, hub_id: hubId, scope_id: scopeId, slug, name: slug, created_by: userId };
      await trx
        .insertInto('space')
        .values({ ...space, visibility: 'shared' })
        .execute();
      await trx
        .insertInto('scope')
        .values({ id: scopeId, hub_id: hubId, space_id: spaceId, parent_id: null, item_id: null })
        .execute();
      await trx
        .insertInto('scope_entry')
        .values({ scope_id: scopeId, hub_id: hubId, space_id: spaceId, principal, role: 1 })
        .execute();
      await trx.insertInto('scope_source').values({ scope_id: scopeId, source_id: scopeId }).execute();
    });
  }
  remaining = await loadCorpus(database, { hubId, userId, spaces: [open, hidden] }, corpus, {
    sampleInterval: 50,
  });
});
afterAll(async () => {
  await database.destroy();
  await server.drop();
});

const request = (q: string, more: Partial<EngineRequest> = {}): EngineRequest => ({
  reader: { hubId, principals: ['*', 'members'] },
  terms: readSearchQuery(q).terms,
  kinds: [],
  space: null,
  authors: null,
  from: null,
  until: null,
  offset: 0,
  limit: 10,
  ...more,
});

async function replacePassages(trx: Transaction, item: IndexedItem, passages: Passage[]) {
  await writeCounts(trx, hubId, await writeItems(trx, await prepareItems(trx, [{ item, passages }])));
}

async function indexItem(trx: Transaction, item: IndexedItem) {
  const counts = await writeTitles(trx, await prepareTitles(trx, [item]), new Set([item.id]));
  await writeCounts(trx, hubId, counts);
}

async function addItem(title: string, texts: string[] = [], space = open) {
  const item = { id: newId(), hub_id: hubId, space_id: space.spaceId, kind: 'document' as const, title };
  await database.transaction().execute(async (trx) => {
    await trx
      .insertInto('item')
      .values({ ...item, scope_id: space.scopeId, meta: '{}', created_by: userId, updated_by: userId })
      .execute();
    await indexItem(trx, item);
    if (texts.length === 0) return;
    const passages = texts.map((text, index) => ({
      where: { type: 'page' as const, page: index + 1 },
      text,
    }));
    await replacePassages(trx, item, passages);
  });
  return item;
}

describe.each(ENGINES)('%s', (_name, open_) => {
  const ids = async (q: string, more: Partial<EngineRequest> = {}) =>
    (await open_(database).search(request(q, more))).itemIds;

  test('finds a document by two of its rarer tokens, and only for those who may view it', async () => {
    for (const document of remaining) {
      const [one, other] = document.rare;
      if (!one || !other) continue;
      // Documents were created in the two spaces alternately, and every fiftieth was recorded: all of the
      // first.
      expect(await ids(`${one} ${other}`), `${one} ${other}`).toContain(document.id);
      expect(await ids(`${one} ${other}`, { reader: { hubId, principals: ['*'] } })).toEqual([]);
    }
  });

  test('ranks the best of many hits first without reading all of them', async () => {
    const exact = await addItem(commonest);
    const both = await addItem(`${corpus.tokens[1]} ${corpus.tokens[2]}`);
    expect((await ids(commonest))[0]).toBe(exact.id);
    expect((await ids(`${corpus.tokens[1]} ${corpus.tokens[2]}`))[0]).toBe(both.id);
  });

  test('pages through the hits of a common token', async () => {
    const pages = await Promise.all([0, 10, 20].map((offset) => ids(commonest, { offset })));
    expect(new Set(pages.flat()).size).toBe(30);
  });

  test('orders the hits of a long query, on every page alike, by the tokens of its best ones too', async () => {
    const q = 'otter holt riverbank survey winter count';
    const near = await addItem('Otter', ['The otter left spraints along the transect of the estuary.']);
    const far = await addItem('Otter', ['The otter left pebbles beneath the canopy of the pavilion.']);
    for (let n = 0; n < 3; n += 1)
      await addItem('Otter survey', [`${q}: spraints by transect, estuary by estuary.`]);
    const all = await ids(q, { limit: 20 });
    expect(all.indexOf(near.id)).toBeLessThan(all.indexOf(far.id));
    expect([...(await ids(q, { limit: 2 })), ...(await ids(q, { offset: 2, limit: 18 }))]).toEqual(all);
  });

  test('returns the best matching page, also a late one', async () => {
    const pages = Array.from({ length: 120 }, (_, index) => `Page of filler ${index}.`);
    pages[99] = 'Here the quetzalcoatl appears.';
    const item = await addItem('Long report', pages);
    const { hits } = await open_(database).search(request('quetzalcoatl'));
    expect((await hits()).map((hit) => [hit.itemId, hit.place])).toEqual([
      [item.id, { type: 'page', page: 100 }],
    ]);
    expect(await ids('report quetzalcoatl')).toEqual([item.id]);
  });

  test('prepares a text without holding a lock, and finds it once written', async () => {
    const item = await addItem('Field inventory', ['A capercaillie.']);
    const isFree = async () => {
      const lockAttempt = database.transaction().execute(async (trx) => {
        await sql`select from item where id = ${item.id} for update nowait`.execute(trx);
        await sql`select from passage where item_id = ${item.id} for update nowait`.execute(trx);
        await sql`select from hub_language for update nowait`.execute(trx);
      });
      await expect(lockAttempt).resolves.toBeUndefined();
    };
    async function* passages() {
      for (let page = 1; page <= 3; page += 1) {
        await isFree();
        yield { where: { type: 'page' as const, page }, text: `An ortolan on page ${page}.` };
      }
    }
    const prepared = await preparePassages(database, item, passages());
    await isFree();
    expect(await ids('ortolan')).toEqual([]);
    expect(await ids('capercaillie')).toEqual([item.id]);
    const rows = await database.transaction().execute((trx) => writePassageBatch(trx, prepared, 0));
    expect(rows).toBe(true);
    expect(await ids('capercaillie')).toEqual([]);
    expect(await ids('ortolan inventory')).toEqual([item.id]);
  });

  test('writes a long text in batches, and from the beginning when it was replaced in between', async () => {
    const item = await addItem('Long inventory');
    const pages = (word: string) =>
      Array.from({ length: 120 }, (_, n) => ({
        where: { type: 'page' as const, page: n },
        text: `${word} ${n}.`,
      }));
    const write = (prepared: PreparedPassages, batch: number) =>
      database.transaction().execute((trx) => writePassageBatch(trx, prepared, batch));
    const [first, other] = [
      await preparePassages(database, item, pages('turnstone')),
      await preparePassages(database, item, pages('guillemot')),
    ];
    expect(await write(first, 0)).toBe(true);
    expect(await write(first, 1)).toBe(true);
    expect(await write(other, 0)).toBe(true);
    expect(await write(first, 2)).toBe(false);
    for (const batch of [1, 2]) expect(await write(other, batch)).toBe(true);
    expect(await ids('turnstone')).toEqual([]);
    expect(await ids('"guillemot 119"')).toEqual([item.id]);
  });

  test('replaces, renames, moves and removes passages', async () => {
    const item = await addItem('Mapping of wetlands', ['An ibex on page one.', 'A lynx on page two.']);
    const change = (work: Parameters<ReturnType<Database['transaction']>['execute']>[0]) =>
      database.transaction().execute(work);
    expect(await ids('ibex lynx wetlands')).toEqual([item.id]);
    await change((trx) =>
      replacePassages(trx, item, [{ where: { type: 'page', page: 1 }, text: 'Only a marmot.' }]),
    );
    expect(await ids('lynx')).toEqual([]);
    await change((trx) => indexItem(trx, { ...item, title: 'Moorland' }));
    expect(await ids('wetlands')).toEqual([]);
    expect(await ids('moorland marmot')).toEqual([item.id]);
    await change(async (trx) => {
      const to = { space_id: hidden.spaceId, scope_id: hidden.scopeId };
      await trx.updateTable('item').set(to).where('id', '=', item.id).execute();
      expect(await moveIndexedItems(trx, [item.id], hidden.spaceId, 100)).toBe(1);
      expect(await moveIndexedItems(trx, [item.id], hidden.spaceId, 100)).toBe(0);
    });
    expect(await ids('marmot')).toEqual([]);
    expect(await ids('marmot', { reader: { hubId, principals: ['user:somebody'] } })).toEqual([item.id]);
    await change((trx) => removeFromIndex(trx, [item.id]));
    expect(await ids('marmot', { reader: { hubId, principals: ['user:somebody'] } })).toEqual([]);
  });
});

/** The statements that a search sends to the database. */
async function statementsOf(q: string): Promise<{ sql: string; parameters: readonly unknown[] }[]> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const logged = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(server.url, 2) }),
    log: (event) => void statements.push(event.query),
  });
  await postgresSearch(logged).search(request(q));
  await logged.destroy();
  return statements;
}

test('corrects twenty misspelt tokens, or a hundred in one term, with the statements and look-ups of six', async () => {
  const joinedTerms = (count: number, joint: string) =>
    Array.from(
      { length: count },
      (_, n) => `mis${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}pelt`,
    ).join(joint);
  const lookedUp = (statements: Awaited<ReturnType<typeof statementsOf>>) =>
    statements
      .filter(({ sql: text }) => text.includes('similarity(word, typed.word)'))
      .map(({ parameters }) => new Set(parameters.filter(Array.isArray)[0]).size);
  const six = await statementsOf(joinedTerms(6, ' '));
  expect(lookedUp(six)).toEqual([6]);
  for (const q of [joinedTerms(20, ' '), joinedTerms(100, '-')]) {
    const statements = await statementsOf(q);
    expect(lookedUp(statements)).toEqual([6]);
    expect(statements.length).toBeLessThanOrEqual(six.length);
  }
});

test('reads as much for a text of two hundred tokens as for a query of twenty', async () => {
  const pasted = (count: number) => corpus.tokens.slice(40, 40 + count).join(' ');
  const [twenty, many] = [await statementsOf(pasted(20)), await statementsOf(pasted(200))];
  expect(many.length).toBeLessThanOrEqual(twenty.length);
  const termsIn = (statements: typeof many) =>
    statements.flatMap(({ sql: text, parameters }) =>
      text.includes('ts_filter') ? parameters.filter((one) => `${one}`.includes("' | '")) : [],
    );
  expect(termsIn(twenty).length).toBe(4);
  expect(termsIn(many).length).toBe(4);
  for (const query of termsIn(many)) expect(`${query}`.split(' | ').length).toBeLessThanOrEqual(30);
});

test('reads rare and common tokens from the index, never by scanning all passages', async () => {
  const [rare, other] = remaining[0]?.rare ?? [];
  const statements = [];
  for (const q of [
    `${rare} ${other}`,
    commonest,
    `${commonest} ${corpus.tokens[1]}`,
    `${rare} -${other}`,
    '"a b"',
  ]) {
    statements.push(...(await statementsOf(q)));
  }
  const pool = openPool(server.url, 1);
  const reading = statements.filter(({ sql }) => sql.includes('lexemes @@'));
  expect(reading.length).toBeGreaterThanOrEqual(5);
  for (const { sql, parameters } of reading) {
    const { rows } = await pool.query(`explain ${sql}`, [...parameters]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('Bitmap Index Scan on passage_lexemes');
    expect(plan).not.toContain('Seq Scan on passage');
  }
  await pool.end();
});

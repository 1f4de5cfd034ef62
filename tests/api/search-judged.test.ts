import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { postgresSearch } from '#server/search/postgres-search.ts';
import { createDatabase, type TestDatabase } from '#tests/harness/databases.ts';
import { addJudgedDocuments, type JudgedCollection, ndcg, plainBm25 } from '#tests/harness/judged.ts';

/** A small collection in ten languages, judged by hand: 2 for what answers the query, 1 for what belongs to it. */
const collection: JudgedCollection = JSON.parse(
  readFileSync(new URL('../fixtures/judged/collection.json', import.meta.url), 'utf8'),
);

let server: TestDatabase;
let database: Database;
const hubId = newId();
let ids: Map<string, string>;

beforeAll(async () => {
  server = await createDatabase(inject('postgres'));
  database = openDatabase(openPool(server.url, 4));
  const place = { hubId, spaceId: newId(), scopeId: newId(), userId: newId() };
  const { userId, spaceId, scopeId } = place;
  const email = `${userId}@example.test`;
  await database.insertInto('app_user').values({ id: userId, email, email_key: email }).execute();
  await database
    .insertInto('hub')
    .values({ id: hubId, name: 'Hub', handle: 'judged', visibility: 'private', created_by: userId })
    .execute();
  await database.transaction().execute(async (trx) => {
    const space = { id: spaceId, hub_id: hubId, scope_id: scopeId, slug: 's', name: 's', created_by: userId };
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
      .values({ scope_id: scopeId, hub_id: hubId, space_id: spaceId, principal: 'members', role: 1 })
      .execute();
    await trx.insertInto('scope_source').values({ scope_id: scopeId, source_id: scopeId }).execute();
  });
  ids = await addJudgedDocuments(database, place, collection.documents);
});
afterAll(async () => {
  await database.destroy();
  await server.drop();
});

async function found(query: string): Promise<string[]> {
  const { itemIds } = await postgresSearch(database).search({
    reader: { hubId, principals: ['members'] },
    terms: readSearchQuery(query).terms,
    kinds: [],
    space: null,
    authors: null,
    from: null,
    until: null,
    offset: 0,
    limit: 10,
  });
  return itemIds.map((id) => ids.get(id) ?? '');
}

test('ranks a judged collection a tenth better than plain BM25', async () => {
  const bm25 = plainBm25(collection.documents);
  const rows = [];
  for (const { text, relevant } of collection.queries) {
    const ours = await found(text);
    rows.push({
      text,
      ours: ndcg(ours, relevant),
      plain: ndcg(bm25(text), relevant),
      first: ours.slice(0, 4),
    });
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ours, plain] = [mean(rows.map((row) => row.ours)), mean(rows.map((row) => row.plain))];
  const worst = rows
    .filter((row) => row.ours < 0.8)
    .map((row) => `${row.ours.toFixed(2)} (${row.plain.toFixed(2)}) ${row.text}: ${row.first.join(' ')}`);
  const report = `nDCG@10 ${ours.toFixed(3)}, BM25 ${plain.toFixed(3)}\n${worst.join('\n')}`;
  expect(ours, report).toBeGreaterThanOrEqual(plain * 1.1);
  expect(ours, report).toBeGreaterThanOrEqual(0.9);
});

import { Kysely, PostgresDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { openPool } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { partialMatches } from '#server/search/partial-matches.ts';
import { createSlots } from '#server/search/query-slots.ts';
import { readableSpaces } from '#server/search/readable-spaces.ts';
import type { EngineRequest } from '#server/search/search-engine.ts';
import { createPlace } from '#tests/harness/accounts.ts';
import { createItem } from '#tests/harness/content.ts';
import { expectData } from '#tests/harness/responses.ts';
import { sharedServer } from '#tests/harness/shared-server.ts';

const server = sharedServer();

/** A Thai title, a look for parts of a query in it, and the queries of the index that the look made. */
async function thaiTitle() {
  const place = await createPlace(server.client);
  const item = await createItem(place.owner, place, { title: 'มนุษย์ทั้งหลายมีเหตุผล' });
  // What was just written is indexed at the latest before a search.
  const query = { q: item.title };
  expect(expectData(await place.owner.client.in(place.hub).get('search/', { query }))).toHaveLength(1);
  const sent: { queries: string; failed: boolean }[] = [];
  let onFailure = async (): Promise<void> => undefined;
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: openPool(server.databaseUrl, 2) }),
    log: ({ query, level }) => {
      if (!query.sql.includes('p.lexemes @@')) return;
      sent.push({ queries: query.parameters.flat().join(' '), failed: level === 'error' });
      if (level === 'error') void onFailure();
    },
  });
  onTestFinished(() => database.destroy());
  const search = async (q: string) => {
    const request: EngineRequest = {
      reader: { hubId: place.hub.id, principals: ['*', 'members', `user:${place.owner.user.id}`] },
      terms: readSearchQuery(q).terms,
      kinds: [],
      space: null,
      authors: null,
      from: null,
      until: null,
      offset: 0,
      limit: 10,
    };
    const readable = await readableSpaces(database, request);
    const found = await partialMatches(
      database,
      request,
      readable,
      { ...createSlots(request.terms), passages: 1 },
      10,
    );
    return found.map(({ item_id }) => item_id);
  };
  return {
    item,
    sent,
    search,
    onFailure: (work: () => Promise<void>) => {
      onFailure = work;
    },
  };
}

test('finds a text without blanks whatever the marks of its pairs', async () => {
  const { item, sent, search } = await thaiTitle();
  expect(await search('มนุษ์ยทั่งหล้าย')).toEqual([item.id]);
  // Where that took too long on a busy machine, a third of the pairs as typed found it.
  expect(sent[0]?.queries).toContain("'มน':*");
});

test('finds it by its marks as typed where reading any takes too long', async () => {
  const { item, sent, search, onFailure } = await thaiTitle();
  await server.sql('begin');
  await server.sql('lock table passage in access exclusive mode');
  const unlock = async () => void (await server.sql('rollback'));
  onFailure(unlock);
  // Without a limit of its own the read waits until the lock is released.
  const late = setTimeout(unlock, 10_000);
  expect(await search('มนุษย์ทั้งหลาย')).toEqual([item.id]);
  clearTimeout(late);
  expect(sent.map(({ failed }) => failed)).toEqual([true, false]);
  expect(sent.map(({ queries }) => queries.includes(':*'))).toEqual([true, false]);
});

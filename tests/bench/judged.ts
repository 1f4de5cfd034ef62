import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { postgresSearch } from '#server/search/postgres-search.ts';
import { addJudgedDocuments, DEPTH, type JudgedCollection, ndcg, plainBm25 } from '#tests/harness/judged.ts';
import type { Bench, BenchRow } from './bench.ts';
import { readManuals, readSmart } from './judged-sources.ts';
import { addHub } from './search-growth.ts';
import { removeFolder, temporaryFolder } from './serving.ts';

/** Where Debian's packages `manpages` and `manpages-dev` put the Linux manual pages. */
const MANUALS = process.env.BENCH_MANUALS ?? '/usr/share/man';
/** Folders of classic collections, for example Cranfield and CISI, separated by commas. */
const COLLECTIONS = (process.env.BENCH_COLLECTIONS ?? '').split(',').filter(Boolean);
/** From so many words on a query is a long one. */
const LONG = 5;

type Collection = JudgedCollection & { leaveOut?: Map<string, string> };

function collections(): [string, Collection][] {
  const found: [string, Collection][] = COLLECTIONS.map((folder) => [folder, readSmart(folder)]);
  if (existsSync(join(MANUALS, 'man2'))) found.push(['Linux manual pages', readManuals(MANUALS)]);
  return found;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** nDCG@10 of each query by the engine and by a plain BM25 over the same texts. */
async function judge(database: Database, name: string, collection: Collection) {
  const { hubId, ...place } = await addHub(database, name);
  const ids = await addJudgedDocuments(database, { hubId, ...place }, collection.documents);
  await sql`vacuum analyze passage, item, hub_token`.execute(database);
  const bm25 = plainBm25(collection.documents, DEPTH + 1);
  const search = async (query: string) => {
    const { itemIds } = await postgresSearch(database).search({
      ...{ kinds: [], space: null, authors: null, from: null, until: null, offset: 0, limit: DEPTH + 1 },
      reader: { hubId, principals: ['*', 'members'] },
      terms: readSearchQuery(query).terms,
    });
    return itemIds.map((id) => ids.get(id) ?? '');
  };
  const results = [];
  for (const { text, relevant } of collection.queries) {
    const others = (found: string[]) => found.filter((id) => id !== collection.leaveOut?.get(text));
    results.push({
      isLong: text.split(/\s+/).length >= LONG,
      ours: ndcg(others(await search(text)), relevant),
      plain: ndcg(others(bm25(text)), relevant),
    });
  }
  return results;
}

/** Search in judged collections, which are not part of the repository, beside a plain BM25. */
export const judgedBench: Bench = {
  name: 'judged',
  async run() {
    const folder = temporaryFolder();
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), {});
    const { host, port, user } = server.connection;
    try {
      const admin = openPool({ host, port, user, database: 'postgres' }, 1);
      await admin.query('create database judged');
      await admin.end();
      const database = openDatabase(openPool({ host, port, user, database: 'judged' }, 2));
      await migrate(database);
      const rows: BenchRow[] = [];
      for (const [number, [name, collection]] of collections().entries()) {
        const results = await judge(database, `judged${number}`, collection);
        for (const isLong of [false, true]) {
          const some = results.filter((one) => one.isLong === isLong);
          if (some.length === 0) continue;
          const plain = mean(some.map((one) => one.plain));
          rows.push({
            work: `nDCG@10, ${name} (${collection.documents.length} texts), ${some.length} queries of ${isLong ? `${LONG} words or more` : 'fewer words'}`,
            value: mean(some.map((one) => one.ours)) * 1_000,
            unit: '/ 1,000',
            goal: { value: plain * 1_100, atMost: false },
            floor: { what: 'BM25', value: plain * 1_000 },
          });
        }
      }
      await database.destroy();
      return rows;
    } finally {
      await server.stop();
      removeFolder(folder);
    }
  },
};

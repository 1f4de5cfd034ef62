import { join } from 'node:path';
import { sql } from 'kysely';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { newId } from '#server/platform/database/id.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { postgresSearch } from '#server/search/postgres-search.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type Corpus, loadCorpus, makeCorpus, seeded } from './corpus.ts';
import { processorTime } from './processor-time.ts';
import { removeFolder, temporaryFolder } from './serving.ts';

/** A million takes half an hour to fill, an hour on a busy machine: BENCH_PASSAGES=1000,10000,100000,1000000 */
const SIZES = (process.env.BENCH_PASSAGES ?? '1000,10000,100000').split(',').map(Number);
const QUERIES = 150;

export const TYPED = 'as it is typed, letter after letter';

/** Queries of each kind: the words of texts as often as texts have them, and what no text has. */
export function queriesOf({ tokens, draw }: Corpus): Record<string, string[]> {
  const random = seeded(41);
  const many = (query: (n: number) => string) => Array.from({ length: QUERIES }, (_, n) => query(n));
  const letters = () =>
    Array.from({ length: 9 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
  const typed = Array.from({ length: QUERIES }, () => `${draw(random)} ${draw(random)}`).flatMap((whole) =>
    Array.from({ length: Math.max(0, whole.length - 2) }, (_, n) => whole.slice(0, n + 3)),
  );
  return {
    'two words': many(() => `${draw(random)} ${draw(random)}`),
    'the commonest words': many((n) => tokens[n % 5] ?? ''),
    [TYPED]: typed.slice(0, QUERIES * 2),
    'one wrong letter': many(() => {
      const word = tokens.filter(({ length }) => length > 5)[Math.floor(random() * 10_000)] ?? '';
      return `${word.slice(0, 3)}q${word.slice(4)}`;
    }),
    gibberish: many(() => `${letters()} ${letters()}`),
    '18 words': many(() => Array.from({ length: 18 }, () => draw(random)).join(' ')),
    '62 words': many(() => Array.from({ length: 62 }, () => draw(random)).join(' ')),
    '400 words, pasted': many(() => Array.from({ length: 400 }, () => draw(random)).join(' ')),
  };
}

/** A hub with one space that its members see, written past the API. */
export async function addHub(database: Database, handle: string) {
  const [hubId, userId, spaceId, scopeId] = [newId(), newId(), newId(), newId()];
  const email = `${handle}@bench.example`;
  await sql`insert into app_user (id, email, email_key) values (${userId}, ${email}, ${email})`.execute(
    database,
  );
  await sql`insert into hub (id, name, handle, visibility, created_by)
    values (${hubId}, 'Hub', ${handle}, 'private', ${userId})`.execute(database);
  await database.transaction().execute(async (trx) => {
    await sql`insert into space (id, hub_id, scope_id, slug, name, visibility, created_by)
      values (${spaceId}, ${hubId}, ${scopeId}, 's', 'S', 'shared', ${userId})`.execute(trx);
    await sql`insert into scope (id, hub_id, space_id) values (${scopeId}, ${hubId}, ${spaceId})`.execute(
      trx,
    );
    await sql`insert into scope_entry (scope_id, principal, hub_id, space_id, role)
      values (${scopeId}, 'members', ${hubId}, ${spaceId}, 1)`.execute(trx);
    await sql`insert into scope_source (scope_id, source_id) values (${scopeId}, ${scopeId})`.execute(trx);
  });
  return { hubId, userId, spaceId, scopeId };
}

/** A hub with one space in a database of its own. */
async function fill(database: Database, passages: number): Promise<{ hubId: string; corpus: Corpus }> {
  await migrate(database);
  const { hubId, userId, spaceId, scopeId } = await addHub(database, 'growth');
  const corpus = makeCorpus(passages);
  const place = { hubId, userId, spaces: [{ spaceId, scopeId }] };
  await loadCorpus(database, place, corpus, { sampleInterval: Number.MAX_SAFE_INTEGER });
  await sql`analyze`.execute(database);
  return { hubId, corpus };
}

/** Searches one after another. @returns processor time for each, of the database and of this process, in milliseconds */
async function measure(database: Database, hubId: string, queries: readonly string[]) {
  const search = async (query: string) => {
    const { hits } = await postgresSearch(database).search({
      ...{ kinds: [], space: null, authors: null, from: null, until: null, offset: 0, limit: 10 },
      reader: { hubId, principals: ['*', 'members'] },
      terms: readSearchQuery(query).terms,
    });
    await hits();
  };
  for (const query of queries.slice(0, 30)) await search(query);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  const pid = rows[0]?.pid ?? 0;
  const [before, own] = [processorTime(pid), process.cpuUsage()];
  for (const query of queries) await search(query);
  const { user, system } = process.cpuUsage(own);
  return {
    postgres: (processorTime(pid) - before) / queries.length,
    node: (user + system) / 1000 / queries.length,
  };
}

/** Processor time of a search in hubs of growing size: wall-clock time says what else the machine does. */
export const searchGrowthBench: Bench = {
  name: 'search-growth',
  async run() {
    const folder = temporaryFolder();
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), {});
    const { host, port, user } = server.connection;
    const rows: BenchRow[] = [];
    try {
      for (const passages of SIZES) {
        const name = `growth_${passages}`;
        const admin = openPool({ host, port, user, database: 'postgres' }, 1);
        await admin.query(`create database ${name}`);
        await admin.end();
        const database = openDatabase(openPool({ host, port, user, database: name }, 1));
        const { hubId, corpus } = await fill(database, passages);
        for (const [kind, queries] of Object.entries(queriesOf(corpus))) {
          const { postgres, node } = await measure(database, hubId, queries);
          rows.push({
            work: `search in ${passages.toLocaleString('en')} passages: ${kind}`,
            value: postgres,
            unit: 'ms of the database',
            note: `Node ${node.toFixed(1)} ms`,
          });
        }
        await database.destroy();
      }
      return rows;
    } finally {
      await server.stop();
      removeFolder(folder);
    }
  },
};

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { openDatabase, openPool } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { postgresSearch } from '#server/search/postgres-search.ts';
import { type BenchAccount, benchAccount } from './account.ts';
import { type Bench, type BenchRow, percentile } from './bench.ts';
import { type CorpusDocument, loadCorpus, makeCorpus, seeded } from './corpus.ts';
import { costOfEach } from './processor-time.ts';
import { queriesOf, TYPED } from './search-growth.ts';
import { databaseOf, removeFolder, startServing, temporaryFolder } from './serving.ts';

const DOCUMENTS = 100_000;
const QUERIES = 300;
/** How many of ten spaces are hidden from the reader. */
const HIDDEN = 2;

type Found = { item: { id: string } };

/** Searches one after another over HTTP. */
async function searchAll(account: BenchAccount, queries: readonly string[]) {
  const times: number[] = [];
  const first: (string | undefined)[] = [];
  for (const query of queries) {
    const began = performance.now();
    const response = await fetch(`${account.url}/search/?q=${encodeURIComponent(query)}`, {
      headers: account.headers,
    });
    const { data }: { data: Found[] } = await response.json();
    times.push(performance.now() - began);
    if (!response.ok) throw new Error(`searching “${query}” was answered ${response.status}`);
    first.push(data[0]?.item.id);
  }
  return { times, first };
}

type Statement = { text: string; values: unknown[] };

/** The statements that the engine sends for a query, in order. */
async function statementsOf(
  options: pg.PoolConfig,
  reader: { hubId: string; userId: string },
  query: string,
) {
  const statements: Statement[] = [];
  const database = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...options, max: 2 }) }),
    log: (event) => {
      if (event.level === 'query')
        statements.push({ text: event.query.sql, values: [...event.query.parameters] });
    },
  });
  const { hits } = await postgresSearch(database).search({
    reader: { hubId: reader.hubId, principals: ['*', `user:${reader.userId}`, 'members', 'admins'] },
    terms: readSearchQuery(query).terms,
    kinds: [],
    space: null,
    authors: null,
    from: null,
    until: null,
    offset: 0,
    limit: 10,
  });
  await hits();
  await database.destroy();
  return statements;
}

/** The same statements with the driver alone, prepared like those of the app. */
async function floorOf(
  options: pg.PoolConfig,
  reader: { hubId: string; userId: string },
  queries: readonly string[],
) {
  const client = new pg.Client(options);
  await client.connect();
  const names = new Map<string, string>();
  const times: number[] = [];
  for (const query of queries) {
    const statements = await statementsOf(options, reader, query);
    const began = performance.now();
    for (const { text, values } of statements) {
      const name = names.get(text) ?? `floor_${names.size}`;
      names.set(text, name);
      await client.query({ name, text, values });
    }
    times.push(performance.now() - began);
  }
  await client.end();
  return times;
}

/** A hub of documents in ten spaces, two of which the reader may not see. */
async function fill(options: pg.PoolConfig, account: BenchAccount) {
  const pool = openPool({ host: String(options.host), port: 5432, user: 'hubkeep', database: 'hubkeep' }, 4);
  const database = openDatabase(pool);
  const space = await database
    .selectFrom('space')
    .innerJoin('hub', 'hub.id', 'space.hub_id')
    .select(['space.id', 'space.scope_id', 'space.hub_id', 'space.created_by'])
    .where('hub.handle', '=', account.handle)
    .executeTakeFirstOrThrow();
  const { hub_id: hubId, created_by: userId } = space;
  const spaces = [{ spaceId: space.id, scopeId: space.scope_id }];
  for (let n = 1; n < 10; n += 1) {
    const [id, scopeId] = [newId(), newId()];
    await database.transaction().execute(async (trx) => {
      await trx
        .insertInto('space')
        .values({
          id,
          hub_id: hubId,
          scope_id: scopeId,
          slug: `s${n}`,
          name: `${n}`,
          visibility: 'shared',
          created_by: userId,
        })
        .execute();
      await trx
        .insertInto('scope')
        .values({ id: scopeId, hub_id: hubId, space_id: id, parent_id: null, item_id: null })
        .execute();
      const principal = n < 10 - HIDDEN ? 'members' : `user:${newId()}`;
      await trx
        .insertInto('scope_entry')
        .values({ scope_id: scopeId, principal, hub_id: hubId, space_id: id, role: 1 })
        .execute();
      await trx.insertInto('scope_source').values({ scope_id: scopeId, source_id: scopeId }).execute();
    });
    spaces.push({ spaceId: id, scopeId });
  }
  const corpus = makeCorpus(DOCUMENTS);
  // Every 331st: a stride that covers all ten spaces.
  const stored = await loadCorpus(database, { hubId, userId, spaces }, corpus, { sampleInterval: 331 });
  await database.destroy();
  return { reader: { hubId, userId }, corpus, known: stored.filter((one) => one.number % 10 < 10 - HIDDEN) };
}

/** Two rare words of a document's title or text. */
function knownQuery(document: CorpusDocument, random: () => number): string {
  const tokens = [...new Set([...document.rare, ...document.title.toLowerCase().split(' ')])];
  const one = document.rare[Math.floor(random() * document.rare.length)] ?? tokens[0];
  const other = tokens.filter((word) => word !== one)[Math.floor(random() * (tokens.length - 1))];
  return `${one} ${other}`;
}

/** Search in 100,000 documents of 2 kB, with access checks and snippets, over HTTP. */
export const searchBench: Bench = {
  name: 'search',
  async run() {
    const dataDir = temporaryFolder();
    const serving = await startServing(dataDir);
    try {
      const account = await benchAccount(serving.url);
      const options = databaseOf(dataDir);
      const { reader, corpus, known } = await fill(options, account);
      const random = seeded(41);
      const two = Array.from({ length: QUERIES }, () => `${corpus.draw(random)} ${corpus.draw(random)}`);
      const found = known.map((document) => ({ id: document.id, query: knownQuery(document, random) }));
      const commonest = Array.from({ length: 100 }, (_, n) => corpus.tokens[n % 5] ?? '');
      await searchAll(account, [...two.slice(0, 50), ...commonest.slice(0, 10)]);

      const ofTwo = await searchAll(account, two);
      const floor = await floorOf(options, reader, two);
      const ofKnown = await searchAll(
        account,
        found.map((one) => one.query),
      );
      const ofCommonest = await searchAll(account, commonest);
      const costs: BenchRow[] = [];
      for (const [kind, queries] of Object.entries(queriesOf(corpus))) {
        let times: number[] = [];
        const note = await costOfEach(serving.pid, queries.length, async () => {
          ({ times } = await searchAll(account, queries));
        });
        costs.push({
          work: `search over HTTP, ${kind}: p95`,
          value: percentile(times, 0.95),
          unit: 'ms',
          ...(kind === TYPED && { goal: { value: 60, atMost: true } }),
          note,
        });
      }
      const hits = found.filter((one, index) => ofKnown.first[index] === one.id).length;
      const row = (work: string, value: number, goal: number, more: Partial<BenchRow> = {}): BenchRow => ({
        work,
        value,
        unit: 'ms',
        goal: { value: goal, atMost: true },
        ...more,
      });
      const what = 'the same SQL by the bare driver';
      return [
        row('search, two words: p50', percentile(ofTwo.times, 0.5), 8, {
          floor: { what, value: percentile(floor, 0.5) },
        }),
        row('search, two words: p99', percentile(ofTwo.times, 0.99), 40, {
          floor: { what, value: percentile(floor, 0.99) },
        }),
        row('search, a known item: p50', percentile(ofKnown.times, 0.5), 8),
        row('search, a known item: p99', percentile(ofKnown.times, 0.99), 40),
        {
          work: 'search, the known item first',
          value: (100 * hits) / found.length,
          unit: 'of 100',
          goal: { value: 95, atMost: false },
        },
        row('search, the commonest words: p99', percentile(ofCommonest.times, 0.99), 40),
        ...costs,
      ];
    } finally {
      await serving.stop();
      removeFolder(dataDir);
    }
  },
};

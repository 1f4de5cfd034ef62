import { join } from 'node:path';
import { sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { readSearchQuery } from '#lib/text/search-query.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { newId } from '#server/platform/database/id.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import {
  prepareForm,
  prepareSubmissionTexts,
  writeForm,
  writeSubmissionTexts,
} from '#server/platform/indexing/index-form.ts';
import { correctedFormMatches, formMatches, readFormHits } from '#server/search/form-matches.ts';
import type { EngineRequest } from '#server/search/search-engine.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type Corpus, makeCorpus, seeded } from './corpus.ts';
import { processorTime } from './processor-time.ts';
import { addHub, queriesOf, TYPED } from './search-growth.ts';
import { removeFolder, temporaryFolder } from './serving.ts';

const SIZES = (process.env.BENCH_SUBMISSIONS ?? '1000,10000,100000').split(',').map(Number);
const FORMS = 20;
const BATCH = 500;
/** Words of a submission: a name, an address, a few sentences. */
const TOKENS = 40;

/** Forms of one hub with indexed submissions, past the API. */
async function fill(database: Database, submissions: number, { draw }: Corpus) {
  await migrate(database);
  const { hubId, userId, spaceId, scopeId } = await addHub(database, 'forms');
  await sql`insert into scope_entry (scope_id, principal, hub_id, space_id, role)
    values (${scopeId}, ${`user:${userId}`}, ${hubId}, ${spaceId}, ${ROLE_RANK.owner})`.execute(database);
  const random = seeded(17);
  for (let n = 0; n < FORMS; n += 1) {
    const form = { id: newId(), hub_id: hubId, space_id: spaceId };
    await sql`insert into form (id, hub_id, space_id, scope_id, slug, title, visibility, created_by, updated_by, published_version)
      select ${form.id}, ${hubId}, ${spaceId}, scope_id, ${`form-${n}`}, ${`Form ${n}`}, 'shared', ${userId}, ${userId}, 1
      from space where id = ${spaceId}`.execute(database);
    await sql`insert into form_version (form_id, version, title, description, fields, published_by)
      values (${form.id}, 1, ${`Form ${n}`}, '', '[]', ${userId})`.execute(database);
    await transact(database, (trx) => writeForm(trx, prepareForm(form, { title: `Form ${n}`, text: '' })));
    for (let left = submissions / FORMS; left > 0; left -= BATCH) {
      const texts = Array.from({ length: Math.min(BATCH, left) }, () => ({
        id: newId(),
        text: Array.from({ length: TOKENS }, () => draw(random)).join(' '),
      }));
      const prepared = await prepareSubmissionTexts(form, texts);
      await transact(database, async (trx) => {
        await sql`insert into submission (id, form_id, version, data)
          select id, ${form.id}, 1, '{}' from unnest(${texts.map(({ id }) => id)}::uuid[]) as id`.execute(
          trx,
        );
        await writeSubmissionTexts(trx, form, prepared);
      });
    }
  }
  await sql`vacuum analyze form_passage`.execute(database);
  await sql`analyze`.execute(database);
  return { hubId, userId };
}

type Reader = EngineRequest['reader'];

async function search(database: Database, reader: Reader, query: string): Promise<void> {
  const request: EngineRequest = {
    ...{ kinds: [], space: null, authors: null, from: null, until: null, offset: 0, limit: 10 },
    reader,
    terms: readSearchQuery(query).terms,
  };
  const typed = await formMatches(database, request, 10);
  const isTyped = typed.found.some(({ strict }) => strict);
  const found = (isTyped ? null : await correctedFormMatches(database, request, 10)) ?? typed;
  await readFormHits(database, found);
}

/** Processor time of one search in milliseconds: of the database, and of this process. */
async function costOf(database: Database, reader: Reader, queries: readonly string[]) {
  for (const query of queries.slice(0, 20)) await search(database, reader, query);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  const pid = rows[0]?.pid ?? 0;
  const [before, own] = [processorTime(pid), process.cpuUsage()];
  for (const query of queries) await search(database, reader, query);
  const { user, system } = process.cpuUsage(own);
  return {
    postgres: (processorTime(pid) - before) / queries.length,
    node: (user + system) / 1000 / queries.length,
  };
}

/** Processor time of a search in submissions alone, in hubs with more and more of them. */
export const formGrowthBench: Bench = {
  name: 'form-growth',
  async run() {
    const folder = temporaryFolder();
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), {});
    const { host, port, user } = server.connection;
    const rows: BenchRow[] = [];
    try {
      for (const size of SIZES) {
        const name = `forms_${size}`;
        const admin = openPool({ host, port, user, database: 'postgres' }, 1);
        await admin.query(`create database ${name}`);
        await admin.end();
        const database = openDatabase(openPool({ host, port, user, database: name }, 1));
        const corpus = makeCorpus(1_000);
        const { hubId, userId } = await fill(database, size, corpus);
        const author: Reader = { hubId, principals: ['*', 'members', 'admins', `user:${userId}`] };
        const readers = {
          'by its owner': author,
          'by a member who reads none': { hubId, principals: ['*', 'members'] } as Reader,
        };
        for (const [by, reader] of Object.entries(readers)) {
          for (const [kind, queries] of Object.entries(queriesOf(corpus))) {
            const { postgres, node } = await costOf(
              database,
              reader,
              queries.slice(0, kind === TYPED ? 200 : 60),
            );
            rows.push({
              work: `search in ${size.toLocaleString('en')} submissions ${by}: ${kind}`,
              value: postgres,
              unit: 'ms of the database',
              note: `Node ${node.toFixed(1)} ms`,
            });
          }
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

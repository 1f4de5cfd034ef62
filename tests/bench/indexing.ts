import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { sql } from 'kysely';
import { itemSource } from '#server/items/item/index-items.ts';
import { INDEX_ITEM } from '#server/items/item/queue-item-indexing.ts';
import { type Database, openDatabase, openPool } from '#server/platform/database/database.ts';
import { startEmbeddedPostgres } from '#server/platform/database/embedded.ts';
import { newId } from '#server/platform/database/id.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { Indexer } from '#server/platform/indexing/indexer.ts';
import { queueIndexing } from '#server/platform/indexing/outbox.ts';
import type { Bench, BenchRow } from './bench.ts';
import { processorTime } from './processor-time.ts';
import { addHub } from './search-growth.ts';
import { removeFolder, temporaryFolder } from './serving.ts';
import { createDocuments } from './written-content.ts';

const DOCUMENTS = Number(process.env.BENCH_DOCUMENTS ?? 4_000);

/** Documents of a hub that wait to be indexed, written past the API. */
async function queueDocuments(database: Database, handle: string): Promise<void> {
  const { hubId, userId, spaceId, scopeId } = await addHub(database, handle);
  const next = createDocuments();
  const documents = Array.from({ length: DOCUMENTS }, () => ({ id: newId(), ...next() }));
  await sql`insert into item (id, hub_id, space_id, scope_id, kind, title, content, size, processing_state, created_by, updated_by)
    select id, ${hubId}, ${spaceId}, ${scopeId}, 'document', title, content, octet_length(content), 'queued', ${userId}, ${userId}
    from json_to_recordset(${JSON.stringify(documents)}::json) as one (id uuid, title text, content text)`.execute(
    database,
  );
  await queueIndexing(
    database,
    documents.map(({ id }) => ({ hubId, kind: INDEX_ITEM, targetId: id })),
  );
}

/** Waits until nothing is in the outbox. @returns milliseconds */
async function untilIndexed(database: Database): Promise<number> {
  const begin = performance.now();
  while ((await sql`select from index_outbox limit 1`.execute(database)).rows.length > 0) await sleep(20);
  return performance.now() - begin;
}

/** What one document of a backlog costs the indexer, in a hub that has as many already. */
export const indexingBench: Bench = {
  name: 'indexing',
  async run() {
    const folder = temporaryFolder();
    const server = await startEmbeddedPostgres(join(folder, 'postgres'), {});
    const { host, port, user } = server.connection;
    const rows: BenchRow[] = [];
    const database = openDatabase(openPool({ host, port, user, database: 'postgres' }, 4));
    const { log } = fastify({ logger: false });
    try {
      await migrate(database);
      for (const turn of ['in an empty hub', 'in the next hub']) {
        await queueDocuments(database, turn.replaceAll(' ', '-'));
        const indexer = new Indexer({
          ...{ connection: { host, port, user, database: 'postgres' }, database, log },
          sources: { [INDEX_ITEM]: itemSource() },
        });
        const [before, own] = [processorTime(process.pid, { descendants: true }), processorTime(process.pid)];
        indexer.start();
        const ms = await untilIndexed(database);
        const node = processorTime(process.pid) - own;
        const all = processorTime(process.pid, { descendants: true }) - before;
        await indexer.stop();
        rows.push({
          work: `a document of 2 kB indexed, of ${DOCUMENTS} that wait ${turn}`,
          value: all / DOCUMENTS,
          unit: 'ms of the processor',
          note: `Node ${(node / DOCUMENTS).toFixed(2)}, PostgreSQL ${((all - node) / DOCUMENTS).toFixed(2)} ms; ${(DOCUMENTS / (ms / 1_000)).toFixed(0)} /s`,
        });
      }
      return rows;
    } finally {
      await database.destroy();
      await server.stop();
      removeFolder(folder);
    }
  },
};

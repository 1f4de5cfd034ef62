import { ItemCountMerger } from '#server/items/item/item-count-merger.ts';
import type { Connection } from '#server/platform/database/database.ts';
import { Indexer } from '#server/platform/indexing/indexer.ts';
import { queueOutdatedHubs } from '#server/platform/indexing/reindex.ts';
import type { Services } from '#server/platform/services.ts';
import { indexSources } from './index-sources.ts';
import { tasks } from './tasks.ts';

/** Background work that runs until it is stopped. */
export type Worker = {
  /** Starts nothing new, gives what runs a short time, and leaves the rest to other workers. */
  stop(): Promise<void>;
};

/**
 * Starts all that a process with the role `worker` does: jobs, indexing for search, and counts of items. Everything here shares its work with the
 * other workers on the same database, and is taken over by them where this process is killed.
 * @param services with the connections for background work as `database`
 * @param connection to the same database, for a connection of its own
 */
export async function startWorker(services: Services, connection: Connection): Promise<Worker> {
  const { database, log } = services;
  const indexer = new Indexer({ connection, database, sources: indexSources(services), log });
  await Promise.all([services.jobs.start(tasks(services), log), queueOutdatedHubs(database)]);
  const counts = new ItemCountMerger(database, log);
  indexer.start();
  counts.start();
  return {
    async stop() {
      await Promise.all([services.jobs.stop(), indexer.stop(), counts.stop()]);
    },
  };
}

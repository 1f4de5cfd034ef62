import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable } from '#server/platform/database/unavailable.ts';
import { mergeItemCounts } from './item-counts.repo.ts';

/** How often changes of counts are merged, in milliseconds: what waits is added up by each reader. */
const EVERY_MS = 1_000;

/** Merges changes of item counts from time to time; of several processes one does it. */
export class ItemCountMerger {
  readonly #database: Database;
  readonly #log: FastifyBaseLogger;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;

  constructor(database: Database, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Waits for the batch that is being merged. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      try {
        while (!signal.aborted && (await mergeItemCounts(this.#database)));
      } catch (error) {
        if (!signal.aborted && !isDatabaseUnavailable(error))
          this.#log.error({ err: error }, 'item counts were not merged');
      }
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { isLockRefused } from './change-columns.ts';
import type { Watch } from './column-watch.ts';

/** How long a build waits in all for transactions that began before it, in milliseconds. */
const BUILD_MS = 600_000;

/**
 * Builds an index while rows are read and written; not in a transaction. Where transactions that began before it last longer
 * than a connection waits for locks, it alone begins again.
 * @param create the statement, `create index concurrently`
 */
export async function buildIndex(
  database: Database,
  name: string,
  create: RawBuilder<unknown>,
  { signal, onBatch }: Watch,
): Promise<void> {
  const deadline = performance.now() + BUILD_MS;
  for (;;) {
    signal.throwIfAborted();
    await onBatch(0);
    try {
      // One that was not finished stays, also after a kill, and is used by nobody.
      await sql`drop index concurrently if exists ${sql.id('tables', name)}`.execute(database);
      await create.execute(database);
      return;
    } catch (error) {
      if (!isLockRefused(error) || performance.now() > deadline) throw error;
    }
  }
}

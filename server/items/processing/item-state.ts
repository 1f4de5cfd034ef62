import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { ProcessingState } from '#server/platform/database/schema/items.ts';

/** How far the reading of an item's file is; `progress` from 0 to 1. */
export type ItemState = {
  state: ProcessingState;
  code?: string;
  reason?: string;
  progress?: number;
  /** The facts extracted from the file. */
  meta?: object;
};

/** The item that is read, and the job that reads it. */
export type ItemJob = { item: string; job: string };

/**
 * Records a state on the item and on the job that its uploader may query. In a transaction, it is the only
 * write to the item: PostgreSQL checks the references of a row that is written twice again, and so would wait
 * for the item's space while the item is locked, which a concurrent move or trash does in the opposite order.
 */
export async function setProcessingState(
  database: Database | Transaction,
  ids: ItemJob,
  now: ItemState,
): Promise<void> {
  const { state, code = null, reason = null, progress = null, meta } = now;
  await database
    .updateTable('item')
    .set({
      processing_state: state,
      processing_code: code,
      processing_reason: reason,
      processing_progress: progress,
      ...(meta ? { meta: JSON.stringify(meta) } : {}),
    })
    .where('id', '=', ids.item)
    .execute();
  await database
    .updateTable('job')
    .set({
      state,
      reason,
      progress: state === 'ready' ? 1 : progress,
      done: state === 'ready' ? 1 : 0,
      rejected: state === 'failed' ? 1 : 0,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', ids.job)
    .execute();
}

/** A progress is worth a write when it has grown by this much. */
const STEP = 0.05;

/** Records growing progress, one write at a time; `settled` resolves once the last is written. */
export function progressWriter(database: Database, ids: ItemJob) {
  let shown = 0;
  let writing: Promise<void> = Promise.resolve();
  return {
    note(done: number, total: number): void {
      const progress = total > 0 ? Math.min(1, done / total) : 0;
      if (progress - shown < STEP) return;
      shown = progress;
      writing = writing.then(() => setProcessingState(database, ids, { state: 'running', progress }));
      // Rethrown by `settled`; until then nothing else awaits it.
      writing.catch(() => undefined);
    },
    /** Rejects where one could not be written. */
    settled: (): Promise<void> => writing,
  };
}

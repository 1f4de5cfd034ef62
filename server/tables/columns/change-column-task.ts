import { sql } from 'kysely';
import { isRecord } from '#lib/text/is-record.ts';
import { activeSerializedLinks } from '#server/access/links/recheck-links.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { changeColumn, dropUnusedColumns, prepareValueColumn } from './column.service.ts';
import { finishColumnChange } from './queue-column-change.ts';

/** How often the progress is stored at most, in milliseconds. */
const REPORT_MS = 500;

type Change = { job: string; item: string; column: string };

const changeOf = ({ job, item, column }: TaskPayload): Change => ({
  job: String(job),
  item: String(item),
  column: String(column),
});

/** @throws the error, unless others were using the table */
function unlessBusy(error: unknown): void {
  if (!(error instanceof ApiError) || error.code !== 'table_busy') throw error;
}

/** Stores how many rows are done, outside of the transaction that rewrites them. */
function progressOf({ database }: Services, job: string, total: number) {
  let last = 0;
  return async (done: number): Promise<void> => {
    if (performance.now() - last < REPORT_MS) return;
    last = performance.now();
    const progress = Math.min(0.99, done / Math.max(1, total));
    await sql`update job set state = 'running', done = ${done}, progress = ${progress}, updated_at = now()
      where id = ${job}`.execute(database);
  };
}

/** Rewrites the values of a column in one transaction; after a kill or a stop, from the beginning. */
export function changeColumnTask(services: Services): Task {
  const { database, changeEvents } = services;
  return {
    queue: 'imports',
    async run(payload, { signal }) {
      const change = changeOf(payload);
      const { rows } = await sql`select from table_column
        where item_id = ${change.item} and column_id = ${change.column} and options->>'changing' = ${change.job}`.execute(
        database,
      );
      // Nobody waits for it: it was done before a kill, or the column is gone.
      if (rows.length === 0) return finishColumnChange(database, change, { reason: null });
      const caller: SignedIn = {
        user: { id: String(payload.user), email: '', isEmailVerified: false, activeHubId: null },
        sessionId: null,
        links: await activeSerializedLinks(database, String(payload.links ?? '')),
        origin: { address: '', userAgent: '' },
      };
      // Where others read the table without a pause, the next change drops them.
      const dropUnused = () =>
        dropUnusedColumns(services, { id: change.item }, change.column).catch(unlessBusy);
      try {
        const item = authorizeItem(await itemById(database, caller, change.item), 'item.change');
        const read: unknown = payload.change === null ? {} : JSON.parse(String(payload.change));
        const sent = isRecord(read) ? read : {};
        // What a kill left.
        await dropUnused();
        const prepared = await prepareValueColumn(services, caller, item, change.column, sent);
        try {
          await changeColumn(services, caller, item, change.column, sent, {
            expected: Number(payload.revision),
            job: change.job,
            isNew: payload.change === null,
            prepared,
            signal,
            onRows: progressOf(services, change.job, Number(item.meta.rows)),
          });
        } finally {
          await dropUnused();
        }
        await finishColumnChange(database, change, { reason: null });
        changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id });
      } catch (error) {
        // While others write to the table it is tried again later.
        if (!(error instanceof ApiError) || error.code === 'table_busy') throw error;
        const isNew = payload.change === null;
        await finishColumnChange(database, change, { reason: error.message, isNew });
        if (isNew) await dropUnused();
      }
    },
    async giveUp(payload) {
      const reason = 'The change was interrupted too often. Try it again when fewer people use the table.';
      await finishColumnChange(database, changeOf(payload), { reason, isNew: payload.change === null });
    },
  };
}

import { activeSerializedLinks } from '#server/access/links/recheck-links.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { withBulkHeap } from '#server/platform/bulk-heap.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { withBulkIndexingResting } from '#server/platform/indexing/bulk-rest.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import type { Table } from '../table/table.ts';
import { linkedItems } from '../writes/write-rows.ts';
import { findBulkChange, finishBulkChange } from './bulk-change.repo.ts';
import { recordBulkDeletion, stepBulkChange } from './run-bulk-change.ts';

/** How often readers are notified that rows were changed, in milliseconds: not of each, nor of each thousand. */
const EVENTS_MS = 2_000;

/** Who began it, with the links that still give them access. */
async function callerNow(database: Database | Transaction, { user, links }: TaskPayload): Promise<SignedIn> {
  return {
    user: { id: String(user), email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: await activeSerializedLinks(database, String(links ?? '')),
    origin: { address: '', userAgent: '' },
  };
}

/** Ends it where it can't continue; what it changed so far stays. */
function fail(services: Services, payload: TaskPayload, reason: string): Promise<void> {
  return transact(services.database, async (trx) => {
    const bulk = await findBulkChange(trx, String(payload.bulk), { lock: true });
    if (bulk?.state !== 'running') return;
    await finishBulkChange(trx, bulk, 'failed', reason);
    await recordBulkDeletion(trx, await callerNow(trx, payload), bulk.id);
  });
}

const reasonOf = ({ status, message }: ApiError): string =>
  status === 403 || status === 404
    ? 'The change was stopped: who began it may not change this table any more.'
    : message;

/** Changes all rows of a bulk change, a batch after the other; after a kill or a stop, from where it stopped. */
export function bulkChangeTask(services: Services): Task {
  const { database, changeEvents } = services;
  const publish = async (payload: TaskPayload, table: Table) => {
    const others = await transact(database, async (trx) =>
      linkedItems(trx, await callerNow(trx, payload), table),
    );
    for (const { id, hub_id: hubId } of [table.item, ...others])
      changeEvents.publish({ about: 'item', hubId, id });
  };
  return {
    queue: 'imports',
    async run(payload, { signal }) {
      let last: Table | null = null;
      let published = performance.now();
      const runAll = async () => {
        for (;;) {
          signal.throwIfAborted();
          const { isOver, table } = await transact(database, async (trx) =>
            stepBulkChange(trx, await callerNow(trx, payload), String(payload.bulk)),
          );
          last = table ?? last;
          if (isOver) return;
          if (!last || performance.now() - published < EVENTS_MS) continue;
          published = performance.now();
          await publish(payload, last);
        }
      };
      try {
        await withBulkIndexingResting(() => withBulkHeap(runAll));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        await fail(services, payload, reasonOf(error));
      }
      if (last) await publish(payload, last);
    },
    giveUp: (payload) =>
      fail(services, payload, 'The change was interrupted too often. What was changed until then stays.'),
  };
}

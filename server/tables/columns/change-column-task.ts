import { sql } from 'kysely';
import { changeColumnRequest } from '#lib/contract/column-request.ts';
import { activeSerializedLinks } from '#server/access/links/recheck-links.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { type ItemView, itemById } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { dropUnusedColumns } from './column.service.ts';
import type { Watch } from './column-watch.ts';
import { failNewColumn, finishColumnChange } from './finish-column-change.ts';
import { makeUnique, planUnique } from './make-unique.ts';
import { catchUp, compareStaged, stageAllRows } from './staged-change.ts';
import { indexRowsBehind, removeRetiredValues } from './staged-column.repo.ts';
import {
  ChangeCancelled,
  PlanOutdated,
  prepareChange,
  switchColumns,
  type WantedChange,
} from './switch-columns.ts';
import { isTableBusy, switchWhenPossible } from './switch-when-possible.ts';
import { buildUniqueIndex } from './unique-values.ts';

/** How often a change begins again where other columns are changed meanwhile. */
const PLANS_MAX = 5;
/** How long it tries to switch while others write without a pause, in milliseconds. */
const SWITCH_MS = 600_000;

type Change = WantedChange & { item: string; isNew: boolean };

function changeOf({ job, item, column, change, revision }: TaskPayload): Change {
  const sent: unknown = typeof change === 'string' ? JSON.parse(change) : {};
  return {
    job: String(job),
    item: String(item),
    column: String(column),
    sent: changeColumnRequest.parse(sent),
    expected: Number(revision),
    isNew: change === null,
  };
}

/** Removes what no column has any more: values of before, or what a kill or a cancelled change left. */
async function removeUnused(services: Services, { item }: Pick<Change, 'item'>): Promise<void> {
  const { database } = services;
  const { rows } = await sql`select from user_table where item_id = ${item}`.execute(database);
  if (rows.length === 0) return;
  await dropUnusedColumns(services, item).catch((error) => {
    // Where others read the table without a pause, the next change drops them.
    if (!isTableBusy(error)) throw error;
  });
  await removeRetiredValues(database, item);
}

/** Counts and stores how many rows are done. @throws ChangeCancelled */
function progressOf({ database }: Services, job: string, total: number): Watch['onBatch'] {
  let done = 0;
  return async (more) => {
    done += more;
    const progress = Math.min(0.99, done / Math.max(1, total));
    const { rows } = await sql`update job set state = 'running', done = ${done}, progress = ${progress},
      updated_at = now() where id = ${job} and state in ('queued', 'running') returning id`.execute(database);
    if (rows.length === 0) throw new ChangeCancelled();
  };
}

async function makeChange(
  services: Services,
  caller: SignedIn,
  item: Authorized<ItemView, 'item.change'>,
  change: Change,
  signal: AbortSignal,
): Promise<void> {
  const { database } = services;
  const planned = await planUnique(services, caller, item, change);
  if (planned) {
    const onBatch = progressOf(services, change.job, Number(item.meta.rows));
    return makeUnique({ services, caller, item, wanted: change }, planned, { signal, onBatch });
  }
  for (let plans = 1; ; plans += 1) {
    const watch = { signal, onBatch: progressOf(services, change.job, Number(item.meta.rows)) };
    const staged = await prepareChange(services, caller, item, change);
    try {
      await stageAllRows(database, staged, watch);
      await indexRowsBehind(database, item.id, staged.marker, watch);
      for (const column of staged.columns) await buildUniqueIndex(database, item.id, column, watch);
      const deadline = performance.now() + SWITCH_MS;
      return await switchWhenPossible({
        catchUp: async () => {
          await catchUp(database, staged, { ...watch, deadline });
          await compareStaged(database, staged);
        },
        switchOver: () => switchColumns(services, caller, item, change, staged),
        deadline,
        signal,
      });
    } catch (error) {
      if (!(error instanceof PlanOutdated) || plans === PLANS_MAX) throw error;
      await removeUnused(services, change);
    }
  }
}

/** Who made the change, with the links that are still active. */
async function callerOf({ database }: Services, { user, links }: TaskPayload): Promise<SignedIn> {
  return {
    user: { id: String(user), email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: await activeSerializedLinks(database, String(links ?? '')),
    origin: { address: '', userAgent: '' },
  };
}

/** Ends a change that was not made. @param reason null where it was cancelled */
function recordFailure(
  services: Services,
  caller: SignedIn,
  change: Change,
  reason: string | null,
): Promise<void> {
  if (change.isNew && reason !== null) return failNewColumn(services, caller, change, reason);
  return finishColumnChange(services.database, change, reason);
}

/**
 * Changes the values of a column of many rows: the new ones are written beside those of before, a batch after the other, and
 * take their place at last. After a kill or a stop, from the beginning.
 */
export function changeColumnTask(services: Services): Task {
  const { database, changeEvents } = services;
  return {
    queue: 'imports',
    async run(payload, { signal }) {
      const change = changeOf(payload);
      // What a kill left.
      await removeUnused(services, change);
      if (payload.job === null) return;
      const { rows } = await sql`select from table_column
        where item_id = ${change.item} and column_id = ${change.column} and options->>'changing' = ${change.job}`.execute(
        database,
      );
      // Nobody waits for it: it was done before a kill, or cancelled, or the column no longer exists.
      if (rows.length === 0) return finishColumnChange(database, change);
      const caller = await callerOf(services, payload);
      try {
        const item = authorizeItem(await itemById(database, caller, change.item), 'item.change');
        await makeChange(services, caller, item, change, signal);
        changeEvents.publish({ about: 'item', hubId: item.hub_id, id: item.id });
      } catch (error) {
        const isOver = error instanceof ChangeCancelled || (error instanceof ApiError && !isTableBusy(error));
        // While others write to the table without a pause it is tried again later.
        if (!isOver) throw error;
        const reason = error instanceof ApiError ? error.message : null;
        await recordFailure(services, caller, change, reason);
      }
      await removeUnused(services, change);
    },
    async giveUp(payload) {
      if (payload.job === null) return;
      const change = changeOf(payload);
      const reason = 'The change was interrupted too often. Try it again when fewer people use the table.';
      await recordFailure(services, await callerOf(services, payload), change, reason);
      await removeUnused(services, change);
    },
  };
}

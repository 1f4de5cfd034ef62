import { activeSerializedLinks, serializeActiveLinks } from '#server/access/links/recheck-links.ts';
import { assignItemScopes } from '#server/access/policy/assign-scopes.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { withFolderScopes } from '#server/access/policy/folder-scope.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { rewriteScopes } from '#server/access/policy/rewrite-scopes.ts';
import { assignItemScope, lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import { inTransaction } from '#server/api/route.ts';
import { queueProcessing } from '#server/items/processing/queue-processing.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { hubTenant } from '#server/platform/database/tenant.ts';
import { ApiError, conflict, notFound } from '#server/platform/http/api-error.ts';
import type { Task, TaskPayload } from '#server/platform/jobs/jobs.ts';
import { queuePurge } from '#server/platform/jobs/queue-purge.ts';
import type { Services } from '#server/platform/services.ts';
import { idsIn } from './copied-ids.ts';
import { copyTree, copyWidths } from './copy.repo.ts';
import { copyOf, planCopy, ROWS_COPIED_MAX, tooManyRows, type WantedCopy } from './copy-item.ts';
import { authorizedDestination, type Destination, destinationSpaceId } from './destination.ts';
import { type ItemView, insertItem, itemById, type NewItem } from './item.repo.ts';
import type { SignedIn } from './item.service.ts';
import { itemKindHandler } from './item-kinds.ts';
import { lockOrder, placeBehind } from './item-position.ts';
import {
  activeCopy,
  attachFilesOfCopy,
  COPY_ITEMS,
  copiesOf,
  countActiveCopies,
  deleteCopyPlan,
  type LargeCopy,
  markCopiedPurged,
  moveFilesBeside,
  nextToCopy,
  recordCopied,
  restrictCopied,
  saveCopyOutcome,
  saveCopyPlan,
  type WaitingRow,
} from './large-copy.repo.ts';

/** The most items of one copy. */
const ITEMS_MAX = 100_000;
/** The most tables among them, and rows of all these together. */
const TABLES_MAX = 1_000;
const ROWS_MAX = 1_000_000;
/** The most copies of a user that have not ended. */
const ACTIVE_MAX = 5;
/** Items that are written in one transaction. */
const BATCH = 200;

const CANCELLED = 'The copy was cancelled. Nothing was added.';

/** The copy can't continue; the message is for its user. */
class CopyStopped extends Error {}

/**
 * Queues the copy of an item of any size. @returns the job's id
 * @throws ApiError as `copyItem` does for its destination
 */
export function startLargeCopy(
  services: Services,
  caller: SignedIn,
  { id }: Authorized<ItemView, 'item.download'>,
  wanted: WantedCopy,
): Promise<string> {
  return inTransaction(services, async (trx) => {
    const { source, to, title } = await planCopy(trx, caller, id, wanted);
    if ((await countActiveCopies(trx, caller.user.id)) >= ACTIVE_MAX)
      throw conflict('too_many_copies', `Wait until one of your ${ACTIVE_MAX} copies has ended.`);
    const jobId = newId();
    const { hub_id } = source;
    await trx
      .insertInto('job')
      .values({ id: jobId, hub_id, item_id: null, task: COPY_ITEMS, created_by: caller.user.id })
      .execute();
    await trx
      .insertInto('item_copy')
      .values({
        job_id: jobId,
        original_id: id,
        copy_id: newId(),
        space_id: to.spaceId,
        parent_id: to.parent,
        title,
      })
      .execute();
    const payload = {
      job: jobId,
      user: caller.user.id,
      links: await serializeActiveLinks(trx, caller.links),
    };
    await services.jobs.add(COPY_ITEMS, payload, { transaction: trx, tenant: hubTenant(hub_id) });
    return jobId;
  });
}

async function copierOf(services: Services, { user, links }: TaskPayload): Promise<SignedIn> {
  return {
    user: { id: String(user), email: '', isEmailVerified: false, activeHubId: null },
    sessionId: null,
    links: await activeSerializedLinks(services.database, String(links ?? '')),
    origin: { address: '', userAgent: '' },
  };
}

type Allowed = { source: Authorized<ItemView, 'item.download'>; to: Destination };

/** What the copy is made of, and where to, if its user may still do that: checked for each batch. */
async function requireAllowed(trx: Transaction, caller: SignedIn, copy: LargeCopy): Promise<Allowed> {
  try {
    const source = authorizeItem(await itemById(trx, caller, copy.original_id), 'item.download');
    // Guests and holders of a link reach a folder without its space.
    const space = copy.parent_id
      ? undefined
      : await trx.selectFrom('space').select('slug').where('id', '=', copy.space_id).executeTakeFirst();
    const wanted = { ids: [copy.original_id], space: space?.slug, parent: copy.parent_id };
    const target = await destinationSpaceId(trx, caller, wanted);
    if (target.spaceId !== copy.space_id) throw notFound('This folder');
    return { source, to: await authorizedDestination(trx, caller, target, copy.parent_id) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    throw new CopyStopped(
      'The copy was stopped: the original is gone, or its user may not see it or add to the destination any more. Nothing was added.',
    );
  }
}

/** The first pass: what the copy consists of, before anything is written. */
function plan(services: Services, caller: SignedIn, jobId: string): Promise<void> {
  return transact(services.database, async (trx) => {
    const copy = await activeCopy(trx, jobId, { lock: true });
    // Another run of the same job was quicker, or it was cancelled.
    if (!copy || copy.items !== null) return;
    const { source } = await requireAllowed(trx, caller, copy);
    const tree = await copyTree(trx, caller, source.id, ITEMS_MAX + 1);
    if (tree.length > ITEMS_MAX)
      throw new CopyStopped(
        `A folder with more than ${ITEMS_MAX.toLocaleString('en')} items can not be copied. Copy the folders in it one after the other.`,
      );
    const tables = tree.flatMap(({ rows }) => (rows === null ? [] : [rows]));
    if (tables.some((rows) => rows > ROWS_COPIED_MAX)) throw new CopyStopped(tooManyRows('A table'));
    if (tables.length > TABLES_MAX || tables.reduce((sum, rows) => sum + rows, 0) > ROWS_MAX)
      throw new CopyStopped(
        `At most ${TABLES_MAX.toLocaleString('en')} tables with ${ROWS_MAX.toLocaleString('en')} rows in all can be copied together. Nothing was added.`,
      );
    await saveCopyPlan(trx, copy, tree);
  });
}

type Copied = WaitingRow & { row: NewItem };

/**
 * The rows of the next items. Until the copy is complete, its first lies apart at the top of the space, in a scope of its
 * own that lists nobody, which all below inherit (`scope-entries.ts`).
 */
async function rowsOf(trx: Transaction, copy: LargeCopy, waiting: readonly WaitingRow[]): Promise<Copied[]> {
  const { scope_id: top } = await trx
    .selectFrom('space')
    .select('scope_id')
    .where('id', '=', copy.space_id)
    .executeTakeFirstOrThrow();
  const named = waiting.flatMap(({ original }) =>
    original?.kind === 'document' ? idsIn(original.content) : [],
  );
  const copies = await copiesOf(trx, copy, named);
  return waiting.flatMap((one): Copied[] => {
    const { original, item_id: id, copy_parent_id: parent } = one;
    const scopeId = parent === null ? top : one.copy_scope_id;
    if (!original || scopeId === null) return [];
    const { hub_id, space_id, created_by } = copy;
    const own = { id, hub_id, space_id, scope_id: scopeId, parent_id: parent, created_by };
    const made = copyOf(original, own, copies);
    return [
      {
        ...one,
        row: parent === null ? { ...made, title: copy.title, visibility: 'private', position: null } : made,
      },
    ];
  });
}

/** Writes the next items. @returns false where all are written, or the copy has ended */
function copySome(services: Services, caller: SignedIn, jobId: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const copy = await activeCopy(trx, jobId, { lock: true });
    if (!copy) return false;
    await requireAllowed(trx, caller, copy);
    const waiting = await nextToCopy(trx, caller, jobId, BATCH);
    if (waiting.length === 0) return false;
    // Rows may have been added since the plan was made.
    if (waiting.some(({ original }) => (original?.rows ?? 0) > ROWS_COPIED_MAX))
      throw new CopyStopped(tooManyRows('A table'));
    const copied = await rowsOf(trx, copy, waiting);
    await Promise.all(copied.map(({ row }) => insertItem(trx, row)));
    await assignItemScopes(
      trx,
      copied.flatMap(({ row }) => (row.visibility === 'shared' ? [] : [row])),
    );
    for (const { original, row } of copied)
      if (original) await itemKindHandler(row.kind)?.copy(trx, original.id, row);
    await copyWidths(trx, copied);
    // A file is extracted again: the previews belong to the original.
    for (const { row } of copied)
      if (row.file_sha256) await queueProcessing(trx, services.jobs, row, row.created_by);
    const positions = new Set(copied.map(({ position }) => position));
    await recordCopied(trx, copy, {
      copied: [...positions],
      leftOut: waiting.flatMap(({ position }) => (positions.has(position) ? [] : [position])),
    });
    return true;
  });
}

/** Shows the complete copy where it belongs, in one step. */
function publish(services: Services, caller: SignedIn, jobId: string): Promise<void> {
  return transact(services.database, async (trx) => {
    const before = await activeCopy(trx, jobId);
    if (!before) return;
    await lockOrder(trx, before.space_id);
    await lockSpaceTreesExclusive(trx, [before.space_id]);
    const copy = await activeCopy(trx, jobId, { lock: true });
    if (!copy) return;
    const { source, to } = await requireAllowed(trx, caller, copy);
    const visibility = source.visibility === 'private' ? 'private' : 'shared';
    const { hub_id, copy_id: id, space_id } = copy;
    const restricted = await restrictCopied(trx, jobId);
    await attachFilesOfCopy(trx, jobId);
    const beside = source.kind === 'document' ? await moveFilesBeside(trx, copy, to.parent) : [];
    const moved = new Set(beside.map((file) => file.id));
    const own = await deleteCopyPlan(trx, jobId);
    await trx.updateTable('item').set({ parent_id: to.parent, visibility }).where('id', '=', id).execute();
    await placeBehind(trx, { id, space_id, parent_id: to.parent, kind: source.kind }, source.id);
    await assignItemScope(trx, { id, hub_id, space_id, parent_id: to.parent, visibility });
    await assignItemScopes(trx, [...restricted.filter((one) => !moved.has(one.id)), ...beside]);
    await rewriteScopes(trx, own);
    await saveCopyOutcome(trx, jobId, null);
  });
}

/** Ends a copy that is not complete: what was written of it, which nobody saw, is purged. @returns false where it has ended */
async function deleteIncomplete(services: Services, jobId: string, reason: string): Promise<boolean> {
  return transact(services.database, async (trx) => {
    const copy = await activeCopy(trx, jobId, { lock: true });
    if (!copy) return false;
    await markCopiedPurged(trx, jobId);
    await deleteCopyPlan(trx, jobId);
    await saveCopyOutcome(trx, jobId, reason);
    await queuePurge(services.jobs, copy.hub_id, trx);
    return true;
  });
}

/** Ends a user's own copy on request. @throws ApiError 409 where it has ended */
export async function cancelLargeCopy(services: Services, jobId: string): Promise<void> {
  if (!(await deleteIncomplete(services, jobId, CANCELLED)))
    throw conflict('job_ended', 'This copy has ended already.');
}

/**
 * Copies an item of any size: first what it consists of, with an id for each item, then some in a transaction each, with
 * the note that they are done. After a kill it continues behind the last of them. Nobody sees any of it before all of it
 * is written.
 */
export function copyItemsTask(services: Services): Task {
  const { database, changeEvents } = services;
  return {
    queue: 'imports',
    async run(payload, { signal }) {
      const jobId = String(payload.job);
      const copy = await activeCopy(database, jobId);
      if (!copy) return;
      // Links may expire meanwhile.
      const copier = () => copierOf(services, payload);
      try {
        await plan(services, await copier(), jobId);
        while (await copySome(services, await copier(), jobId)) signal.throwIfAborted();
        const caller = await copier();
        await withFolderScopes(services, () => publish(services, caller, jobId));
      } catch (error) {
        if (!(error instanceof CopyStopped)) throw error;
        await deleteIncomplete(services, jobId, error.message);
        return;
      }
      changeEvents.publish({ about: 'item', hubId: copy.hub_id, id: copy.copy_id });
    },
    async giveUp({ job }) {
      await deleteIncomplete(services, String(job), 'The copy was interrupted too often. Nothing was added.');
    },
  };
}

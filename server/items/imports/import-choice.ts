import { sql } from 'kysely';
import type { ImportPlan } from '#lib/contract/job.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { finishImport, lockActiveImport } from './document-import.repo.ts';
import { addImportTask } from './import-task.ts';
import { spaceOfImport } from './space-of-import.ts';

/** Imports of one person that wait for a choice at most: each takes as much room as its file. */
const WAITING_MAX = 5;
const WAITING_DAYS_MAX = 30;

/** The source of an import whose files are new, whatever is here of their name. */
export const sourceOfItsOwn = (parentId: string | null | undefined, importId: string): string =>
  `${parentId ?? ''}/${importId}`;

/** An import that has its plan, and waits for its user to say what it does with what is here already. */
const WAITS = sql<boolean>`reading.existing = 'choose' and reading.is_planned and reading.file_sha256 is not null`;

/** What an import that waits would do; null for one that doesn't wait. */
export async function waitingPlan(
  database: Database | Transaction,
  jobId: string,
): Promise<ImportPlan | null> {
  const { rows } = await sql<ImportPlan>`
    select count(known.item_id) filter (where file.reason is null)::int as update,
      count(known.item_id) filter (where file.reason is not null)::int as unchanged,
      (count(*) - count(known.item_id))::int as add
    from document_import reading
      join document_import_file file on file.job_id = reading.job_id and file.kind <> 'folder' and file.status is null
      left join import_source known on known.item_id = file.item_id
    where reading.job_id = ${jobId} and ${WAITS}
    group by reading.job_id`.execute(database);
  return rows[0] ?? null;
}

/** Lets an import continue whose files are all new: there is nothing to choose. */
export async function skipNeedlessChoice(trx: Transaction, jobId: string): Promise<void> {
  const plan = await waitingPlan(trx, jobId);
  if (plan && plan.update + plan.unchanged > 0) return;
  await sql`update document_import set existing = 'update' where job_id = ${jobId} and existing = 'choose'`.execute(
    trx,
  );
}

/**
 * Those that may have to wait once they are planned count, too, and several that are sent at once are counted one after the other.
 * @throws ApiError 409 where too many imports wait for this person
 */
export async function refuseTooManyWaiting(trx: Transaction, { user }: SignedIn): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting imports ${user.id}`}, 0))`.execute(trx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from job join document_import reading on reading.job_id = job.id
    where job.created_by = ${user.id} and reading.existing = 'choose' and reading.file_sha256 is not null`.execute(
    trx,
  );
  if ((rows[0]?.count ?? 0) < WAITING_MAX) return;
  throw conflict(
    'too_many_waiting_files',
    'Too many of your imports wait for a choice. Continue or cancel one of them first.',
  );
}

/**
 * Continues an import that waits: it updates what is here of its source, or adds everything as new. It is planned again,
 * as what is here may have changed since.
 * @throws ApiError 404 where its user may not add to the space any more, 409 where it doesn't wait
 */
export async function chooseExisting(
  services: Services,
  caller: SignedIn,
  jobId: string,
  existing: 'update' | 'add',
): Promise<void> {
  const { database, jobs } = services;
  const space = await spaceOfImport(database, jobId);
  if (!space) throw notFound('This job');
  authorizeSpace(
    await spaceOfHub(database, space.hub_id, { slug: space.slug, userId: caller.user.id }),
    'space.create_item',
  );
  await transact(database, async (trx) => {
    if (!(await lockActiveImport(trx, jobId))) throw conflict('job_ended', 'This import has ended already.');
    if (!(await waitingPlan(trx, jobId))) throw conflict('import_begun', 'This import has begun already.');
    await sql`delete from document_import_file where job_id = ${jobId}`.execute(trx);
    await sql`update document_import set existing = ${existing}, is_planned = false,
        source = case when ${existing === 'add'} then ${sourceOfItsOwn('', jobId)} else source end
      where job_id = ${jobId}`.execute(trx);
    await sql`update job set state = 'queued', progress = 0, rejected = 0, updated_at = now()
      where id = ${jobId}`.execute(trx);
    await addImportTask(jobs, trx, caller, { jobId, hubId: space.hub_id });
  });
}

/** Ends imports that waited too long: their files take room. */
export async function stopWaitingImports(database: Database, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ id: string }>`select job.id
    from job join document_import reading on reading.job_id = job.id
    where ${WAITS} and job.updated_at < now() - make_interval(days => ${WAITING_DAYS_MAX})`.execute(database);
  for (const { id } of rows) {
    signal.throwIfAborted();
    await transact(database, async (trx) => {
      if (!(await lockActiveImport(trx, id)) || !(await waitingPlan(trx, id))) return;
      const reason = `The import waited for a choice for ${WAITING_DAYS_MAX} days.`;
      await finishImport(trx, id, { reason });
    });
  }
}

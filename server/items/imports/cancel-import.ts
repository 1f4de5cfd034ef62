import { recordAuditEvent } from '#server/access/audit/record.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { transact } from '#server/platform/database/after-commit.ts';
import { conflict } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { type DocumentImport, finishImport, lockActiveImport, saveProgress } from './document-import.repo.ts';
import { IMPORT_CANCELLED } from './import-stopped.ts';
import { spaceOfImport } from './space-of-import.ts';

type Importer = Caller & { user: NonNullable<Caller['user']> };

/** Ends an import, and records what it wrote; what was written stays. @returns false where it has ended before */
export async function completeImport(
  services: Services,
  importer: Importer,
  reading: Pick<DocumentImport, 'job_id' | 'hub_id' | 'space_id'>,
  { reason, note = null }: { reason: string | null; note?: string | null },
): Promise<boolean> {
  const hasEnded = await transact(services.database, async (trx) => {
    if (!(await lockActiveImport(trx, reading.job_id))) return false;
    await saveProgress(trx, reading.job_id);
    await finishImport(trx, reading.job_id, { reason, note });
    const outcome = await trx
      .selectFrom('job')
      .innerJoin('space', (on) => on.on('space.id', '=', reading.space_id))
      .select(['job.done', 'job.rejected', 'space.name', 'space.scope_id'])
      .where('job.id', '=', reading.job_id)
      .executeTakeFirst();
    if (!outcome || outcome.done === 0) return true;
    await recordAuditEvent(trx, importer, {
      hubId: reading.hub_id,
      action: 'space.imported',
      target: { kind: 'space', id: reading.space_id, name: outcome.name },
      scopeId: outcome.scope_id,
      details: { files: outcome.done, refused: outcome.rejected },
    });
    return true;
  });
  services.changeEvents.publish({ about: 'space', hubId: reading.hub_id, id: reading.space_id });
  return hasEnded;
}

/**
 * Ends a user's own import on request: the file that is being written is completed, and no other is begun.
 * @throws ApiError 409 where it has ended
 */
export async function cancelImport(services: Services, importer: Importer, jobId: string): Promise<void> {
  const space = await spaceOfImport(services.database, jobId);
  const reading = space && { job_id: jobId, hub_id: space.hub_id, space_id: space.id };
  if (!reading || !(await completeImport(services, importer, reading, { reason: IMPORT_CANCELLED })))
    throw conflict('job_ended', 'This import has ended already.');
}

import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { countUnchanged, importReport } from './document-import.repo.ts';
import { waitingPlan } from './import-choice.ts';
import { IMPORT_DOCUMENTS } from './import-task.ts';
import { spaceOfImport } from './space-of-import.ts';

type JobRow = { id: string; task: string; state: string; created_by: string };

/** Whether a job is an import of documents. */
export const isDocumentImport = ({ task }: Pick<JobRow, 'task'>): boolean => task === IMPORT_DOCUMENTS;

/**
 * An import of documents is its user's alone, while they may see its space.
 * @throws ApiError 404 for everybody else
 */
export async function requireOwnImport(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  job: JobRow,
): Promise<void> {
  const space = job.created_by === caller.user?.id ? await spaceOfImport(database, job.id) : undefined;
  if (!space) throw notFound('This job');
  const { slug, hub_id } = space;
  try {
    authorizeSpace(await spaceOfHub(database, hub_id, { slug, userId: job.created_by }), 'space.view');
  } catch {
    throw notFound('This job');
  }
}

/** What became of each file, once the import has ended; of one that waits for a choice, what it would do. */
export async function reportOfJob({ database }: Pick<Services, 'database'>, job: JobRow) {
  if (job.state === 'ready' || job.state === 'failed')
    return {
      result: await importReport(database, job.id),
      unchanged: await countUnchanged(database, job.id),
    };
  const plan = await waitingPlan(database, job.id);
  // It was planned since the job was read.
  return plan ? { plan, state: 'running' as const } : {};
}

import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { spaceOfHub } from '#server/spaces/space/space.repo.ts';
import { itemById } from './item.repo.ts';
import { COPY_ITEMS, copyOfJob } from './large-copy.repo.ts';

type JobRow = { id: string; task: string; state: string; created_by: string };

/** Whether a job is a copy of items. */
export const isLargeCopy = ({ task }: Pick<JobRow, 'task'>): boolean => task === COPY_ITEMS;

/**
 * A copy is its user's alone, while they may see the space or the folder that it goes to.
 * @throws ApiError 404 for everybody else
 */
export async function requireOwnCopy(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  job: JobRow,
): Promise<void> {
  const space = job.created_by === caller.user?.id ? await copyOfJob(database, job.id) : undefined;
  if (!space) throw notFound('This job');
  const { slug, hub_id, parent_id } = space;
  // Guests and holders of a link reach a folder without its space.
  if (parent_id && (await itemById(database, caller, parent_id))?.rank) return;
  try {
    authorizeSpace(await spaceOfHub(database, hub_id, { slug, userId: job.created_by }), 'space.view');
  } catch {
    throw notFound('This job');
  }
}

/** The copy, once it is complete. */
export async function resultOfCopy({ database }: Pick<Services, 'database'>, job: JobRow) {
  const copy = job.state === 'ready' ? await copyOfJob(database, job.id) : undefined;
  if (!copy) return {};
  return { result: [{ name: copy.title, status: 'imported' as const, item_id: copy.copy_id }] };
}

import type { FastifyRequest } from 'fastify';
import { groupIdsOf } from '#server/access/policy/group-ids.ts';
import { principalsOf } from '#server/access/policy/principals.ts';
import { callerOf } from '#server/access/sessions/caller.ts';
import type { Services } from '#server/platform/services.ts';
import type { Exporter } from './export.repo.ts';

/** The user of a download, authorized again from scratch, with their own access. */
export async function readerOf(
  services: Services,
  request: FastifyRequest,
  hubId: string,
): Promise<Exporter> {
  const { user } = await callerOf(services, request, { cookie: 'download' });
  const member = await services.database
    .selectFrom('membership')
    .select('role')
    .where('hub_id', '=', hubId)
    .where('user_id', '=', user?.id ?? null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  const userId = user?.id ?? null;
  const groups = await groupIdsOf(services.database, { hubId, userId });
  return { hubId, principals: principalsOf(userId, member?.role ?? null, groups), everything: false };
}

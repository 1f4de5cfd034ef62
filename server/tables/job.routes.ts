import { job, jobParams } from '#lib/contract/job.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { route } from '#server/api/route.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { isId } from '#server/platform/database/id.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { IMPORT_ROWS } from './import-file.ts';

export const jobRoutes = [
  route({
    method: 'GET',
    path: 'jobs/:id/',
    summary: 'How far a job is, for who may see what it works on',
    auth: 'anyone',
    params: jobParams,
    authorize: async ({ services, caller, params }) => {
      const row = isId(params.id)
        ? await services.database.selectFrom('job').selectAll().where('id', '=', params.id).executeTakeFirst()
        : undefined;
      if (!row?.item_id) throw notFound('This job');
      const worked = await itemById(services.database, caller, row.item_id);
      if (!worked?.rank) throw notFound('This job');
      authorizeItem(worked, 'item.view');
      return row;
    },
    handle: ({ authorized }) => ({
      state: authorized.state,
      id: authorized.id,
      progress: authorized.progress,
      done: authorized.done,
      rejected: authorized.rejected,
      ...(authorized.reason ? { reason: authorized.reason } : {}),
      errors_url:
        authorized.task === IMPORT_ROWS && authorized.rejected > 0
          ? `/api/v1/jobs/${authorized.id}/errors/`
          : null,
    }),
    response: job,
  }),
];

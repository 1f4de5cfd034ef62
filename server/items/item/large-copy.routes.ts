import { copyItemRequest, itemParams } from '#lib/contract/item.ts';
import { job } from '#lib/contract/job.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { queuedJob } from '#server/api/queued-job.ts';
import { route } from '#server/api/route.ts';
import { itemById } from './item.repo.ts';
import { startLargeCopy } from './large-copy.ts';

export const largeCopyRoutes = [
  route({
    method: 'POST',
    path: 'items/:id/copy/job/',
    summary: 'Copy an item of any size by a job, which nobody sees before all of it is copied',
    auth: 'user',
    params: itemParams,
    body: copyItemRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.download'),
    handle: async ({ services, caller, body, authorized }) =>
      queuedJob(await startLargeCopy(services, caller, authorized, body)),
    publishes: 'nothing',
    status: 202,
    response: job,
  }),
];

import { z } from 'zod';
import { hub, hubParams } from '#lib/contract/hub.ts';
import { deletedHub, deleteHubRequest, transferHubRequest } from '#lib/contract/hub-lifecycle.ts';
import { authorizeHub } from '#server/access/policy/hub-policy.ts';
import { route } from '#server/api/route.ts';
import { membersEvent } from '#server/api/write-events.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import { presentHub } from '#server/hubs/hub/hub.presenter.ts';
import { deleteHub, restorableHubs, restoreHub } from './delete-hub.ts';
import { transferHub } from './transfer-hub.ts';

export const hubLifecycleRoutes = [
  route({
    method: 'GET',
    path: 'hubs/deleted/',
    summary: 'Deleted hubs that the caller owned, and may still take back',
    auth: 'user',
    handle: ({ services, caller }) => restorableHubs(services.database, caller.user.id),
    response: z.array(deletedHub),
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/transfer/',
    idempotent: false,
    summary: 'Hand the ownership of a hub to one of its members; the password is asked for again',
    auth: 'user',
    params: hubParams,
    body: transferHubRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.transfer'),
    handle: ({ services, caller, body, authorized, request }) =>
      transferHub(services, request, caller, authorized, body),
    present: presentHub,
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: hub,
  }),
  route({
    method: 'DELETE',
    path: 'hubs/:handle/',
    idempotent: false,
    summary: 'Delete a hub; its owners can take it back for 30 days. The password is asked for again',
    auth: 'user',
    params: hubParams,
    body: deleteHubRequest,
    authorize: async ({ services, caller, params }) =>
      authorizeHub(await findHub(services, caller, params.handle), 'hub.delete'),
    handle: ({ services, caller, body, authorized, request }) =>
      deleteHub(services, request, caller, authorized, body.password),
    publishes: ({ authorized }) => [membersEvent(authorized)],
    response: deletedHub,
  }),
  route({
    method: 'POST',
    path: 'hubs/:handle/restore/',
    summary: 'Take a deleted hub back, for who owned it',
    auth: 'user',
    params: hubParams,
    handle: ({ services, caller, params }) => restoreHub(services, caller, params.handle),
    present: presentHub,
    publishes: ({ result }) => [membersEvent(result)],
    response: hub,
  }),
];

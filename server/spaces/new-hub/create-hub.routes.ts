import { createHubRequest, hub } from '#lib/contract/hub.ts';
import { route } from '#server/api/route.ts';
import { presentHub } from '#server/hubs/hub/hub.presenter.ts';
import { createHub } from './create-hub.ts';

export const createHubRoutes = [
  route({
    method: 'POST',
    path: 'hubs/',
    publishes: 'nothing',
    summary: 'Create a hub; it becomes the active one',
    auth: 'user',
    body: createHubRequest,
    handle: ({ services, caller, body }) => createHub(services, caller, body),
    present: presentHub,
    status: 201,
    response: hub,
  }),
];

import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { formParams } from '#lib/contract/form.ts';
import {
  changeWebhookRequest,
  createWebhookRequest,
  delivery,
  deliveryParams,
  formDeliveryParams,
  formWebhookParams,
  webhook,
  webhookListQuery,
  webhookParams,
} from '#lib/contract/webhook.ts';
import {
  type AuthorizedForWebhooks,
  authorizeFormWebhooks,
  authorizeHubWebhooks,
} from '#server/access/policy/webhook-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { expectedRevision } from '#server/api/if-match.ts';
import { listEnvelope, messageEnvelope, route } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { findHub } from '#server/hubs/hub/discoverable-hub.ts';
import type { Services } from '#server/platform/services.ts';
import { presentDelivery, presentWebhook } from './webhook.presenter.ts';
import { deliveriesOf, listWebhooks } from './webhook.repo.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  findWebhook,
  retryDelivery,
  testWebhook,
} from './webhook.service.ts';

type OfForm = { services: Services; caller: Caller; params: { id: string } };
type OfHub = { services: Services; caller: HubCaller };

const formOwner = async ({ services, caller, params }: OfForm): Promise<AuthorizedForWebhooks> =>
  authorizeFormWebhooks(await formById(services.database, caller, params.id));

const hubOwner = async ({ services, caller }: OfHub): Promise<AuthorizedForWebhooks> =>
  authorizeHubWebhooks(await findHub(services, caller, caller.hub.handle));

type WebhookContext<Body = unknown> = { services: Services; authorized: AuthorizedForWebhooks; body: Body };
type Listed = WebhookContext & { query: { page: number; page_size: number } };
type OneOf = { webhook_id: string };
type SignedIn = Caller & { user: NonNullable<Caller['user']> };

const list = async ({ services, authorized, query: { page, page_size } }: Listed) => {
  const at = { limit: page_size, offset: (page - 1) * page_size };
  const rows = await listWebhooks(services.database, authorized, at);
  return listEnvelope(
    rows.map((row) => presentWebhook(row)),
    { page, page_size },
  );
};
const create = ({
  services,
  authorized,
  body,
  caller,
}: WebhookContext<z.output<typeof createWebhookRequest>> & { caller: SignedIn }) =>
  createWebhook(services, caller, authorized, body);
const change = ({
  services,
  authorized,
  body,
  caller,
  params,
  request,
}: WebhookContext<z.output<typeof changeWebhookRequest>> & {
  caller: SignedIn;
  params: OneOf;
  request: FastifyRequest;
}) => changeWebhook(services, caller, authorized, params.webhook_id, body, expectedRevision(request));
const remove = async ({
  services,
  authorized,
  caller,
  params,
}: WebhookContext & { caller: SignedIn; params: OneOf }) => {
  await deleteWebhook(services, caller, authorized, params.webhook_id);
  return messageEnvelope('The webhook is deleted.');
};
const deliveries = async ({
  services,
  authorized,
  params,
  query: { page, page_size },
}: Listed & { params: OneOf }) => {
  const hook = await findWebhook(services.database, authorized, params.webhook_id);
  const at = { limit: page_size, offset: (page - 1) * page_size };
  const rows = await deliveriesOf(services.database, hook, at);
  return listEnvelope(rows.map(presentDelivery), { page, page_size });
};
const test = ({ services, authorized, params }: WebhookContext & { params: OneOf }) =>
  testWebhook(services, authorized, params.webhook_id);
const retry = ({
  services,
  authorized,
  params,
}: WebhookContext & { params: OneOf & { delivery_id: string } }) =>
  retryDelivery(services, authorized, params.webhook_id, params.delivery_id);

const ofForm = { auth: 'user', authorize: formOwner } as const;
const ofHub = { auth: 'hub user', authorize: hubOwner } as const;

export const webhookRoutes = [
  route({
    method: 'GET',
    path: 'forms/:id/webhooks/',
    summary: 'The webhooks of a form',
    ...ofForm,
    params: formParams,
    query: webhookListQuery,
    handle: list,
    response: z.array(webhook),
  }),
  route({
    method: 'POST',
    path: 'forms/:id/webhooks/',
    publishes: 'nothing',
    summary:
      'Create a webhook for a form’s submissions; the secret that signs its deliveries is returned only once',
    ...ofForm,
    params: formParams,
    body: createWebhookRequest,
    handle: create,
    status: 201,
    response: webhook,
  }),
  route({
    method: 'PATCH',
    path: 'forms/:id/webhooks/:webhook_id/',
    acceptsRevision: true,
    publishes: 'nothing',
    summary: 'Change a webhook, turn it on or off, or give it a new secret',
    ...ofForm,
    params: formWebhookParams,
    body: changeWebhookRequest,
    handle: change,
    response: webhook,
    refusalData: webhook,
  }),
  route({
    method: 'DELETE',
    path: 'forms/:id/webhooks/:webhook_id/',
    publishes: 'nothing',
    summary: 'Delete a webhook, with its log',
    ...ofForm,
    params: formWebhookParams,
    handle: remove,
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'forms/:id/webhooks/:webhook_id/deliveries/',
    summary: 'Deliveries of a webhook and their outcomes, newest first',
    ...ofForm,
    params: formWebhookParams,
    query: webhookListQuery,
    handle: deliveries,
    response: z.array(delivery),
  }),
  route({
    method: 'POST',
    path: 'forms/:id/webhooks/:webhook_id/test/',
    publishes: 'nothing',
    summary: 'Send an event of nothing, to try a webhook',
    ...ofForm,
    params: formWebhookParams,
    handle: test,
    response: delivery,
  }),
  route({
    method: 'POST',
    path: 'forms/:id/webhooks/:webhook_id/deliveries/:delivery_id/retry/',
    publishes: 'nothing',
    summary: 'Retry a delivery of a webhook',
    ...ofForm,
    params: formDeliveryParams,
    handle: retry,
    response: delivery,
  }),
  route({
    method: 'GET',
    path: 'webhooks/',
    summary: 'The webhooks of a hub',
    ...ofHub,
    query: webhookListQuery,
    handle: list,
    response: z.array(webhook),
  }),
  route({
    method: 'POST',
    path: 'webhooks/',
    publishes: 'nothing',
    summary: 'Create a webhook for events of a hub’s forms and submissions; it receives ids alone',
    ...ofHub,
    body: createWebhookRequest,
    handle: create,
    status: 201,
    response: webhook,
  }),
  route({
    method: 'PATCH',
    path: 'webhooks/:webhook_id/',
    acceptsRevision: true,
    publishes: 'nothing',
    summary: 'Change a webhook of the hub, turn it on or off, or give it a new secret',
    ...ofHub,
    params: webhookParams,
    body: changeWebhookRequest,
    handle: change,
    response: webhook,
    refusalData: webhook,
  }),
  route({
    method: 'DELETE',
    path: 'webhooks/:webhook_id/',
    publishes: 'nothing',
    summary: 'Delete a webhook of the hub, with its log',
    ...ofHub,
    params: webhookParams,
    handle: remove,
    response: z.null(),
  }),
  route({
    method: 'GET',
    path: 'webhooks/:webhook_id/deliveries/',
    summary: 'Deliveries of a webhook of a hub and their outcomes, newest first',
    ...ofHub,
    params: webhookParams,
    query: webhookListQuery,
    handle: deliveries,
    response: z.array(delivery),
  }),
  route({
    method: 'POST',
    path: 'webhooks/:webhook_id/test/',
    publishes: 'nothing',
    summary: 'Send an event of nothing, to try a webhook of the hub',
    ...ofHub,
    params: webhookParams,
    handle: test,
    response: delivery,
  }),
  route({
    method: 'POST',
    path: 'webhooks/:webhook_id/deliveries/:delivery_id/retry/',
    publishes: 'nothing',
    summary: 'Retry a delivery of a webhook of a hub',
    ...ofHub,
    params: deliveryParams,
    handle: retry,
    response: delivery,
  }),
];

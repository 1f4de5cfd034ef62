import type { ChangeWebhookRequest, CreateWebhookRequest, Webhook } from '#lib/contract/webhook.ts';
import { getPage, patch, post, remove } from './api.ts';
import type { CallOptions } from './http.ts';

type Known = Pick<Webhook, 'id' | 'revision'>;

const pathOf = (formId: string) => `forms/${encodeURIComponent(formId)}/webhooks/` as const;
const pathOfOne = (formId: string, id: string) => `${pathOf(formId)}${encodeURIComponent(id)}/` as const;

/** The webhooks of a form; never throws, returns the error instead. */
export const listWebhooks = (formId: string, options: CallOptions = {}) =>
  getPage(pathOf(formId), { page_size: 100 }, options);

export const createWebhook = (formId: string, request: CreateWebhookRequest) => post(pathOf(formId), request);

/** @throws the client's error; 409 where somebody changed it meanwhile. */
export const changeWebhook = (formId: string, { id, revision }: Known, change: ChangeWebhookRequest) =>
  patch(pathOfOne(formId, id), change, { headers: { 'If-Match': String(revision) } });

export const deleteWebhook = (formId: string, id: string) => remove(pathOfOne(formId, id));

/** Sends a test event without content. */
export const testWebhook = (formId: string, id: string) => post(`${pathOfOne(formId, id)}test/`);

const DELIVERY_PAGE_SIZE = 20;

/** One page of a webhook's deliveries, the newest first; never throws, returns the error instead. */
export const listDeliveries = (formId: string, id: string, page: number, options: CallOptions = {}) =>
  getPage(`${pathOfOne(formId, id)}deliveries/`, { page, page_size: DELIVERY_PAGE_SIZE }, options);

export const retryDelivery = (formId: string, id: string, deliveryId: string) =>
  post(`${pathOfOne(formId, id)}deliveries/${encodeURIComponent(deliveryId)}/retry/`);

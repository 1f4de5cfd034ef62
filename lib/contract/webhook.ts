import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { idField, textField, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';
import { socketUrlProblem } from '#lib/text/rules.ts';

/** The events of webhooks; those of a form itself go to webhooks of the whole hub. */
export const WEBHOOK_EVENTS = [
  'submission.created',
  'submission.updated',
  'submission.deleted',
  'form.published',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

export const DELIVERY_STATES = ['queued', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * Why a webhook is disabled: it failed for days; its creator may not read the submissions (is no admin of the
 * hub) any more; or a user disabled it.
 */
export const WEBHOOK_DISABLED_REASONS = ['failing', 'maker_lost_access', 'by_hand'] as const;
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number];

const URL_MAX = 2000;

/** Why an address can't be called, or null. */
function urlProblem(text: string): string | null {
  const read = URL.canParse(text) ? new URL(text) : null;
  const isWeb = read?.protocol === 'https:' || read?.protocol === 'http:';
  if (read && isWeb && read.username === '' && read.password === '') return null;
  const invalid = message.invalidType('Address', 'url');
  // A host or a socket's address, as other programs accept them.
  return !isWeb && socketUrlProblem(text) === null
    ? `${invalid}: begin it with https:// or http://`
    : invalid;
}

const url = z
  .string({ error: typeError('Address', 'url') })
  .max(URL_MAX, message.maxLength('Address', URL_MAX))
  .superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** More than there are: one that is named twice counts once. */
const EVENTS_MAX = 100;

const events = z
  .array(z.enum(WEBHOOK_EVENTS, { error: message.oneOf('Events', WEBHOOK_EVENTS) }), {
    error: message.invalidType('Events', 'list'),
  })
  .min(1, message.required('Events'))
  .max(EVENTS_MAX, message.maxCount('Events', EVENTS_MAX))
  .transform((list) => [...new Set(list)]);

const description = textField('Description', { max: 255, empty: true });

export const createWebhookRequest = z.object({
  url,
  /** All of them by default. */
  events: events.optional(),
  description: description.optional(),
});
export type CreateWebhookRequest = z.input<typeof createWebhookRequest>;

export const changeWebhookRequest = z.object({
  url: url.optional(),
  events: events.optional(),
  description: description.optional(),
  /** Enabling it again also resets its failure count. */
  is_active: z.boolean({ error: typeError('Active', 'boolean') }).optional(),
  /** A new secret, shown once; the old one signs too for a day. */
  rotate_secret: z.boolean({ error: typeError('New secret', 'boolean') }).optional(),
});
export type ChangeWebhookRequest = z.input<typeof changeWebhookRequest>;

export const webhookParams = z.object({ webhook_id: idField('Webhook') });
export const formWebhookParams = z.object({ id: idField('Form'), webhook_id: idField('Webhook') });
export const deliveryParams = webhookParams.extend({ delivery_id: idField('Delivery') });
export const formDeliveryParams = formWebhookParams.extend({ delivery_id: idField('Delivery') });
export const webhookListQuery = z.object(pageQuery);

export const webhook = z.object({
  id: z.string(),
  /** Null for one of the whole hub. */
  form_id: z.string().nullable(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  is_active: z.boolean(),
  /** Since when every delivery has failed. */
  failing_since: z.string().nullable(),
  /** When and why it was disabled, and by whom where a user did it. */
  disabled_at: z.string().nullable(),
  disabled_reason: z.enum(WEBHOOK_DISABLED_REASONS).nullable(),
  disabled_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  revision: z.number(),
  created_by: z.object({ id: z.string(), name: z.string() }),
  created_at: z.string(),
  /** Shown once: at its creation. */
  secret: z.string().optional(),
});
export type Webhook = z.output<typeof webhook>;

export const delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  form_id: z.string().nullable(),
  submission_id: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  tries: z.number(),
  /** The receiver's response to the last attempt, and how long it took. */
  status: z.number().nullable(),
  ms: z.number().nullable(),
  error: z.string().nullable(),
  next_try_at: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Delivery = z.output<typeof delivery>;

/** The headers of a delivery. */
export const EVENT_HEADER = 'Hubkeep-Event';
export const EVENT_ID_HEADER = 'Hubkeep-Event-Id';
/** `t=<seconds since 1970>,v1=<HMAC-SHA256 of "<t>.<body>" by the secret, in hex>`; two `v1` while a secret is replaced. */
export const SIGNATURE_HEADER = 'Hubkeep-Signature';

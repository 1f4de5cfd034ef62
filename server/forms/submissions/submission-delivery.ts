import type { FormSettings } from '#lib/contract/form-settings.ts';
import type { SubmitResult } from '#lib/contract/submit.ts';
import type { WebhookEvent } from '#lib/contract/webhook.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import type { FormView } from '#server/forms/definition/form.repo.ts';
import { queueDeliveries } from '#server/forms/webhooks/queue-deliveries.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { consumeMailLimitIn } from '#server/platform/rate-limit/mail-limits.ts';
import {
  noticeMailCounters,
  receiptMailCounters,
} from '#server/platform/rate-limit/submission-mail-limits.ts';
import type { Services } from '#server/platform/services.ts';
import { receiptAddress } from './respondent-address.ts';

/** Where a submission is delivered to. */
export type SubmissionDelivery = { receiptTo: string | null; notify: readonly string[]; webhooks: boolean };

/** The delivery targets of a submission; null without any, so that it costs nothing. */
export function submissionDelivery(
  services: Pick<Services, 'mail'>,
  form: Pick<FormView, 'has_webhooks'>,
  settings: FormSettings,
  submission: { fields: readonly FieldDefinition[]; values: Values },
): SubmissionDelivery | null {
  const receiptTo = services.mail ? receiptAddress(settings, submission) : null;
  // In one order: two submissions that are counted for the same mailboxes must not deadlock.
  const notify = services.mail ? [...new Set(settings.notify)].sort() : [];
  if (!receiptTo && notify.length === 0 && !form.has_webhooks) return null;
  return { receiptTo, notify, webhooks: form.has_webhooks };
}

/** The links to the own submission; the token is in the fragment, which no server receives. */
export function ownSubmissionLinks(
  { config }: Pick<Services, 'config'>,
  { slug }: Pick<FormView, 'slug'>,
  settings: Pick<FormSettings, 'editable'>,
  token: string,
): Pick<SubmitResult, 'edit_url' | 'receipt_url'> {
  const page = `${config.publicUrl}/f/${slug}`;
  return {
    ...(settings.editable ? { edit_url: `${page}#edit=${token}` } : {}),
    receipt_url: `${page}#receipt=${token}`,
  };
}

/**
 * Queues the deliveries of a submission, in the transaction that stores it: mails and deliveries are queued
 * with it, or not at all, and each once. Mail beyond the limits per form is omitted, without notice to the
 * submitter.
 */
export async function queueSubmissionDelivery(
  trx: Transaction,
  services: Services,
  form: FormView,
  flows: SubmissionDelivery | null,
  { event, submissionId, token }: { event: WebhookEvent; submissionId: string; token: string },
): Promise<void> {
  if (!flows) return;
  if (flows.webhooks) {
    const happened = { hubId: form.hub_id, formId: form.id, event, submissionIds: [submissionId] };
    await queueDeliveries(trx, services.jobs, happened);
  }
  const { mail } = services;
  if (!mail) return;
  const { receiptTo, notify } = flows;
  if (receiptTo && (await consumeMailLimitIn(trx, services, receiptMailCounters(form.id, receiptTo)))) {
    await mail.queueReceipt({ to: receiptTo, submissionId, token }, { transaction: trx });
  }
  if (notify.length === 0) return;
  const { handle } = await trx
    .selectFrom('hub')
    .select('handle')
    .where('id', '=', form.hub_id)
    .executeTakeFirstOrThrow();
  for (const to of notify) {
    if (!(await consumeMailLimitIn(trx, services, noticeMailCounters(form.id, to)))) continue;
    await mail.queueSubmissionMail(
      {
        to,
        submissionId,
        template: event === 'submission.updated' ? 'answer-changed' : 'answered',
        values: { form: form.published_title ?? form.title },
        link: `${services.config.publicUrl}/${handle}/${form.space_slug}/forms/${form.id}?tab=answers&view=one&answer=${submissionId}`,
      },
      { transaction: trx },
    );
  }
}

import type { WebhookEvent } from '#lib/contract/webhook.ts';

/** `submission.created` as part of a message id. */
export const eventKey = (event: WebhookEvent) => {
  switch (event) {
    case 'submission.created':
      return 'event_created' as const;
    case 'submission.updated':
      return 'event_updated' as const;
    case 'submission.deleted':
      return 'event_deleted' as const;
    case 'form.published':
      return 'event_published' as const;
  }
};

import type { AuditTarget } from '#lib/access/audit.ts';
import { type Authorized, authorized } from './authorized.ts';
import { authorizeForm, type FormStanding } from './form-policy.ts';
import { authorizeHub, type HubStanding } from './hub-policy.ts';

/** Whose webhooks: a form's, or the whole hub's; and how the log names that. */
export type WebhookPlace = {
  hubId: string;
  formId: string | null;
  log: { hubId: string; scopeId?: string; target: { kind: AuditTarget; id: string; name: string } };
};

/** A place together with the proof that the caller may have answers told from there. */
export type ToTell = Authorized<WebhookPlace, 'webhooks'>;

/** What a form's webhooks are told is what its readers read: they alone make and see them. @throws ApiError as `authorizeForm`. */
export function authorizeFormWebhooks(
  found: (FormStanding & { id: string; hub_id: string; scope_id: string; title: string }) | undefined,
): ToTell {
  const form = authorizeForm(found, 'form.read_submissions');
  const target = { kind: 'form' as const, id: form.id, name: form.title };
  return authorized<'webhooks', WebhookPlace>({
    hubId: form.hub_id,
    formId: form.id,
    log: { hubId: form.hub_id, scopeId: form.scope_id, target },
  });
}

/** @throws ApiError as `authorizeHub`. */
export function authorizeHubWebhooks(
  found: (HubStanding & { id: string; name: string }) | undefined,
): ToTell {
  const hub = authorizeHub(found, 'hub.change');
  const target = { kind: 'hub' as const, id: hub.id, name: hub.name };
  return authorized<'webhooks', WebhookPlace>({
    hubId: hub.id,
    formId: null,
    log: { hubId: hub.id, target },
  });
}

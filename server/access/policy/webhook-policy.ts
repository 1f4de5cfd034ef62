import type { AuditTarget } from '#lib/access/audit.ts';
import { type Authorized, authorized } from './authorized.ts';
import { authorizeForm, type FormWithRole } from './form-policy.ts';
import { authorizeHub, type HubWithRole } from './hub-policy.ts';

/** Whose webhooks: a form's, or the whole hub's; and how the log names that. */
export type WebhookOwner = {
  hubId: string;
  formId: string | null;
  log: { hubId: string; scopeId?: string; target: { kind: AuditTarget; id: string; name: string } };
};

/** A webhook's owner resource with the proof that the caller may manage its webhooks. */
export type AuthorizedForWebhooks = Authorized<WebhookOwner, 'webhooks'>;

/** Webhooks of a form deliver its submissions: only those who may read them manage webhooks. @throws ApiError as `authorizeForm`. */
export function authorizeFormWebhooks(
  found: (FormWithRole & { id: string; hub_id: string; scope_id: string; title: string }) | undefined,
): AuthorizedForWebhooks {
  const form = authorizeForm(found, 'form.read_submissions');
  const target = { kind: 'form' as const, id: form.id, name: form.title };
  return authorized<'webhooks', WebhookOwner>({
    hubId: form.hub_id,
    formId: form.id,
    log: { hubId: form.hub_id, scopeId: form.scope_id, target },
  });
}

/** @throws ApiError as `authorizeHub`. */
export function authorizeHubWebhooks(
  found: (HubWithRole & { id: string; name: string }) | undefined,
): AuthorizedForWebhooks {
  const hub = authorizeHub(found, 'hub.change');
  const target = { kind: 'hub' as const, id: hub.id, name: hub.name };
  return authorized<'webhooks', WebhookOwner>({
    hubId: hub.id,
    formId: null,
    log: { hubId: hub.id, target },
  });
}

import type { Caller } from '#server/access/sessions/caller.ts';
import type { FormView } from './form.repo.ts';

/** A caller with an account. */
export type SignedIn = Caller & { user: NonNullable<Caller['user']> };

/** How an audit entry names a form. */
export const formAuditTarget = (form: Pick<FormView, 'id' | 'hub_id' | 'scope_id' | 'title'>) => ({
  hubId: form.hub_id,
  scopeId: form.scope_id,
  target: { kind: 'form' as const, id: form.id, name: form.title },
});

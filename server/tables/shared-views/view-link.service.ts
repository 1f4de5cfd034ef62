import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { createViewLinkRequest, NewShareLink, ShareLink } from '#lib/contract/share-link.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { hashLinkToken, linksOfResource, presentShareLink } from '#server/access/links/share-link.repo.ts';
import type { AuthorizedToShare } from '#server/access/policy/share-policy.ts';
import { authorizeItemSharing } from '#server/access/policy/share-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId, newId } from '#server/platform/database/id.ts';
import { inTransaction } from '#server/platform/database/in-transaction.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { requireView, storedView } from '../views/view.service.ts';

type Creation = z.output<typeof createViewLinkRequest>;

/** A view of the table, also somebody's personal one: its links are for all to see and revoke who may share the table. */
async function requireStoredView(database: Database | Transaction, itemId: string, id: string) {
  const stored = isId(id) ? await storedView(database, itemId, id) : undefined;
  if (!stored) throw notFound('This view');
  return stored;
}

/** The links of a view. @throws ApiError 404 for a view that is not the table's */
export async function listViewLinks(
  { database }: Services,
  item: AuthorizedToShare,
  viewId: string,
): Promise<ShareLink[]> {
  const { id } = await requireStoredView(database, item.id, viewId);
  return (await linksOfResource(database, { kind: 'view', id })).map(presentShareLink);
}

/** The table as it is now, for a change of its links. */
async function shareableTable(trx: Transaction, caller: Caller, id: string): Promise<AuthorizedToShare> {
  return authorizeItemSharing(await itemById(trx, caller, id));
}

/**
 * Creates a link by which anybody reads what a view shows; its token is returned this once.
 * @throws ApiError 404 for a view that the caller does not see, 422 for a personal one
 */
export async function createViewLink(
  services: Services,
  caller: SignedIn,
  { id: itemId }: AuthorizedToShare,
  viewId: string,
  { expires_at, password }: Creation,
): Promise<NewShareLink> {
  const token = randomBytes(32).toString('base64url');
  const linkId = newId();
  const passwordHash = password ? await hashPassword(password) : null;
  const links = await inTransaction(services, async (trx) => {
    const item = await shareableTable(trx, caller, itemId);
    const view = await requireView(trx, caller, itemId, viewId);
    if (view.owner_id !== null) throw invalid({ view_id: ['A personal view cannot be shared by a link'] });
    await trx
      .insertInto('share_link')
      .values({
        id: linkId,
        hub_id: item.hub_id,
        view_id: view.id,
        role: 'viewer',
        token_hash: hashLinkToken(token),
        password_hash: passwordHash,
        created_by: caller.user.id,
        expires_at: expires_at ?? null,
      })
      .execute();
    await recordAuditEvent(trx, caller, {
      hubId: item.hub_id,
      action: 'link.created',
      target: { kind: 'link', id: linkId, name: item.title },
      scopeId: item.scope_id,
      details: {
        item_id: itemId,
        view_id: view.id,
        role: 'viewer',
        has_password: passwordHash !== null,
        expires_at: expires_at?.toISOString() ?? null,
      },
    });
    return linksOfResource(trx, { kind: 'view', id: view.id });
  });
  const made = links.find(({ id }) => id === linkId);
  if (!made) throw notFound('This link');
  return { ...presentShareLink(made), token, url: `${services.config.publicUrl}/s/${token}` };
}

/** Revokes a link of a view: nobody reads by it from then on. @throws ApiError 404 for one that is not this view's */
export async function revokeViewLink(
  services: Services,
  caller: SignedIn,
  { id: itemId }: AuthorizedToShare,
  { view_id, link_id }: { view_id: string; link_id: string },
): Promise<void> {
  await inTransaction(services, async (trx) => {
    const item = await shareableTable(trx, caller, itemId);
    const view = await requireStoredView(trx, itemId, view_id);
    const { rows } = await sql`update share_link set revoked_at = now()
      where id = ${isId(link_id) ? link_id : null}::uuid and view_id = ${view.id} and revoked_at is null
      returning id`.execute(trx);
    if (rows.length === 0) throw notFound('This link');
    await recordAuditEvent(trx, caller, {
      hubId: item.hub_id,
      action: 'link.revoked',
      target: { kind: 'link', id: link_id, name: item.title },
      scopeId: item.scope_id,
      details: { item_id: itemId, view_id: view.id, role: 'viewer' },
    });
  });
}

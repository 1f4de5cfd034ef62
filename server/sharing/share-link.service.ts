import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { z } from 'zod';
import type {
  createShareLinkRequest,
  NewShareLink,
  OpenedShareLink,
  openShareLinkRequest,
} from '#lib/contract/share-link.ts';
import { recordAuditEvent } from '#server/access/audit/record.ts';
import { verifyPassword } from '#server/access/identity/password-verification.ts';
import { LINK_PASS_SECONDS, passwordFingerprint, signLinkPass } from '#server/access/links/link-pass.ts';
import {
  type ActiveShareLink,
  activeLinkByToken,
  hashLinkToken,
  linksOfResource,
  presentShareLink,
} from '#server/access/links/share-link.repo.ts';
import { authorizeForm } from '#server/access/policy/form-policy.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockSpaceTreeExclusive } from '#server/access/policy/scope.repo.ts';
import type { AuthorizedToShare } from '#server/access/policy/share-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { inTransaction } from '#server/api/route.ts';
import { formById } from '#server/forms/definition/form.repo.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import { describeItem, type SignedIn } from '#server/items/item/item.service.ts';
import { hashPassword } from '#server/platform/crypto/password.ts';
import { newId } from '#server/platform/database/id.ts';
import { ApiError, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { linkCounters } from './link-limits.ts';
import { assignShareableScope, findShareable, idColumnOf } from './shareable.ts';

type Creation = z.output<typeof createShareLinkRequest>;

/**
 * Creates a link that gives its role to its holder. Its token is returned this once, and stored as a hash. No
 * link gives more than an editor has, so that everybody who may share may create any.
 */
export async function createShareLink(
  services: Services,
  caller: SignedIn,
  { kind, id, space_id }: AuthorizedToShare,
  { role, expires_at, password }: Creation,
): Promise<NewShareLink> {
  if (kind === 'form' && role === 'editor') {
    throw invalid({ role: ['A link to a form lets people see and answer it, not change it'] });
  }
  const token = randomBytes(32).toString('base64url');
  const linkId = newId();
  const passwordHash = password ? await hashPassword(password) : null;
  const made = await inTransaction(services, async (trx) => {
    await lockSpaceTreeExclusive(trx, space_id);
    const resource = await findShareable(trx, caller, { kind, id });
    await trx
      .insertInto('share_link')
      .values({
        id: linkId,
        hub_id: resource.hub_id,
        item_id: kind === 'item' ? id : null,
        form_id: kind === 'form' ? id : null,
        role,
        token_hash: hashLinkToken(token),
        password_hash: passwordHash,
        created_by: caller.user.id,
        expires_at: expires_at ?? null,
        revoked_at: null,
      })
      .execute();
    const { scopeId } = await assignShareableScope(trx, resource);
    await recordAuditEvent(trx, caller, {
      hubId: resource.hub_id,
      action: 'link.created',
      target: { kind: 'link', id: linkId, name: resource.title },
      scopeId,
      details: {
        [`${kind}_id`]: id,
        role,
        has_password: passwordHash !== null,
        expires_at: expires_at?.toISOString() ?? null,
      },
    });
    return (await linksOfResource(trx, { kind, id })).find((link) => link.id === linkId);
  });
  if (!made) throw notFound('This link');
  return { ...presentShareLink(made), token, url: `${services.config.publicUrl}/s/${token}` };
}

/**
 * Revokes a link.
 * @throws ApiError 404 for one that is not this resource's, or was revoked before.
 */
export async function revokeShareLink(
  services: Services,
  caller: SignedIn,
  { kind, id, space_id }: AuthorizedToShare,
  linkId: string,
): Promise<void> {
  await inTransaction(services, async (trx) => {
    await lockSpaceTreeExclusive(trx, space_id);
    const resource = await findShareable(trx, caller, { kind, id });
    const { rows } = await sql<{ role: string }>`update share_link set revoked_at = now()
      where id = ${linkId}::uuid and ${idColumnOf(kind)} = ${id} and revoked_at is null returning role`.execute(
      trx,
    );
    const [revoked] = rows;
    if (!revoked) throw notFound('This link');
    const { scopeId } = await assignShareableScope(trx, resource);
    await recordAuditEvent(trx, caller, {
      hubId: resource.hub_id,
      action: 'link.revoked',
      target: { kind: 'link', id: linkId, name: resource.title },
      scopeId,
      details: { [`${kind}_id`]: id, role: revoked.role },
    });
  });
}

const GONE = 'This link does not exist, or has ended. Ask whoever gave it to you for a new one.';

/**
 * Opens a link, without its password again for the holder of a pass: returns the pass that proves it from now
 * on, and the linked resource.
 * @throws ApiError 404 for no active link; 401 `password_required` or `wrong_password`, revealing nothing of
 * the
 *   resource; 429.
 */
export async function openShareLink(
  services: Services,
  caller: Caller,
  request: FastifyRequest,
  { token, password }: z.output<typeof openShareLinkRequest>,
): Promise<OpenedShareLink> {
  const link = await activeLinkByToken(services.database, token);
  if (!link) throw new ApiError(404, 'not_found', GONE);
  const isOpened = caller.links.includes(`link:${link.id}`);
  if (link.password_hash && !isOpened) {
    if (!password) throw new ApiError(401, 'password_required', 'This link asks for a password.');
    const right = await verifyPassword(
      services,
      linkCounters(request, link.id),
      link.password_hash,
      password,
    );
    if (!right) throw new ApiError(401, 'wrong_password', 'This is not the password of this link.');
  }
  const holder: Caller = { ...caller, links: [...caller.links, `link:${link.id}`] };
  return {
    pass: await signLinkPass(services.signingKey, {
      linkId: link.id,
      passwordMark: passwordFingerprint(link.password_hash),
    }),
    pass_seconds: LINK_PASS_SECONDS,
    role: link.role,
    expires_at: link.expires_at?.toISOString() ?? null,
    ...(await behind(services, holder, link)),
  };
}

/** What a link opens: an item as its holder may see it, a view of a table, or a form's public address. */
async function behind(
  services: Services,
  holder: Caller,
  { item_id, form_id, view_id }: ActiveShareLink,
): Promise<Pick<OpenedShareLink, 'item' | 'form' | 'view'>> {
  if (view_id) return { item: null, form: null, view: { id: view_id } };
  if (item_id) {
    const item = authorizeItem(await itemById(services.database, holder, item_id), 'item.view');
    return { item: await describeItem(services, holder, item), form: null, view: null };
  }
  const found = await formById(services.database, holder, form_id ?? '');
  // For a link's holder, a form that was never published does not exist.
  if (!found || found.published_version === null) throw new ApiError(404, 'not_found', GONE);
  const { id, slug, published_title } = authorizeForm(found, 'form.view');
  return { item: null, form: { id, slug, title: published_title ?? '' }, view: null };
}

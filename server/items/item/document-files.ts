import { sql } from 'kysely';
import type { ScopeSubject } from '#server/access/policy/assign-scopes.ts';
import { assignItemScopes } from '#server/access/policy/assign-scopes.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { lockSpaceTreesExclusive } from '#server/access/policy/scope.repo.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { itemById } from './item.repo.ts';

/**
 * The document of a space that files may be put into.
 * @throws ApiError 404 and 403 by the caller's role, 422 for what is no document written in this space
 */
export async function requireDocument(
  trx: Transaction,
  caller: Caller,
  { spaceId, id }: { spaceId: string; id: string },
): Promise<string> {
  const document = authorizeItem(await itemById(trx, caller, id), 'item.change');
  if (document.kind !== 'document' || document.file_sha256 || document.space_id !== spaceId) {
    throw invalid({ document: ['Choose a document of this space.'] });
  }
  return document.id;
}

/** Makes items the files of a document: from now on, whoever reads that may read them. */
export async function attachToDocument(
  trx: Transaction,
  ids: readonly string[],
  documentId: string,
): Promise<void> {
  await sql`update item set document_id = ${documentId} where id = any(${ids}::uuid[])`.execute(trx);
}

/**
 * Called after documents changed who may see them, or moved: their files that others than their readers could see
 * are private from now on, and read through the document alone.
 */
export async function hideFilesOfDocuments(trx: Transaction, documentIds: readonly string[]): Promise<void> {
  const shown = sql`item file join item document on document.id = file.document_id
    where file.document_id = any(${documentIds}::uuid[]) and file.visibility <> 'private'
      and file.scope_id <> document.scope_id`;
  const { rows } = await sql<{ space_id: string }>`select distinct file.space_id from ${shown}`.execute(trx);
  if (rows.length === 0) return;
  await lockSpaceTreesExclusive(
    trx,
    rows.map(({ space_id }) => space_id),
  );
  const { rows: files } = await sql<ScopeSubject>`
    update item set visibility = 'private', revision = item.revision + 1
    from (select file.id from ${shown}) as hidden where item.id = hidden.id
    returning item.id, item.hub_id, item.space_id, item.parent_id, item.visibility`.execute(trx);
  await assignItemScopes(trx, files);
}

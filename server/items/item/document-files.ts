import { sql } from 'kysely';
import type { ScopeSubject } from '#server/access/policy/assign-scopes.ts';
import { assignItemScopes } from '#server/access/policy/assign-scopes.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
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

/** Makes items the files of a document: from now on, anybody who reads that may read them. */
export async function attachToDocument(
  trx: Transaction,
  ids: readonly string[],
  documentId: string,
): Promise<void> {
  await sql`update item set document_id = ${documentId} where id = any(${ids}::uuid[])`.execute(trx);
}

/**
 * Called when somebody chooses who sees items themselves: those that are files of a document are read by their own
 * rights from now on.
 */
export async function detachFromDocuments(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`update item set document_id = null
    where id = any(${ids}::uuid[]) and document_id is not null`.execute(trx);
}

/** Called after items moved to other spaces: files among them and below whose documents are elsewhere leave these. */
export async function detachMovedFiles(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with recursive below as (
      select id from item where id = any(${ids}::uuid[])
      union select item.id from item join below on item.parent_id = below.id)
    update item file set document_id = null from below, item document
    where file.id = below.id and document.id = file.document_id and document.space_id <> file.space_id`.execute(
    trx,
  );
}

/**
 * Files at or below the places that now lie in a private folder without their document: those who put them there, or made the
 * folder private, chose who sees them.
 */
async function detachHiddenFiles(trx: Transaction, ids: readonly string[]): Promise<void> {
  await sql`with recursive below as (
      select id, document_id, parent_id from item where id = any(${ids}::uuid[])
      union select item.id, item.document_id, item.parent_id from item join below on item.parent_id = below.id
    ), file as (select id, document_id, parent_id from below where document_id is not null
    ), file_folder (file_id, folder_id) as (
      select id, parent_id from file
      union select file_folder.file_id, folder.parent_id from file_folder join item folder on folder.id = file_folder.folder_id
    ), document_folder (file_id, folder_id) as (
      select file.id, document.parent_id from file join item document on document.id = file.document_id
      union select document_folder.file_id, folder.parent_id
        from document_folder join item folder on folder.id = document_folder.folder_id
    )
    update item set document_id = null from file_folder join item folder on folder.id = file_folder.folder_id
    where item.id = file_folder.file_id and folder.visibility = 'private'
      and not exists (select from document_folder known
        where known.file_id = file_folder.file_id and known.folder_id = file_folder.folder_id)`.execute(trx);
}

/**
 * Called after items changed who may see them, or moved: the files of the documents among them and below that others
 * than the readers of these could see are private from now on, and read through the document alone. Files that were hidden by
 * themselves, with a folder, are read by their own rights.
 * @param places each item with the space that it was in; files that somebody put into another space stay as they are.
 *   These spaces, and those where the items are now, are locked.
 */
export async function hideFilesOfDocuments(
  trx: Transaction,
  places: readonly { id: string; space_id: string }[],
): Promise<void> {
  await detachHiddenFiles(
    trx,
    places.map(({ id }) => id),
  );
  const { rows: files } = await sql<ScopeSubject>`
    with recursive below as (
      select * from unnest(${places.map((place) => place.id)}::uuid[],
        ${places.map((place) => place.space_id)}::uuid[]) as place (id, space_id)
      union select item.id, below.space_id from item join below on item.parent_id = below.id
    ), shown as (
      select file.id from below
        join item document on document.id = below.id
        join item file on file.document_id = document.id and file.document_id is not null
      where file.visibility <> 'private' and file.scope_id <> document.scope_id
        and (file.space_id = below.space_id or exists (select from below moved where moved.id = file.id))
    )
    update item set visibility = 'private', revision = item.revision + 1
    from shown where item.id = shown.id
    returning item.id, item.hub_id, item.space_id, item.parent_id, item.visibility`.execute(trx);
  if (files.length > 0) await assignItemScopes(trx, files);
}

import type { Visibility } from '#lib/access/roles.ts';
import { assignItemScope } from '#server/access/policy/scope.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';

/**
 * Gives the folder of a document's pictures, which were stored before it, the visibility that the document has. The tree
 * of their space must be locked.
 */
export async function setPictureVisibility(
  trx: Transaction,
  folderId: string,
  visibility: Visibility,
): Promise<void> {
  const folder = await trx
    .updateTable('item')
    .set({ visibility })
    .where('id', '=', folderId)
    .where('visibility', '<>', visibility)
    .returningAll()
    .executeTakeFirst();
  if (folder) await assignItemScope(trx, folder);
}

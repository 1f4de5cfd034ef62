import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { IS_PURGED } from '#server/access/policy/is-purged.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import { PARENT_WAS_RESTORED } from './restore-in-progress.ts';

/**
 * Whether an item (of `item`, readable as `readable`) is in the trash for a caller who may restore it. What
 * was trashed with its folder is restored with the folder, by those who may restore that; others see it by
 * itself. What follows a restored folder counts as out of the trash.
 */
export function isTrashRoot(principals: readonly Principal[]): RawBuilder<boolean> {
  return sql<boolean>`item.trashed_at is not null and not ${IS_PURGED} and readable.role >= ${ROLE_RANK.editor} and not exists (
    select from item folder join scope_access of_folder on of_folder.scope_id = folder.scope_id
      and of_folder.principal = any(${principals}) and of_folder.role >= ${ROLE_RANK.editor}
    where folder.id = item.parent_id and folder.trashed_at = item.trashed_at)
    and not ${PARENT_WAS_RESTORED}`;
}

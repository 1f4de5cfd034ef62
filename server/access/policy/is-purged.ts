import { type RawBuilder, sql } from 'kysely';

/**
 * Whether an item (of `item`) was permanently deleted and is waiting to be purged: itself, or with the folder
 * that it lies in. Every folder below a deleted one is marked too, so that one step up is enough.
 */
export const IS_PURGED: RawBuilder<boolean> = sql<boolean>`(item.trashed_at is not null and (item.purged_at is not null
  or exists (select from item holder where holder.id = item.parent_id and holder.purged_at is not null)))`;

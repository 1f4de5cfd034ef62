import { type RawBuilder, sql } from 'kysely';

/** When something that is put into the trash of `hub` now (a column) is permanently deleted. */
export const trashExpiresAt = (trashedAt: string): RawBuilder<Date> =>
  sql<Date>`${sql.ref(trashedAt)} + hub.trash_days * interval '1 day'`;

/**
 * Whether it was in the trash of `hub` for the whole retention time; by an index, since nothing is retained
 * for less than a day.
 */
export const trashRetentionOver = (trashedAt: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(trashedAt)} < now() - interval '1 day' and ${trashExpiresAt(trashedAt)} < now())`;

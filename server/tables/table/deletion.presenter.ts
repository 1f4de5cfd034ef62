/** Who deleted something of a table, and when. */
type Deletion = { deleted_at: Date; deleted_by: string | null; deleter_name: string | null };

const DAY_MS = 86_400_000;

/**
 * A deletion as the contract has it.
 * @param options.days how long it can be restored
 * @param options.isOutsider the reader is no member of the hub: no people are named
 */
export const presentDeletion = (
  { deleted_at, deleted_by, deleter_name }: Deletion,
  { days, isOutsider }: { days: number; isOutsider: boolean },
) => ({
  deleted_at: deleted_at.toISOString(),
  deleted_by:
    isOutsider || deleted_by === null ? { id: '', name: '' } : { id: deleted_by, name: deleter_name ?? '' },
  expires_at: new Date(deleted_at.getTime() + days * DAY_MS).toISOString(),
});

import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Pairs that are read at most. */
const MOST = 100_000;

const inOrder = ([one, other]: readonly [string, string]): [string, string] =>
  one < other ? [one, other] : [other, one];

export const pairKey = (one: string, other: string): string => inOrder([one, other]).join(' ');

/** The pairs of a table that are not the same person, by {@link pairKey}. */
export async function distinctPairs(database: Database, itemId: string): Promise<Set<string>> {
  const { rows } = await sql<{ one: string; other: string }>`
    select one_row as one, other_row as other from row_distinct where item_id = ${itemId} limit ${MOST}`.execute(
    database,
  );
  return new Set(rows.map(({ one, other }) => pairKey(one, other)));
}

/** Whether two of these rows are not the same person. */
export async function haveDistinct(
  trx: Transaction,
  itemId: string,
  ids: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`select from row_distinct
    where item_id = ${itemId} and one_row = any(${ids}::uuid[]) and other_row = any(${ids}::uuid[]) limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Remembers that two rows are not the same person, or no longer does. */
export async function saveDistinct(
  trx: Transaction,
  itemId: string,
  pair: readonly [string, string],
  { isDistinct, userId }: { isDistinct: boolean; userId: string },
): Promise<void> {
  const [one, other] = inOrder(pair);
  if (isDistinct)
    await sql`insert into row_distinct (item_id, one_row, other_row, made_by)
      values (${itemId}, ${one}, ${other}, ${userId}) on conflict do nothing`.execute(trx);
  else
    await sql`delete from row_distinct
      where item_id = ${itemId} and one_row = ${one} and other_row = ${other}`.execute(trx);
}

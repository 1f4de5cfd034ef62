import { sql } from 'kysely';
import { z } from 'zod';
import { REACTIONS_MAX, type Reactions } from '#lib/contract/comment.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict } from '#server/platform/http/api-error.ts';

/** What people react to, and the tables that hold it. */
export type Reactable = 'comment' | 'post';

const EMOJI = /^\p{RGI_Emoji}$/v;
/** Names that a reaction shows at most. */
const NAMES = 10;

/** One emoji, as Unicode recommends it for interchange. */
export const emojiField = z
  .string({ error: 'Emoji is not a valid emoji' })
  .max(50, 'Emoji is not a valid emoji')
  .regex(EMOJI, 'Emoji is not a valid emoji');

const tableOf = (kind: Reactable) => ({
  table: sql.table(`${kind}_reaction`),
  key: sql.id(`${kind}_id`),
});

/** The reactions to several comments or posts, by their ids; emoji in the order of their first use. */
export async function reactionsOf(
  database: Database | Transaction,
  kind: Reactable,
  ids: readonly string[],
  reader: { userId: string; isOutsider: boolean },
): Promise<Map<string, Reactions>> {
  const { table, key } = tableOf(kind);
  const { rows } = await sql<{ id: string; emoji: string; count: number; mine: boolean; names: string[] }>`
    select reaction.${key} as id, reaction.emoji, count(*)::int as count,
      bool_or(reaction.user_id = ${reader.userId}) as mine,
      (array_agg(trim(person.first_name || ' ' || person.last_name) order by reaction.created_at))[1:${sql.lit(NAMES)}] as names
    from ${table} reaction join app_user person on person.id = reaction.user_id
    where reaction.${key} = any(${ids}::uuid[])
    group by reaction.${key}, reaction.emoji order by min(reaction.created_at), reaction.emoji`.execute(
    database,
  );
  return new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, some]) => [
      id,
      Object.fromEntries(
        some.map(({ emoji, count, mine, names }) => [
          emoji,
          { count, mine, names: reader.isOutsider ? [] : names },
        ]),
      ),
    ]),
  );
}

/** Adds a reaction; once is enough. @throws ApiError 409 where there are too many different ones already. */
export async function addReaction(
  trx: Transaction,
  kind: Reactable,
  { id, emoji, userId }: { id: string; emoji: string; userId: string },
): Promise<void> {
  const { table, key } = tableOf(kind);
  const { rows } = await sql<{ others: number }>`
    select count(distinct emoji)::int as others from ${table} where ${key} = ${id} and emoji <> ${emoji}`.execute(
    trx,
  );
  if ((rows[0]?.others ?? 0) >= REACTIONS_MAX)
    throw conflict('too_many_reactions', `There are ${REACTIONS_MAX} different reactions already.`);
  await sql`insert into ${table} (${key}, emoji, user_id)
    values (${id}, ${emoji}, ${userId}) on conflict do nothing`.execute(trx);
}

export async function removeReaction(
  trx: Transaction,
  kind: Reactable,
  { id, emoji, userId }: { id: string; emoji: string; userId: string },
): Promise<void> {
  const { table, key } = tableOf(kind);
  await sql`delete from ${table} where ${key} = ${id} and emoji = ${emoji} and user_id = ${userId}`.execute(
    trx,
  );
}

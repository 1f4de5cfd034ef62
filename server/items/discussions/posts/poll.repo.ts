import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export type PollRow = {
  is_multiple: boolean;
  closes_at: Date | null;
  is_closed: boolean;
  voters: number;
  wording: string;
  options: { number: number; text: string; votes: number; chosen: boolean }[];
};

const IS_CLOSED = sql<boolean>`(poll.closed_at is not null or coalesce(poll.closes_at <= now(), false))`;

/** The same for as long as the options are: what somebody votes for is what they read. */
const WORDING = sql<string>`(select md5(json_agg(option.text order by option.number)::text)
  from poll_option option where option.post_id = poll.post_id)`;

/** The poll of a post with its results, and what the user chose; undefined for a post without one. */
export async function pollOf(
  database: Database | Transaction,
  postId: string,
  userId: string | null,
): Promise<PollRow | undefined> {
  const { rows } = await sql<PollRow>`
    select poll.is_multiple, least(poll.closes_at, poll.closed_at) as closes_at, ${IS_CLOSED} as is_closed,
      ${WORDING} as wording,
      poll.imported_voters + (select count(distinct user_id)::int from poll_vote where post_id = poll.post_id) as voters,
      (select json_agg(json_build_object('number', option.number, 'text', option.text,
          'votes', option.imported_votes + (select count(*) from poll_vote vote
            where vote.post_id = option.post_id and vote.number = option.number),
          'chosen', exists (select from poll_vote vote where vote.post_id = option.post_id
            and vote.number = option.number and vote.user_id = ${userId})) order by option.number)
        from poll_option option where option.post_id = poll.post_id) as options
    from poll where poll.post_id = ${postId}`.execute(database);
  return rows[0];
}

/** Adds a poll to a new post; its options are numbered from 0. */
export async function insertPoll(
  trx: Transaction,
  postId: string,
  poll: { options: readonly string[]; multiple: boolean; closes_at?: Date | undefined },
): Promise<void> {
  await sql`insert into poll (post_id, is_multiple, closes_at)
    values (${postId}, ${poll.multiple}, ${poll.closes_at ?? null})`.execute(trx);
  await sql`insert into poll_option (post_id, number, text)
    select ${postId}, number - 1, text from unnest(${poll.options}::text[]) with ordinality as option (text, number)`.execute(
    trx,
  );
}

type LockedPoll = {
  is_multiple: boolean;
  is_closed: boolean;
  wording: string;
  options: number;
  has_votes: boolean;
};

/**
 * Locks a poll, so that its state and one's votes change one after the other. What is locked is read after the wait:
 * the statement that waits sees what was there before.
 */
export async function lockPoll(trx: Transaction, postId: string): Promise<LockedPoll | undefined> {
  const locked = await sql`select from poll where post_id = ${postId} for update`.execute(trx);
  if (locked.rows.length === 0) return undefined;
  const { rows } = await sql<LockedPoll>`
    select poll.is_multiple, ${IS_CLOSED} as is_closed, ${WORDING} as wording,
      (select count(*)::int from poll_option where post_id = poll.post_id) as options,
      poll.imported_voters > 0 or exists (select from poll_vote where post_id = poll.post_id) as has_votes
    from poll where poll.post_id = ${postId}`.execute(trx);
  return rows[0];
}

/** Replaces what a user chose. */
export async function replaceVotes(
  trx: Transaction,
  { postId, userId }: { postId: string; userId: string },
  numbers: readonly number[],
): Promise<void> {
  await sql`delete from poll_vote where post_id = ${postId} and user_id = ${userId}
    and number <> all(${numbers}::smallint[])`.execute(trx);
  await sql`insert into poll_vote (post_id, number, user_id)
    select ${postId}, number, ${userId} from unnest(${numbers}::smallint[]) as chosen (number)
    on conflict do nothing`.execute(trx);
}

/** Removes a poll with its options. */
export async function deletePoll(trx: Transaction, postId: string): Promise<void> {
  await sql`delete from poll where post_id = ${postId}`.execute(trx);
}

export async function closePoll(trx: Transaction, postId: string): Promise<void> {
  await sql`update poll set closed_at = now() where post_id = ${postId} and closed_at is null`.execute(trx);
}

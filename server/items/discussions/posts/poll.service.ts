import { sql } from 'kysely';
import type { z } from 'zod';
import type { createPollRequest, Poll, voteRequest } from '#lib/contract/poll.ts';
import type { Authorized } from '#server/access/policy/authorized.ts';
import { mayDiscuss } from '#server/access/policy/discussion-policy.ts';
import { inTransaction } from '#server/api/route.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { conflict, forbidden, invalid, notFound } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { closePoll, deletePoll, insertPoll, lockPoll, pollOf, replaceVotes } from './poll.repo.ts';
import type { PostView } from './post.repo.ts';

type WritablePost = Authorized<PostView, 'discussion.write'>;

const mayClose = (post: PostView, userId: string) =>
  post.created_by === userId || mayDiscuss(post, 'discussion.moderate');

/** The poll of a post as its reader sees it; null for a post without one. */
export async function presentPoll(
  database: Database | Transaction,
  post: PostView,
  userId: string,
): Promise<Poll | null> {
  const row = await pollOf(database, post.id, userId);
  if (!row) return null;
  const writes = !post.trashed_at && !post.space_archived_at && mayDiscuss(post, 'discussion.write');
  const isOpen = writes && !row.is_closed;
  return {
    options: row.options,
    multiple: row.is_multiple,
    voters: row.voters,
    closes_at: row.closes_at?.toISOString() ?? null,
    closed: row.is_closed,
    wording: row.wording,
    allowed: [
      ...(isOpen ? (['vote'] as const) : []),
      ...(isOpen && mayClose(post, userId) ? (['close'] as const) : []),
    ],
  };
}

async function openPoll(trx: Transaction, postId: string) {
  const poll = await lockPoll(trx, postId);
  if (!poll) throw notFound('This poll');
  if (poll.is_closed) throw conflict('poll_closed', 'This poll is closed.');
  return poll;
}

/**
 * Adds a poll to a post, replaces its poll, or removes it.
 * @throws ApiError 409 once somebody has voted: what people chose stays what they read
 */
export async function replacePoll(
  trx: Transaction,
  postId: string,
  poll: z.output<typeof createPollRequest> | null,
): Promise<void> {
  // Two who add a poll come one after the other.
  await sql`select from post where id = ${postId} for update`.execute(trx);
  if ((await lockPoll(trx, postId))?.has_votes)
    throw conflict('poll_has_votes', 'Somebody has voted already: this poll stays as it is.');
  await deletePoll(trx, postId);
  if (poll) await insertPoll(trx, postId, poll);
}

/**
 * Votes in the poll of a post, in place of what the caller chose before; no option takes the vote back.
 * @throws ApiError 404 without a poll, 409 once it is closed or has other options, 422 for options that it doesn't have, or too many
 */
export function vote(
  services: Services,
  caller: SignedIn,
  post: WritablePost,
  { options: numbers, wording }: z.output<typeof voteRequest>,
): Promise<void> {
  return inTransaction(services, async (trx) => {
    const poll = await openPoll(trx, post.id);
    if (wording !== undefined && wording !== poll.wording)
      throw conflict('poll_changed', 'The options of this poll have changed. Read them and choose again.');
    if (numbers.some((number) => number >= poll.options))
      throw invalid({ options: ['This option does not exist.'] });
    if (!poll.is_multiple && numbers.length > 1) throw invalid({ options: ['Choose one option.'] });
    await replaceVotes(trx, { postId: post.id, userId: caller.user.id }, numbers);
  });
}

/**
 * Closes the poll of a post: its author, and editors of the space.
 * @throws ApiError 403 for others, 404 without a poll, 409 where it is closed already
 */
export function closePollOfPost(services: Services, caller: SignedIn, post: WritablePost): Promise<void> {
  if (!mayClose(post, caller.user.id)) throw forbidden();
  return inTransaction(services, async (trx) => {
    await openPoll(trx, post.id);
    await closePoll(trx, post.id);
  });
}

import { ApiError } from '#server/platform/http/api-error.ts';

/** Archives of items that are sent at a time: each may take long, as slowly as its reader likes. */
const PER_ACCOUNT = 3;
const PER_HUB = 8;
/** Beyond this, a hub has one at a time, so that slow readers of some hubs do not hold up those of others. */
const IN_ALL = 16;
const IN_ALL_MOST = 64;

/** When somebody who was turned away may try again, in seconds. */
const AGAIN = 30;

type Turn = { hubId: string; userId: string };
const going = new Set<Turn>();

/**
 * Takes a turn for an archive of items, in this process.
 * @returns a function that gives it back, once
 * @throws ApiError 429 where as many are being sent as may: for the account, of the hub, or in all.
 */
export function acquireArchiveSlot({ hubId, userId }: Turn): () => void {
  const all = [...going];
  const isOwn = all.filter((one) => one.userId === userId).length >= PER_ACCOUNT;
  const ofHub = all.filter((one) => one.hubId === hubId).length;
  const isFull = all.length >= (ofHub === 0 ? IN_ALL_MOST : IN_ALL);
  if (isOwn || ofHub >= PER_HUB || isFull) {
    const message = isOwn
      ? `You are downloading ${PER_ACCOUNT} archives already. Try again when one of them is done.`
      : 'Too many archives are being downloaded just now. Try again in a minute.';
    throw new ApiError(429, 'too_many_archives', message, { retryAfter: AGAIN });
  }
  const turn = { hubId, userId };
  going.add(turn);
  return () => void going.delete(turn);
}

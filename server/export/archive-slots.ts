import { ApiError } from '#server/platform/http/api-error.ts';

/** Concurrent archives of items: a slow client can make each of them last long. */
const PER_ACCOUNT = 3;
const PER_HUB = 8;
/** Above this number, a hub gets one at a time, so that slow clients of some hubs do not block other hubs. */
const IN_ALL = 16;
const IN_ALL_MOST = 64;

/** Retry-After of a refused request, in seconds. */
const AGAIN = 30;

type Turn = { hubId: string; userId: string };
const going = new Set<Turn>();

/**
 * Acquires a slot for an archive of items, in this process.
 * @returns a function that releases it; further calls do nothing
 * @throws ApiError 429 where the account, the hub or the server has reached its limit.
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

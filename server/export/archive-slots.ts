import { ApiError } from '#server/platform/http/api-error.ts';

/** Concurrent archives of items: a slow client can make each of them last long. */
const PER_ACCOUNT_MAX = 3;
const PER_HUB_MAX = 8;
/** Above this number, a hub gets one at a time, so that slow clients of some hubs do not block other hubs. */
const ONE_PER_HUB_ABOVE = 16;
const TOTAL_MAX = 64;

/** Retry-After of a refused request, in seconds. */
const RETRY_AFTER_S = 30;

type Slot = { hubId: string; userId: string };
const activeSlots = new Set<Slot>();

/**
 * Acquires a slot for an archive of items, in this process.
 * @returns a function that releases it; further calls do nothing
 * @throws ApiError 429 where the account, the hub or the server has reached its limit.
 */
export function acquireArchiveSlot({ hubId, userId }: Slot): () => void {
  const all = [...activeSlots];
  const isOwn = all.filter((one) => one.userId === userId).length >= PER_ACCOUNT_MAX;
  const ofHub = all.filter((one) => one.hubId === hubId).length;
  const isFull = all.length >= (ofHub === 0 ? TOTAL_MAX : ONE_PER_HUB_ABOVE);
  if (isOwn || ofHub >= PER_HUB_MAX || isFull) {
    const message = isOwn
      ? `You are downloading ${PER_ACCOUNT_MAX} archives already. Try again when one of them is done.`
      : 'Too many archives are being downloaded just now. Try again in a minute.';
    throw new ApiError(429, 'too_many_archives', message, { retryAfter: RETRY_AFTER_S });
  }
  const slot = { hubId, userId };
  activeSlots.add(slot);
  return () => void activeSlots.delete(slot);
}

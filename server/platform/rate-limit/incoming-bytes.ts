import { ApiError, serverBusy } from '#server/platform/http/api-error.ts';
import { storageFull } from '#server/platform/http/storage-full.ts';

/** The bytes of one request that are in flight: being received, or received and not yet stored or discarded. */
export type IncomingBytes = {
  /**
   * Counts bytes before they are stored anywhere.
   * @throws ApiError 429 beyond what one sender may have in flight, 503 beyond the limit for all, 507 where
   * there is no space.
   */
  take(bytes: number): void;
  /** Releases all of them; further calls do nothing. */
  release(): void;
};

/** Bounds of the bytes in flight in this process. */
export type ByteLimits = { ofOneSender: number; ofAll: number };

export type ByteBudget = {
  /** @param sender one address, or one account */
  open(sender: string): IncomingBytes;
};

/** Seconds after which a refused sender may retry. */
const RETRY_SECONDS = 5;

const tooManyBytesInFlight = () =>
  new ApiError(429, 'too_much_at_once', 'Too much is being sent from here at once. Try again in a moment.', {
    retryAfter: RETRY_SECONDS,
  });

/**
 * Counts bytes in flight against fixed limits.
 * @param freeBytes bytes that the disk still has space for, whatever is in flight
 */
export function createByteBudget(
  limits: ByteLimits,
  freeBytes: () => number = () => Number.POSITIVE_INFINITY,
): ByteBudget {
  const bySender = new Map<string, number>();
  let all = 0;
  return {
    open(sender) {
      let taken = 0;
      const count = (bytes: number): void => {
        taken += bytes;
        all += bytes;
        const now = (bySender.get(sender) ?? 0) + bytes;
        if (now > 0) bySender.set(sender, now);
        else bySender.delete(sender);
      };
      return {
        take(bytes) {
          if ((bySender.get(sender) ?? 0) + bytes > limits.ofOneSender) throw tooManyBytesInFlight();
          if (all + bytes > limits.ofAll) throw serverBusy();
          if (bytes > freeBytes()) throw storageFull();
          count(bytes);
        },
        release: () => count(-taken),
      };
    },
  };
}

import { FairScheduler, type Release } from '#server/platform/database/fair-scheduler.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Pictures that one caller may wait for at the same time: more than a screen shows. */
const WAITING_MAX = 100;
/** How long one waits for a slot, in milliseconds. */
export const PICTURE_WAIT_MS = 30_000;
/** When a refused caller may retry, in seconds. */
const AGAIN = 5;

type CallerQueue = { turns: FairScheduler; count: number };

const callerQueues = new Map<string, CallerQueue>();

/**
 * Lets each caller have one picture rendered at a time, in this process: a caller of many waits only for
 * their own.
 * @returns a function that releases the slot
 * @throws ApiError 429 for a caller who waits for too many, SchedulerTimeout when there was no slot in time
 */
export async function acquireCallerSlot(caller: string): Promise<Release> {
  const own = callerQueues.get(caller) ?? { turns: new FairScheduler(1, PICTURE_WAIT_MS), count: 0 };
  if (own.count >= WAITING_MAX) {
    throw new ApiError(
      429,
      'too_many_pictures',
      'You are waiting for too many pictures already. Try again in a moment.',
      { retryAfter: AGAIN },
    );
  }
  callerQueues.set(caller, own);
  own.count += 1;
  const release = () => {
    own.count -= 1;
    if (own.count === 0) callerQueues.delete(caller);
  };
  try {
    const leave = await own.turns.acquire({ key: caller, waitedMs: 0 });
    return () => {
      leave();
      release();
    };
  } catch (error) {
    release();
    throw error;
  }
}

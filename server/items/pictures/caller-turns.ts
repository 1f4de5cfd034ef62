import { FairTurns, type Leave } from '#server/platform/database/fair-turns.ts';
import { ApiError } from '#server/platform/http/api-error.ts';

/** Pictures that one caller may wait for at once: more than a screen shows. */
const WAITING_MAX = 100;
/** How long one waits for its turn, in milliseconds. */
export const PICTURE_PATIENCE_MS = 30_000;
/** When a caller who was turned away may try again, in seconds. */
const AGAIN = 5;

type Turns = { turns: FairTurns; count: number };

const turnsOf = new Map<string, Turns>();

/**
 * Lets each caller have one picture made at a time, in this process: whoever wants many waits for their own.
 * @returns a function that gives the turn back
 * @throws ApiError 429 for one who waits for too many, TurnTimeout when the turn does not come in time
 */
export async function takeCallerTurn(caller: string): Promise<Leave> {
  const own = turnsOf.get(caller) ?? { turns: new FairTurns(1, PICTURE_PATIENCE_MS), count: 0 };
  if (own.count >= WAITING_MAX) {
    throw new ApiError(
      429,
      'too_many_pictures',
      'You are waiting for too many pictures already. Try again in a moment.',
      { retryAfter: AGAIN },
    );
  }
  turnsOf.set(caller, own);
  own.count += 1;
  const forget = () => {
    own.count -= 1;
    if (own.count === 0) turnsOf.delete(caller);
  };
  try {
    const leave = await own.turns.enter({ key: caller, waitedMs: 0 });
    return () => {
      leave();
      forget();
    };
  } catch (error) {
    forget();
    throw error;
  }
}

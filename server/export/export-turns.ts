import { ApiError } from '../http/api-error.ts';

/** Exports of everything that go on at a time: each reads all of a hub, and may take hours. */
const PER_HUB = 2;
const IN_ALL = 6;

/** When somebody who was turned away may try again, in seconds. */
const AGAIN = 60;

const going = new Map<string, number>();

/**
 * Takes a turn for an export of everything of a hub, in this process.
 * @returns a function that gives it back, once
 * @throws ApiError 429 where as many are going on as may.
 */
export function takeExportTurn(hubId: string): () => void {
  const own = going.get(hubId) ?? 0;
  const all = [...going.values()].reduce((sum, one) => sum + one, 0);
  if (own >= PER_HUB || all >= IN_ALL) {
    const message =
      own >= PER_HUB
        ? `This hub is being exported ${PER_HUB} times already. Try again when one of these exports is done.`
        : 'Too many hubs are being exported just now. Try again in a minute.';
    throw new ApiError(429, 'too_many_exports', message, { retryAfter: AGAIN });
  }
  going.set(hubId, own + 1);
  let given = false;
  return () => {
    if (given) return;
    given = true;
    const left = (going.get(hubId) ?? 1) - 1;
    if (left > 0) going.set(hubId, left);
    else going.delete(hubId);
  };
}

import type { ItemsResult } from '#lib/contract/item.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { newIdempotencyKey } from '#services/idempotency-key.ts';
import { ITEMS_PER_REQUEST_MAX } from '#services/item.ts';
import { sendWithRetry, delay as waitFor } from '#services/retry.ts';

/** How long to wait before a request that the network lost is sent again, in milliseconds; then it is given up. */
const PAUSES = [1_000, 3_000, 9_000];

/** The code of what a batch could not be asked about, or was never sent. */
export const NOT_REACHED = 'not_reached';
export const STOPPED = 'stopped';

/** Acts on some items; null where a question was declined and nothing was changed. */
export type SendBatch = (ids: string[], key: string) => Promise<{ data: ItemsResult } | null>;

type BatchOptions = {
  signal: AbortSignal;
  /** How many of the items were dealt with. */
  onProgress: (done: number) => void;
  pauses?: readonly number[];
};

/** Sends one batch; again under the same key where no answer came, so that it is done once. */
async function sendOnce(
  ids: string[],
  send: SendBatch,
  { signal, pauses = PAUSES }: BatchOptions,
): Promise<{ data: ItemsResult } | null> {
  const key = newIdempotencyKey();
  for (const pause of pauses) {
    try {
      return await sendWithRetry(() => send(ids, key), { signal });
    } catch (error) {
      if (failureOf(error) || signal.aborted) throw error;
      await waitFor(pause, signal);
    }
  }
  return send(ids, key);
}

/**
 * Acts on any number of items, as many at once as one request names.
 * @returns what was done, and for every other item why not; null where the very first question was declined
 * @throws the client's error, where nothing was done at all
 */
export async function runInBatches(
  ids: readonly string[],
  send: SendBatch,
  options: BatchOptions,
): Promise<ItemsResult | null> {
  const result: ItemsResult = { items: [], refused: [] };
  const refuseRest = (from: number, code: string, message: string) => {
    result.refused.push(...ids.slice(from).map((id) => ({ id, code, message })));
  };
  for (let from = 0; from < ids.length; from += ITEMS_PER_REQUEST_MAX) {
    if (options.signal.aborted) {
      refuseRest(from, STOPPED, '');
      break;
    }
    const batch = ids.slice(from, from + ITEMS_PER_REQUEST_MAX);
    try {
      const answer = await sendOnce(batch, send, options);
      if (!answer) {
        if (from === 0) return null;
        refuseRest(from, STOPPED, '');
        break;
      }
      result.items.push(...answer.data.items);
      result.refused.push(...answer.data.refused);
    } catch (error) {
      const failure = failureOf(error);
      if (ids.length <= ITEMS_PER_REQUEST_MAX) throw error;
      // A batch of which nothing could be done is refused by itself; a server that is not reached, for all the rest.
      if (!failure || failure.status === 401 || failure.status >= 500) {
        if (result.items.length === 0 && result.refused.length === 0) throw error;
        refuseRest(from, NOT_REACHED, messageOf(error));
        break;
      }
      const { code = '' } = failure;
      result.refused.push(...batch.map((id) => ({ id, code, message: messageOf(error) })));
    }
    options.onProgress(Math.min(from + ITEMS_PER_REQUEST_MAX, ids.length));
  }
  return result;
}

import type { ItemsResult } from '#lib/contract/item.ts';
import { failureOf, messageOf } from '#services/http.ts';
import { newIdempotencyKey } from '#services/idempotency-key.ts';
import { ITEMS_PER_REQUEST_MAX } from '#services/item.ts';
import { sendWithRetry, delay as waitFor } from '#services/retry.ts';

/** Delays before a request that failed in the network is repeated, in milliseconds; then it fails. */
const PAUSES = [1_000, 3_000, 9_000];

/** The error code of items whose batch got no response, or was never sent. */
export const NOT_REACHED = 'not_reached';
export const STOPPED = 'stopped';

/** Applies the action to some items; null where a confirmation was declined and nothing was changed. */
export type SendBatch = (ids: string[], key: string) => Promise<{ data: ItemsResult } | null>;

type BatchOptions = {
  signal: AbortSignal;
  /** The number of processed items. */
  onProgress: (done: number) => void;
  pauses?: readonly number[];
};

/** Sends one batch; repeats it under the same key if there was no response, so that it is applied once. */
async function sendBatch(
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
 * Applies an action to any number of items, in batches of the maximum size of a request.
 * @returns the changed items, and the reason for every other item; null where the first confirmation was declined
 * @throws the client's error, where nothing was changed at all
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
      const batchResponse = await sendBatch(batch, send, options);
      if (!batchResponse) {
        if (from === 0) return null;
        refuseRest(from, STOPPED, '');
        break;
      }
      result.items.push(...batchResponse.data.items);
      result.refused.push(...batchResponse.data.refused);
    } catch (error) {
      const failure = failureOf(error);
      if (ids.length <= ITEMS_PER_REQUEST_MAX) throw error;
      // A refused batch fails alone; when the server can't be reached or is broken, all other batches fail, too.
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

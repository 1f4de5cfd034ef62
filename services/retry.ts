import { failureOf } from './http.ts';
import { HttpError } from './http-client.ts';

/** How often a temporarily refused request is repeated. */
const REPEATS_MAX = 40;
const PAUSE_SECONDS = 3;
const PAUSE_SECONDS_MAX = 30;

/**
 * How long to wait before a refused request is sent again: a large folder is being prepared for a change (503
 * `preparing`), the same request is still running under its key (409 `still_running`), or there were too many requests
 * (429).
 * @returns milliseconds; null where the refusal is final
 */
export function retryDelay(error: unknown): number | null {
  const failure = failureOf(error);
  const isForNow =
    failure && (failure.status === 429 || failure.code === 'preparing' || failure.code === 'still_running');
  if (!isForNow || !(error instanceof HttpError)) return null;
  const seconds = Number(error.response?.headers['retry-after']);
  return 1000 * Math.min(seconds > 0 ? seconds : PAUSE_SECONDS, PAUSE_SECONDS_MAX);
}

/** Whether a request was not answered, or the server can't work for now: the same one may be done later. */
export function isTemporary(error: unknown): boolean {
  if (!(error instanceof HttpError)) return false;
  if (!error.response) return error.reason === 'network';
  return [429, 502, 503, 504].includes(error.response.status) || retryDelay(error) !== null;
}

/** Waits for this many milliseconds, or until the signal. */
export const delay = (duration: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, duration);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Sends a change, and retries while the server's refusal is temporary. @throws the last refusal */
export async function sendWithRetry<Result>(
  send: () => Promise<Result>,
  { signal, wait = delay }: { signal?: AbortSignal; wait?: typeof delay } = {},
): Promise<Result> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await send();
    } catch (error) {
      const duration = retryDelay(error);
      if (duration === null || repeat >= REPEATS_MAX || signal?.aborted) throw error;
      await wait(duration, signal);
    }
  }
}

import { setImmediate } from 'node:timers/promises';

/** How long the preparation of texts may block everything else in the process, in milliseconds. */
const AT_A_STRETCH_MS = 5;

/**
 * @returns a function to be called again and again during long computations: from time to time it lets other work of the process
 * come first, and throws where the signal is aborted
 */
export function createPauses(signal?: AbortSignal): () => Promise<void> {
  let rested = performance.now();
  return async () => {
    if (performance.now() - rested < AT_A_STRETCH_MS) return;
    await setImmediate();
    signal?.throwIfAborted();
    rested = performance.now();
  };
}

import type { SendingFile } from './file-answers.ts';

/** How long it waits for a network that does not tell when it is back. */
const PATIENCE_MS = 8000;

/** The network is back, or it is worth another try; at once when the sending is given up. */
export function backOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, PATIENCE_MS);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/**
 * Loads a part of the page that is needed now, for as long as it takes until there is a network.
 * @returns null when it was given up meanwhile
 */
export async function patiently<T>(
  load: () => Promise<T>,
  { onNetwork, signal }: Pick<SendingFile, 'onNetwork' | 'signal'>,
): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await load();
    } catch {
      onNetwork(false);
      await backOnline(signal);
      onNetwork(true);
    }
  }
  return null;
}

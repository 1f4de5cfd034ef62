import type { FileUploadOptions } from './file-uploader.ts';

/** Longest wait for a network that fires no online event. */
const TIMEOUT_MS = 8000;

/** Resolves when the network is back or a retry is worthwhile; immediately when aborted. */
export function waitUntilOnline(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, TIMEOUT_MS);
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

/**
 * Loads a part of the page that is needed now, and retries until there is a network.
 * @returns null when it was aborted meanwhile
 */
export async function loadWithRetry<T>(
  load: () => Promise<T>,
  { onNetwork, signal }: Pick<FileUploadOptions, 'onNetwork' | 'signal'>,
): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await load();
    } catch {
      onNetwork(false);
      await waitUntilOnline(signal);
      onNetwork(true);
    }
  }
  return null;
}

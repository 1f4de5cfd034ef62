import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `ask` until it stops throwing, and returns its result; throws its last error after the timeout.
 * @param timeout milliseconds
 */
export async function eventually<T>(ask: () => Promise<T>, timeout = 30_000): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(50);
    }
  }
}

import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again until `ask` stops throwing, and gives what it gave; its last error where the time is over.
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

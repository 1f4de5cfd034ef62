import { failureOf, setAuthorization, setSessionGate } from '#services/http.ts';
import { readToken } from '#services/token.ts';

/** Milliseconds before the first retry; the delay doubles each time, up to the longest. */
const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 30_000;

/** Rate limit or timeout: it is no sign of an ended session. */
const PASSING = [408, 429];

/**
 * Whether the server itself refused: only then there is no user to load. A server that was not reached, or is
 * broken for now, is no sign of who is signed in.
 */
export function isServerRejection(error: unknown): boolean {
  const status = failureOf(error)?.status ?? 0;
  return status >= 400 && status < 500 && !PASSING.includes(status);
}

/** Waits before the next retry, longer each time; shorter when the browser is online again. */
export function waitBeforeRetry(tries: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(waiting);
      window.removeEventListener('online', done);
      resolve();
    };
    const waiting = setTimeout(done, Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** tries));
    window.addEventListener('online', done);
  });
}

/**
 * Reads the stored token once and sets it on both clients; after a failure the next call retries. The
 * versioned client is notified of it while the provider is first rendered, because the effects of inner
 * screens run before its own.
 */
export function createSessionLoader(): () => Promise<string | null> {
  let opened: Promise<string | null> | null = null;
  const read = async () => {
    try {
      const token = await readToken();
      setAuthorization(token);
      return token;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
  const open = () => {
    opened ??= read();
    return opened;
  };
  // A request without the token would get a visitor's response: it fails if the token can't be read.
  if (typeof window !== 'undefined') setSessionGate(open);
  return open;
}

import { ApiError } from '#server/platform/http/api-error.ts';

type Turn = { abort: () => void; ended: Promise<void> };

const turns = new Map<string, Turn>();
const LOCK_TIMEOUT_MS = 5000;

/**
 * Works on an upload while nobody else does. A later request takes precedence: a sender whose network was
 * lost comes back before the server knows that the first connection is dead, which is aborted then.
 * @param abort aborts the work
 * @throws ApiError 423 where that takes too long.
 */
export async function withUploadLock<T>(id: string, abort: () => void, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + LOCK_TIMEOUT_MS;
  for (let before = turns.get(id); before; before = turns.get(id)) {
    before.abort();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, until - Date.now()));
    });
    await Promise.race([before.ended, patience]);
    clearTimeout(timer);
    if (Date.now() >= until && turns.has(id))
      throw new ApiError(423, 'upload_busy', 'This upload is at work still. Try again in a moment.');
  }
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  turns.set(id, { abort, ended });
  try {
    return await work();
  } finally {
    turns.delete(id);
    resolve();
  }
}

import { z } from 'zod';
import type { ExtractCode } from '#server/platform/extraction/extract.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/**
 * A failure that the machine may have caused is retried: after this time, then eight times as long, and so
 * on.
 */
const FIRST_PAUSE_MS = MINUTE_MS;
const PAUSE_GROWTH = 8;
const LONGEST_PAUSE_MS = 7 * DAY_MS;

/** Failures that cost as much as a picture may. */
const COSTLY: ReadonlySet<ExtractCode> = new Set(['timeout', 'out_of_memory', 'crashed']);

const failureRecord = z.object({ count: z.number().int().positive(), until: z.number() });

/** Whether a failure used all of the time, the memory or the process that a picture may use. */
export function isCostly(code: ExtractCode): boolean {
  return COSTLY.has(code);
}

async function readFailure(storage: Storage, sha256: string, name: string) {
  const bytes = await storage.readDerived(sha256, name);
  if (!bytes) return null;
  try {
    return failureRecord.safeParse(JSON.parse(bytes.toString())).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a recorded failure is recent, so that it is not retried yet. */
export async function hasFailedLately(
  storage: Storage,
  sha256: string,
  name: string,
  now = Date.now(),
): Promise<boolean> {
  const failure = await readFailure(storage, sha256, name);
  return failure !== null && now < failure.until;
}

/**
 * Records beside a file that a picture of it could not be rendered. A failure of the content itself is valid
 * for a day (the next version may support it); what took too long is retried after growing pauses.
 */
export async function recordFailure(
  storage: Storage,
  sha256: string,
  { name, code }: { name: string; code: ExtractCode },
  now = Date.now(),
): Promise<void> {
  const count = ((await readFailure(storage, sha256, name))?.count ?? 0) + 1;
  const pause = isCostly(code)
    ? Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * PAUSE_GROWTH ** (count - 1))
    : DAY_MS;
  await storage.writeDerived(sha256, name, Buffer.from(JSON.stringify({ count, until: now + pause })));
}

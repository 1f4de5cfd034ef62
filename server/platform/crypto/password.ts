import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { ApiError } from '#server/platform/http/api-error.ts';

/** OWASP's least for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashing at a time: memory stays at 2 × 19 MiB, and half of libuv's four threads stay free for files. */
const CONCURRENT_HASHES = 2;
/** A caller who would wait longer than some seconds is refused immediately. */
const MAX_WAITING = 400;

let atWork = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork >= CONCURRENT_HASHES) {
    if (waiting.length >= MAX_WAITING) {
      throw new ApiError(503, 'busy', 'Too many people are signing in right now. Try again in a moment.', {
        retryAfter: 5,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    atWork += 1;
  }
  try {
    return await work();
  } finally {
    // The caller that waited longest takes over this slot.
    const next = waiting.shift();
    if (next) next();
    else atWork -= 1;
  }
}

/** The password as it is stored: argon2id in PHC form, salted. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

let decoy: Promise<string> | null = null;

/**
 * Whether this is the stored password. Takes as long when there is none to compare with, so that the time
 * does not reveal whether an account exists.
 * @param count runs right before the comparison, once it has a slot; what it throws prevents the comparison
 */
export async function isPassword(
  storedHash: string | null,
  password: string,
  count: () => Promise<void>,
): Promise<boolean> {
  decoy ??= hash(randomBytes(32), OPTIONS);
  const comparison = storedHash ?? (await decoy);
  const same = await inTurn(async () => {
    await count();
    return verify(comparison, password, OPTIONS);
  });
  return same && storedHash !== null;
}

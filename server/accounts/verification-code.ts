import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** A random code of this many digits. */
export function generateCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/**
 * The hash under which a code is stored: keyed, since all codes of a few digits could otherwise be tried.
 * @param purpose what the code verifies; it is not valid for another purpose
 */
export function hashCode(signingKey: Uint8Array, purpose: string, userId: string, code: string): string {
  return createHmac('sha256', signingKey).update(`${purpose}\0${userId}\0${code}`).digest('base64url');
}

/** Compares two hashes in constant time. */
export function hashesEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';

/** A code of this many digits. */
export function generateCode(digits: number): string {
  return Array.from({ length: digits }, () => randomInt(10)).join('');
}

/**
 * The form in which a code is kept: without the key, trying all codes of a few digits would find it.
 * @param purpose what it proves; a code of one purpose is none of another
 */
export function hashCode(signingKey: Uint8Array, purpose: string, userId: string, code: string): string {
  return createHmac('sha256', signingKey).update(`${purpose}\0${userId}\0${code}`).digest('base64url');
}

/** Compares two hashes in constant time. */
export function hashesEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

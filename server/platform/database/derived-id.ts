import { createHash } from 'node:crypto';

const ID_BYTES = 16;

/**
 * An id that follows from others, so that an import that runs again makes the same, and a link leads to a row that is
 * written only later: UUID version 8 (RFC 9562) of a hash.
 */
export function derivedId(...from: readonly string[]): string {
  const bytes = createHash('sha256').update(from.join(' ')).digest().subarray(0, ID_BYTES);
  bytes[6] = 0x80 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * A key by which the server knows a repeated write (docs/contract.md §2), 128 random bits in hex.
 * `crypto.randomUUID` needs a secure context, which plain HTTP on a local network is not.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

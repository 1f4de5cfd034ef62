import type { IncomingMessage } from 'node:http';

/**
 * The declared byte length of a request's body; null where it has a body without a declared length (RFC 9112
 * §6).
 */
export function declaredLength({ headers }: Pick<IncomingMessage, 'headers'>): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

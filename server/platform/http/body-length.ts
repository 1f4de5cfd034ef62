import type { IncomingMessage } from 'node:http';

/** Bytes that a request says its body has; null where it has one and does not say (RFC 9112 §6). */
export function declaredLength({ headers }: Pick<IncomingMessage, 'headers'>): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  const length = Number(headers['content-length'] ?? 0);
  return Number.isSafeInteger(length) && length >= 0 ? length : null;
}

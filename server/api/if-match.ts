import type { FastifyRequest } from 'fastify';
import { conflict, unreadableBody } from '#server/platform/http/api-error.ts';

/**
 * The revision that a write was made for (`If-Match: 7`, also quoted), or null where none is named.
 * @throws ApiError 400 for a header that is no revision, Error in a route that does not declare `acceptsRevision`
 */
export function expectedRevision(request: FastifyRequest): number | null {
  if (!request.routeOptions.config.acceptsRevision)
    throw new Error(`${request.routeOptions.url} reads If-Match and does not declare acceptsRevision`);
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const digits = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1];
  if (digits === undefined) throw unreadableBody('unreadable_revision', 'If-Match must be a revision.');
  return Number(digits);
}

/**
 * Refuses a write for a revision that is not the current one (docs/contract.md §2).
 * @throws ApiError 409 with the current state as the caller may see it.
 */
export async function requireRevision(
  expected: number | null,
  current: number,
  present: () => Promise<unknown> | unknown,
): Promise<void> {
  if (expected === null || expected === current) return;
  throw conflict('stale_revision', 'Somebody else changed this meanwhile.', await present());
}

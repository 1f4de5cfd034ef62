import type { FastifyRequest } from 'fastify';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { type Counter, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import { tokenCounters } from '#server/platform/rate-limit/sign-in-limits.ts';

const QUARTER_HOUR = 15 * 60;

/** As for sign-ins (docs/contract.md §2): failed passwords of one link from one address, and of one link in all. */
const LINK_FROM_ADDRESS: Limit = { name: 'link-address', most: 10, seconds: QUARTER_HOUR };
const LINK: Limit = { name: 'link', most: 100, seconds: QUARTER_HOUR };

/** The counters of a link's password, counted before it is checked. */
export function linkCounters(request: FastifyRequest, linkId: string): Counter[] {
  return [
    limitCounter(LINK_FROM_ADDRESS, linkId, clientAddress(request.ip)),
    ...tokenCounters(request),
    limitCounter(LINK, linkId),
  ];
}

import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '#lib/text/email.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { clientAddress } from './client-address.ts';
import { type Counter, consumeLimits, consumeLimitsIn, type Limit, limitCounter } from './limits.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 3600;

/** docs/contract.md §2: resets are counted as failed sign-ins are, but on counters of their own. */
const RESETS_FROM_ADDRESS: Limit = { name: 'reset-account-address', most: 10, seconds: QUARTER_HOUR };
const RESETS: Limit = { name: 'reset-account', most: 100, seconds: QUARTER_HOUR };
const RESETS_OF_ADDRESS: Limit = { name: 'reset-address', most: 300, seconds: QUARTER_HOUR };

/** Mail that one user may have sent to an address: nobody's mailbox is flooded through this app. */
const CODES: Limit = { name: 'code-mail', most: 10, seconds: QUARTER_HOUR };
const CODES_OF_ADDRESS: Limit = { name: 'code-mail-address', most: 100, seconds: QUARTER_HOUR };
const RESET_MAILS: Limit = { name: 'reset-mail', most: 5, seconds: QUARTER_HOUR };
const NOTICES: Limit = { name: 'address-in-use', most: 1, seconds: DAY };
/** docs/contract.md §2: of one hub within an hour. */
const INVITATIONS: Limit = { name: 'invitation-mail', most: 200, seconds: 3600 };

/** The counters of a password reset request, whether or not the address has an account. */
export function resetCounters(request: FastifyRequest, email: string): Counter[] {
  const address = clientAddress(request.ip);
  const account = normalizedEmail(email);
  return [
    limitCounter(RESETS_FROM_ADDRESS, account, address),
    limitCounter(RESETS_OF_ADDRESS, address),
    limitCounter(RESETS, account),
  ];
}

/** The counters of sending a code: the requesting account, the receiving mailbox, the client's address. */
export function codeMailCounters(request: FastifyRequest, userId: string, email: string): Counter[] {
  return [
    limitCounter(CODES, 'account', userId),
    limitCounter(CODES, 'mailbox', normalizedEmail(email)),
    limitCounter(CODES_OF_ADDRESS, clientAddress(request.ip)),
  ];
}

/** The counters of a mailed reset link. */
export const resetMailCounters = (userId: string): Counter[] => [limitCounter(RESET_MAILS, userId)];

/** The counters of notifying the owner of an address that somebody tried to use it. */
export const noticeCounters = (email: string): Counter[] => [limitCounter(NOTICES, normalizedEmail(email))];

/** The counters of one mailed invite to a hub. */
export const invitationMailCounters = (hubId: string): Counter[] => [limitCounter(INVITATIONS, hubId)];

/** Counts a mail whose refusal is silent; false where it may not be sent. */
export function consumeMailLimit(
  services: { config: Pick<Config, 'rateLimitFactor'>; database: Database },
  counters: readonly Counter[],
): Promise<boolean> {
  return isWithin(consumeLimits(services, counters));
}

/** The same in the transaction of what the mail reports. */
export function consumeMailLimitIn(
  trx: Transaction,
  services: { config: Pick<Config, 'rateLimitFactor'> },
  counters: readonly Counter[],
): Promise<boolean> {
  return isWithin(consumeLimitsIn(trx, services, counters));
}

async function isWithin(reserved: Promise<unknown>): Promise<boolean> {
  try {
    await reserved;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 429) return false;
    throw error;
  }
}

import type { FastifyRequest } from 'fastify';
import { normalizedEmail } from '#lib/text/email.ts';
import { clientAddress } from './client-address.ts';
import { type Counter, type Limit, limitCounter } from './limits.ts';

const QUARTER_HOUR = 15 * 60;

/** docs/contract.md §2: failed sign-ins, codes, second factors and resets, within 15 minutes. */
const ACCOUNT_FROM_ADDRESS: Limit = { name: 'account-address', most: 10, seconds: QUARTER_HOUR };
const ACCOUNT: Limit = { name: 'account', most: 100, seconds: QUARTER_HOUR };
const ADDRESS: Limit = { name: 'address', most: 300, seconds: QUARTER_HOUR };
/**
 * Failed attempts allowed for one device that signed in before, wherever it is: its name is no secret, so
 * this is limited too.
 */
const ACCOUNT_DEVICE: Limit = { name: 'account-device', most: 100, seconds: QUARTER_HOUR };

const REGISTRATIONS: Limit = { name: 'registration', most: 200, seconds: 3600 };

/**
 * The counters of a proof of an account (password, code), counted before it is checked.
 * @param knownDevice the hash of a device that signed in to this account before: an attack from elsewhere
 * does not lock it out
 */
export function proofCounters(request: FastifyRequest, email: string, knownDevice: string | null): Counter[] {
  const address = clientAddress(request.ip);
  const account = normalizedEmail(email);
  return [
    limitCounter(ACCOUNT_FROM_ADDRESS, account, address),
    limitCounter(ADDRESS, address),
    knownDevice ? limitCounter(ACCOUNT_DEVICE, account, knownDevice) : limitCounter(ACCOUNT, account),
  ];
}

/** The counters of a token that names no account. */
export function tokenCounters(request: FastifyRequest): Counter[] {
  return [limitCounter(ADDRESS, clientAddress(request.ip))];
}

export function registrationCounters(request: FastifyRequest): Counter[] {
  return [limitCounter(REGISTRATIONS, clientAddress(request.ip))];
}

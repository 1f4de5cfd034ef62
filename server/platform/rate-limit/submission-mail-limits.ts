import { normalizedEmail } from '#lib/text/email.ts';
import { type Counter, type Limit, limitCounter } from './limits.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/**
 * Receipts are sent to an address that a visitor typed: nobody's mailbox is flooded through a form, or
 * through many.
 */
const RECEIPTS_TO_ADDRESS: Limit = { name: 'receipt-mailbox', most: 5, seconds: HOUR };
const RECEIPTS_TO_ADDRESS_A_DAY: Limit = { name: 'receipt-mailbox-day', most: 15, seconds: DAY };
const RECEIPTS_OF_FORM: Limit = { name: 'receipt-form', most: 1_000, seconds: HOUR };

/**
 * Notices are sent to addresses that an editor typed; recipients of that many use the list of submissions
 * instead.
 */
const NOTICES_OF_FORM: Limit = { name: 'answer-notice', most: 30, seconds: HOUR };
const NOTICES_TO_ADDRESS: Limit = { name: 'answer-notice-mailbox', most: 100, seconds: HOUR };

/** The counters of a mailed receipt. */
export const receiptMailCounters = (formId: string, email: string): Counter[] => [
  limitCounter(RECEIPTS_TO_ADDRESS, normalizedEmail(email)),
  limitCounter(RECEIPTS_TO_ADDRESS_A_DAY, normalizedEmail(email)),
  limitCounter(RECEIPTS_OF_FORM, formId),
];

/** The counters of a mailed notice of a submission. */
export const noticeMailCounters = (formId: string, email: string): Counter[] => [
  limitCounter(NOTICES_OF_FORM, formId, normalizedEmail(email)),
  limitCounter(NOTICES_TO_ADDRESS, normalizedEmail(email)),
];

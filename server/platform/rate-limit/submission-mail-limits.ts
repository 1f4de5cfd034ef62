import { normalizedEmail } from '#lib/text/email.ts';
import { type Counter, type Limit, limitCounter } from './limits.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Receipts go to an address that a stranger typed: nobody's mailbox is filled through a form, or through many. */
const RECEIPTS_TO_ADDRESS: Limit = { name: 'receipt-mailbox', most: 5, seconds: HOUR };
const RECEIPTS_TO_ADDRESS_A_DAY: Limit = { name: 'receipt-mailbox-day', most: 15, seconds: DAY };
const RECEIPTS_OF_FORM: Limit = { name: 'receipt-form', most: 1_000, seconds: HOUR };

/** Notices go to addresses that an editor typed; who gets that many looks at the list of answers instead. */
const NOTICES_OF_FORM: Limit = { name: 'answer-notice', most: 30, seconds: HOUR };
const NOTICES_TO_ADDRESS: Limit = { name: 'answer-notice-mailbox', most: 100, seconds: HOUR };

/** What a mailed receipt is counted on. */
export const receiptMailCounters = (formId: string, email: string): Counter[] => [
  limitCounter(RECEIPTS_TO_ADDRESS, normalizedEmail(email)),
  limitCounter(RECEIPTS_TO_ADDRESS_A_DAY, normalizedEmail(email)),
  limitCounter(RECEIPTS_OF_FORM, formId),
];

/** What a mailed notice of an answer is counted on. */
export const noticeMailCounters = (formId: string, email: string): Counter[] => [
  limitCounter(NOTICES_OF_FORM, formId, normalizedEmail(email)),
  limitCounter(NOTICES_TO_ADDRESS, normalizedEmail(email)),
];

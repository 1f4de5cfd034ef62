import type { Transaction } from '#server/platform/database/database.ts';
import { consumeLimitsIn, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';

/** Far more than a person writes: a script that floods a discussion, each text of which others are shown. */
const TEXTS: Limit = { name: 'discussion-text', most: 300, seconds: 60 };

/** Counts a comment, a reply or a post of an account. @throws ApiError 429 with the seconds to wait. */
export function countDiscussionText(trx: Transaction, services: Services, userId: string): Promise<void> {
  return consumeLimitsIn(trx, services, [limitCounter(TEXTS, userId)]);
}

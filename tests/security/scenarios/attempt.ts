import type { ClientResponse } from '#tests/harness/client.ts';
import type { Outcome } from './matrix.ts';

/** What came of an attempt, by its status (docs/contract.md §2): 401 and 404 tell that there is nothing for the caller. */
export function outcomeOf({ status, body }: ClientResponse): Outcome | `status ${number}` {
  if (status >= 200 && status < 300) return 'done';
  // Another attempt's reading goes on: this one was let through as well.
  if (status === 409 && body.code === 'still_running') return 'done';
  if (status === 403) return 'forbidden';
  return status === 401 || status === 404 ? 'unknown' : `status ${status}`;
}

import type { ClientResponse } from '#tests/harness/client.ts';
import type { Outcome } from './matrix.ts';

/**
 * The outcome of an attempt, by its status (docs/contract.md §2): 401 and 404 mean that nothing exists for
 * the caller.
 */
export function outcomeOf({ status, body }: ClientResponse): Outcome | `status ${number}` {
  if (status >= 200 && status < 300) return 'done';
  // Another attempt's extraction is still running: this one was authorized as well.
  if (status === 409 && body.code === 'still_running') return 'done';
  if (status === 403) return 'forbidden';
  return status === 401 || status === 404 ? 'unknown' : `status ${status}`;
}

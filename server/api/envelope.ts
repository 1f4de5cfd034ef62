import type { ApiSuccess } from '#lib/contract/envelope.ts';

/** A whole response body in place of its data: a list with its page, a message, a cursor. */
export type Envelope<T> = { envelope: ApiSuccess<T> };

/** A page of a list, as the contract's envelope. */
export function listEnvelope<T>(
  rows: T[],
  at: { page: number; page_size: number; count?: number | null },
): Envelope<T[]> {
  return { envelope: { data: rows, count: at.count ?? null, page: at.page, page_size: at.page_size } };
}

/** A message without data, or beside it. */
export function messageEnvelope(message: string): Envelope<null>;
export function messageEnvelope<T>(message: string, data: T): Envelope<T>;
export function messageEnvelope(message: string, data: unknown = null): Envelope<unknown> {
  return { envelope: { data, message } };
}

/** The body of a success: what a handler returned, in the contract's envelope. */
export function bodyOf(result: unknown): ApiSuccess<unknown> {
  return isEnvelope(result) ? result.envelope : { data: result };
}

function isEnvelope(value: unknown): value is Envelope<unknown> {
  return typeof value === 'object' && value !== null && 'envelope' in value;
}

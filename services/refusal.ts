import type { SharedRefusals } from '#lib/contract/refusal.ts';
import { SHARED_REFUSAL_CODES, type SharedRefusalCode } from '#lib/contract/refusal-codes.ts';
import type { RefusalData } from './api.ts';
import { failureOf } from './http.ts';

/**
 * What a route returned as `data` of a refusal, such as the current state where a write was stale, with the type of the schema that the
 * route declares (`refusalData`); null for every other failure. The server compares the two, as it does with responses
 * (docs/decisions/0096-responses-are-schemas.md).
 */
export function refusalDataOf<Method extends string, Url extends string>(
  error: unknown,
): RefusalData<Method, Url> | null {
  const failure = failureOf<RefusalData<Method, Url>>(error);
  if (failure?.code === undefined || SHARED_REFUSAL_CODES.some((code) => code === failure.code)) return null;
  return failure.data ?? null;
}

/** The same of refusals that any route may answer with, by their codes. */
export function sharedRefusalOf<Code extends SharedRefusalCode>(
  error: unknown,
  ...codes: readonly Code[]
): SharedRefusals[Code] | null {
  const failure = failureOf<SharedRefusals[Code]>(error);
  return failure?.data !== undefined && codes.some((code) => code === failure.code) ? failure.data : null;
}

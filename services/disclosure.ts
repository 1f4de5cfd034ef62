import type { Disclosure } from '#lib/contract/disclosure.ts';
import { failureOf } from './http.ts';

/**
 * What a refused change would show to more people, or take from some, or null where it was refused for
 * another reason.
 */
export function disclosureOf(error: unknown): Disclosure | null {
  const failure = failureOf(error);
  const needsConfirmation = failure?.code === 'more_would_see' || failure?.code === 'fewer_would_see';
  if (!needsConfirmation || !('data' in failure)) return null;
  const { data } = failure;
  return isDisclosure(data) ? data : null;
}

function isDisclosure(value: unknown): value is Disclosure {
  return typeof value === 'object' && value !== null && 'would_see' in value && 'disclosure' in value;
}

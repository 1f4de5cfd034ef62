import type { Disclosure } from '#lib/contract/disclosure.ts';
import { sharedRefusalOf } from './refusal.ts';

/**
 * What a refused change would show to more people, or take from some, or null where it was refused for
 * another reason.
 */
export const disclosureOf = (error: unknown): Disclosure | null =>
  sharedRefusalOf(error, 'more_would_see', 'fewer_would_see');

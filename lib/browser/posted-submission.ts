import type { SubmitResult } from '#lib/contract/submit.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { FieldErrors, FieldProblem } from '#lib/fields/problem.ts';

/** Names of what a form's page posts beside its fields, whose names never begin so. */
export const POSTED_NAMES = {
  version: ':version',
  language: ':language',
  token: ':token',
  key: ':key',
  /** The field that nobody sees. */
  website: ':website',
  embed: ':embed',
  /** Before the path of a phone number: the country that was chosen for it. */
  country: ':country:',
  /** Before the path of a field: which reading of its text is meant. */
  reading: ':reading.',
} as const;

/** An answer as it was posted, and what is wrong with it. */
export type PostedSubmission = {
  version: number;
  values: Values;
  /** Chosen beside phone numbers, by path. */
  countries: PhoneCountries;
  /** Files that it brought, which need not be chosen again: by the id that is their value. */
  files: Record<string, string>;
  /** Sentences about the whole. */
  problem: string | null;
  code: string;
  /** Seconds until it may be tried again. */
  retryAfter: number;
  errors: FieldErrors;
  /** Those of them that have a code. */
  details: readonly FieldProblem[];
  /** What would be right, under the same paths. */
  hints: FieldErrors;
  /** By code, why files were not kept and texts were cut, where it is not their field that refused them. */
  ownCodes: Record<string, string>;
  key: string;
};

/** What came of an answer. */
export type SubmissionConfirmation = Pick<
  SubmitResult,
  'confirmation' | 'confirmation_html' | 'edit_url' | 'receipt_url'
>;

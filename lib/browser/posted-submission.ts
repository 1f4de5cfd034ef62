import type { SubmitResult } from '#lib/contract/submit.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { PhoneCountries } from '#lib/fields/phone-countries.ts';
import type { FieldErrors, FieldProblem } from '#lib/fields/problem.ts';

/** Names of the values that a form's page posts besides its fields, whose names never begin with a colon. */
export const POSTED_NAMES = {
  version: ':version',
  language: ':language',
  token: ':token',
  key: ':key',
  /** The honeypot field, which is hidden. */
  website: ':website',
  embed: ':embed',
  /** Before the path of a phone number: the country that was chosen for it. */
  country: ':country:',
  /** Before the path of a field: which interpretation of its text is meant. */
  reading: ':reading.',
} as const;

/** A submission as it was posted, and what is wrong with it. */
export type PostedSubmission = {
  version: number;
  values: Values;
  /** The countries that were chosen for phone numbers, by path. */
  countries: PhoneCountries;
  /** Files that were uploaded with it and need not be chosen again: names by the id that is their value. */
  files: Record<string, string>;
  /** A message about the submission as a whole. */
  problem: string | null;
  code: string;
  /** Seconds until it can be retried. */
  retryAfter: number;
  errors: FieldErrors;
  /** The errors that have a code. */
  details: readonly FieldProblem[];
  /** Suggested corrections, under the same paths. */
  hints: FieldErrors;
  /** By code, why files were rejected and texts were cut, where it is not their field that refused them. */
  ownCodes: Record<string, string>;
  key: string;
};

/** The result of a submission. */
export type SubmissionConfirmation = Pick<
  SubmitResult,
  'confirmation' | 'confirmation_html' | 'edit_url' | 'receipt_url'
>;

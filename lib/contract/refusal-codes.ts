/** Codes of refusals that any route may answer with, and whose `data` has a schema of its own (`REFUSAL_DATA`). */
export const SHARED_REFUSAL_CODES = [
  'not_signed_in',
  'slug_taken',
  'more_would_see',
  'fewer_would_see',
  'answers_would_be_deleted',
] as const;
export type SharedRefusalCode = (typeof SHARED_REFUSAL_CODES)[number];

/** Why a sign-in at the provider of single sign-on failed; the sign-in page has a sentence for each. */
export const SIGN_ON_PROBLEMS = [
  /** The person, or the provider, refused. */
  'denied',
  /** It took too long, was begun in another browser, or its response was used already. */
  'expired',
  /** The provider can't be reached. */
  'unreachable',
  /** What the provider sent can't be accepted. */
  'refused',
  /** The provider says nothing of a verified address. */
  'unverified',
  /** The account of this address belongs to another identity. */
  'taken',
  /** Too many attempts. */
  'limited',
] as const;
export type SignOnProblem = (typeof SIGN_ON_PROBLEMS)[number];

/** The reason of a line that could not be read or written because of what it has, and which nobody foresaw. */
export const UNFORESEEN = 'This line could not be read, for a reason that was not foreseen';

/**
 * PostgreSQL's errors by what was to be stored: its data, a value that only one row may have, a constraint, the limits of a row or
 * an index (appendix A of its manual).
 */
const BY_DATA = /^(?:22\w{3}|23505|23514|54\w{3})$/;

/** What JavaScript throws where code meets what it was not made for; of what is away or busy, other errors tell. */
const BY_CODE = [TypeError, RangeError, SyntaxError, URIError];

/**
 * Whether lines were not written because of what is in one of them: then the others can be. Of a database that is away or busy,
 * and of an import that is to stop, it is not true: they are written later, or never.
 */
export function isByLine(error: unknown): boolean {
  if (BY_CODE.some((kind) => error instanceof kind)) return true;
  return error instanceof Error && 'code' in error && BY_DATA.test(String(error.code));
}

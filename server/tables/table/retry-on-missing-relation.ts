/**
 * PostgreSQL's `undefined_column` and `undefined_table`, of one that existed a moment ago, and `feature_not_supported`, of a prepared
 * statement whose columns have other types now.
 */
const MISSING = new Set(['42703', '42P01', '0A000']);

/** PostgreSQL's five-character error code; empty for other errors. */
export const stateOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** As often a table may be changed while it is read: by somebody who changes one column after another. */
const TIMES_MAX = 4;

/**
 * Does something that reads tables by their columns; again where a column was changed, or a linked table purged, between the
 * query for the columns and the one for the rows.
 * @param work asks for the columns again each time; a whole transaction where it writes, as a failed one can't continue
 */
export async function retryOnMissingRelation<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times += 1) {
    try {
      return await work();
    } catch (error) {
      if (times === TIMES_MAX || !MISSING.has(stateOf(error))) throw error;
    }
  }
}

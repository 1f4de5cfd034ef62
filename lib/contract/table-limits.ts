// Without schemas, so that a page that needs a number does not load what checks requests.

/** Bytes of a JSON body with rows or columns (docs/contract.md §2). */
export const ROWS_MAX_BYTES = 8 * 1024 * 1024;
/** Rows of one request (docs/contract.md §4). */
export const ROWS_PER_REQUEST_MAX = 1000;
/**
 * The most columns of one table: this many fit a database row (8,160 bytes), whatever their values. PostgreSQL stores
 * outside of it what is longer than 24 bytes, so that a column takes no more than those.
 */
export const COLUMNS_MAX = 300;
/** Of more rows, a change of their values is a job. */
export const BACKGROUND_ROWS = 10_000;
/** Lines of one import. */
export const IMPORT_ROWS_MAX = 5_000_000;
/** Bytes of one import's file. */
export const IMPORT_MAX_BYTES = 2_000_000_000;

/** Lines that are checked before a file is imported, beside its header, and cells of all of them. */
export const CHECKED_LINES_MAX = 200;
export const CHECKED_CELLS_MAX = 30_000;

/** Columns that the rows of a view are grouped by. */
export const GROUPS_MAX = 3;

/** Colour rules of one view. */
export const COLOR_RULES_MAX = 20;

/** Rows that a bulk change changes at once; of more, it is a job. */
export const BULK_IN_REQUEST_MAX = 2000;

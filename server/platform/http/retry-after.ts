/** After so many seconds what is away is usually back: a database is started again, or recovers by itself. */
export const UNAVAILABLE_RETRY_SECONDS = 2;

/**
 * Seconds after which an unavailable service is usually back: a database is restarted, or recovers by itself.
 */
export const UNAVAILABLE_RETRY_SECONDS = 2;

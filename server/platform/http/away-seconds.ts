/** After so many seconds what is away is usually back: a database is started again, or recovers by itself. */
export const AWAY_SECONDS = 2;

/** Ends a change of the route without leaving the page; `cancelled` is how the router knows its own. */
export class UnreachablePage extends Error {
  readonly cancelled = true;
}

/** Whether a change of the route was given up, for another or because the server could not be reached. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && 'cancelled' in error && error.cancelled === true;

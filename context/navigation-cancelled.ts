/** Cancels a navigation without leaving the page; `cancelled` is how the router marks its own cancellations. */
export class NavigationCancelled extends Error {
  readonly cancelled = true;
}

/** Whether a navigation was cancelled, for another one or because the server could not be reached. */
export const isNavigationCancelled = (error: unknown): boolean =>
  error instanceof Error && 'cancelled' in error && error.cancelled === true;

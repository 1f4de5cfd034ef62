import { ApiError } from '#server/platform/http/api-error.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '#server/platform/http/retry-after.ts';

/** Whether the store responded that there is no such object. */
export function isNotFound(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/**
 * A request to the store, whose failure is an ApiError 503 with the cause: it is away, overloaded, or refuses. That
 * there is no such object stays what it is.
 */
export async function storageErrors<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) throw error;
    const failure = new ApiError(
      503,
      'not_ready',
      'The file storage does not answer just now. Try again in a moment.',
      { retryAfter: UNAVAILABLE_RETRY_SECONDS },
    );
    failure.cause = error;
    throw failure;
  }
}

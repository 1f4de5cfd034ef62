import { ApiError } from './api-error.ts';

/**
 * No space on the disk, nothing left of a quota, or a file beyond the largest allowed one; PostgreSQL's
 * 53100.
 */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', '53100']);

/** Seconds after which there may be space: somebody frees it, or what others sent was not stored. */
const RETRY_SECONDS = 60;

/** Whether something failed because nothing more can be stored, in files or in the database. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code));
}

/** The refusal of a write for which there is no space. */
export function storageFull(): ApiError {
  return new ApiError(
    507,
    'storage_full',
    'Nothing was stored: the disk of this Hubkeep is full. Ask whoever runs it to make room, then try again.',
    { retryAfter: RETRY_SECONDS },
  );
}

// Without schemas, so that a page that needs a number does not load what checks requests.

export const SUBMISSION_STATES = ['new', 'seen', 'done'] as const;
export type SubmissionState = (typeof SUBMISSION_STATES)[number];
/** The most submissions that one request changes or deletes. */
export const BULK_MAX = 1_000;
export const NOTE_MAX = 5_000;
/** Newer submissions are counted up to here. */
export const NEWER_COUNT_MAX = 1_000;
/** Matching submissions are counted up to here, so that a form with a million of them responds as fast. */
export const SUBMISSION_COUNT_MAX = 10_000;

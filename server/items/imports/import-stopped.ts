/** The import can't continue: it was cancelled, or its user may not write here any more. The message is for them. */
export class ImportStopped extends Error {}

export const IMPORT_CANCELLED = 'The import was cancelled.';

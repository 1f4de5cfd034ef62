/** Days that something stays in the trash before it is gone for ever. */
export const TRASH_DAYS = 30;

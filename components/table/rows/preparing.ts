/** How often it is looked whether an index is there by now, in milliseconds. */
export const PREPARING_MS = 5_000;

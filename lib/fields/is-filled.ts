/** Whether a row or a record has a value: also an empty text or list, which somebody may have stored. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether a row or a record has a value: also an empty text or list, which somebody may have stored. */
export const isFilled = (value: unknown): boolean => value !== undefined && value !== null;

/** Whether there is anything in a value: neither an empty text nor an empty list. */
export const hasContent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isFilled(value) && value !== '';

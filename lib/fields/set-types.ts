/** Types of texts and days whose values in several linked rows are a set: by it rows are grouped, and found. */
export const SET_TYPES: ReadonlySet<string> = new Set(['text', 'textarea', 'email', 'phone', 'url', 'date']);

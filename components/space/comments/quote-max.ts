/** Characters of a text that is commented on; the contract's own constant would bring its schemas to the page. */
export const QUOTE_MAX = 1_000;

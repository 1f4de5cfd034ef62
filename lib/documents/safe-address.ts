/** Schemes that a link in a document may have; others could run code. */
const LINK_SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:']);
const SCHEME = /^([a-z][a-z0-9+.-]*:)/i;
/** What browsers ignore within an address: `java\nscript:` is a scheme to them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that browsers skip
const IGNORED = /[\u0000-\u0020\u007f\u00a0\u200b\u2028\u2029\ufeff]/g;
const ADDRESS_MAX = 2_000;

/** Whether a link may lead there: a usual scheme, or an address within this site. */
export function isSafeAddress(address: unknown): address is string {
  if (typeof address !== 'string' || address.length > ADDRESS_MAX) return false;
  const scheme = SCHEME.exec(address.replace(IGNORED, ''))?.[1];
  return scheme === undefined || LINK_SCHEMES.has(scheme.toLowerCase());
}

/** Whether a picture may come from there: from the web, or from this site. */
export function isSafePicture(address: unknown): address is string {
  return isSafeAddress(address) && !/^\s*(?:mailto|tel|ftp):/i.test(address);
}

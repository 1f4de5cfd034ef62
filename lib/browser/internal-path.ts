/**
 * A path of this app that a link may redirect to after signing in, or null: never another origin, whatever
 * browsers make of backslashes, control characters and `//`.
 */
export function internalPath(target: unknown): string | null {
  if (typeof target !== 'string' || !target.startsWith('/')) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, and so make `//` out of `/\t/`
  if (/[\\\u0000-\u0020\u007f]/.test(target)) return null;
  const base = 'http://hubkeep.invalid';
  let url: URL;
  try {
    url = new URL(target, base);
  } catch {
    return null;
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return null;
  return `${url.pathname}${url.search}${url.hash}`;
}

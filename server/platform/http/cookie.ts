import type { IncomingHttpHeaders } from 'node:http';

/** Keeps the session token inaccessible to scripts. */
export const SESSION_COOKIE = 'hubkeep_session';

/** The value of a cookie (RFC 6265), or null. */
export function readCookie(headers: IncomingHttpHeaders, name: string): string | null {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || null;
  }
  return null;
}

/** A `Set-Cookie` value that stores (or, with null, deletes) the token for this site alone. */
export function sessionCookie(
  token: string | null,
  options: { secure: boolean; maxAgeSeconds: number },
): string {
  const parts = [
    `${SESSION_COOKIE}=${token ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${token ? options.maxAgeSeconds : 0}`,
  ];
  if (options.secure) parts.push('Secure');
  return parts.join('; ');
}

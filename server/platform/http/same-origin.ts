import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from this app's own pages (docs/contract.md §3): by `Sec-Fetch-Site` where the browser sends it,
 * else an `Origin`, if sent, must have the request's own `Host`.
 */
export function isSameOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

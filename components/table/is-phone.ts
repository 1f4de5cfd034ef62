import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser says that it is a phone's: some by a hint, all by their name. */
export function isPhone(headers: IncomingHttpHeaders): boolean {
  const hint = headers['sec-ch-ua-mobile'];
  return hint === undefined ? /\bMobi/.test(headers['user-agent'] ?? '') : hint === '?1';
}

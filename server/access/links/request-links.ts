import type { IncomingMessage } from 'node:http';
import {
  OPEN_SHARE_LINKS_MAX,
  SHARE_LINK_COOKIE,
  SHARE_LINK_COOKIE_SEPARATOR,
} from '#lib/contract/share-link.ts';
import type { LinkPrincipal } from '#server/access/policy/principals.ts';
import { looksLikeToken } from '#server/platform/crypto/token.ts';
import { readCookie } from '#server/platform/http/cookie.ts';
import type { Services } from '#server/platform/services.ts';
import { passwordFingerprint, verifyLinkPass } from './link-pass.ts';
import { activeLinks } from './share-link.repo.ts';

/** Names a link that was opened, in place of a cookie. */
const HEADER = 'share-token';

function passesOf(request: Pick<IncomingMessage, 'headers'>, cookie: boolean): string[] {
  const header = request.headers[HEADER];
  const fromCookie = cookie ? readCookie(request.headers, SHARE_LINK_COOKIE) : null;
  return [header, fromCookie]
    .flatMap((value) => (typeof value === 'string' ? value.split(SHARE_LINK_COOKIE_SEPARATOR) : []))
    .filter(looksLikeToken)
    .slice(0, 2 * OPEN_SHARE_LINKS_MAX);
}

/**
 * The active links that a request holds, by the passes that opening them gave: in the `Share-Token` header
 * or, where `cookie` allows it, in the cookie that the link's page stores.
 */
export async function activeLinksOfRequest(
  services: Pick<Services, 'database' | 'signingKey'>,
  request: Pick<IncomingMessage, 'headers'>,
  cookie: boolean,
): Promise<LinkPrincipal[]> {
  const tokens = passesOf(request, cookie);
  if (tokens.length === 0) return [];
  const read = await Promise.all(tokens.map((token) => verifyLinkPass(services.signingKey, token)));
  const passes = read.filter((pass) => pass !== null);
  if (passes.length === 0) return [];
  const links = await activeLinks(
    services.database,
    passes.map(({ linkId }) => linkId),
  );
  return links
    .filter(({ id, password_hash }) =>
      passes.some((pass) => pass.linkId === id && pass.passwordMark === passwordFingerprint(password_hash)),
    )
    .map(({ id }): LinkPrincipal => `link:${id}`);
}

import { OPEN_SHARE_LINKS_MAX, SHARE_LINK_COOKIE_SEPARATOR } from '#lib/contract/share-link.ts';

/** The link id of a pass, not verified: to tell passes of one link from those of others. */
export function linkIdOfPass(pass: string): string {
  try {
    const payload = atob((pass.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const read: unknown = JSON.parse(payload);
    return typeof read === 'object' && read !== null && 'sub' in read ? String(read.sub) : pass;
  } catch {
    return pass;
  }
}

/** The cookie's value with one more pass: the latest first, one per link, limited in number. */
export function addPassToCookie(storedPasses: string | undefined, pass: string): string {
  const others = (storedPasses ?? '')
    .split(SHARE_LINK_COOKIE_SEPARATOR)
    .filter((one) => one && linkIdOfPass(one) !== linkIdOfPass(pass));
  return [pass, ...others].slice(0, OPEN_SHARE_LINKS_MAX).join(SHARE_LINK_COOKIE_SEPARATOR);
}

import { LINK_COOKIE_SEPARATOR, LINKS_OPEN } from '#lib/contract/share-link.ts';

/** The link of a pass, without proof: to tell passes of one link from those of others. */
export function linkOf(pass: string): string {
  try {
    const payload = atob((pass.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const read: unknown = JSON.parse(payload);
    return typeof read === 'object' && read !== null && 'sub' in read ? String(read.sub) : pass;
  } catch {
    return pass;
  }
}

/** The cookie's value with one more pass: the latest first, one a link, as many as are kept. */
export function withPass(kept: string | undefined, pass: string): string {
  const others = (kept ?? '')
    .split(LINK_COOKIE_SEPARATOR)
    .filter((one) => one && linkOf(one) !== linkOf(pass));
  return [pass, ...others].slice(0, LINKS_OPEN).join(LINK_COOKIE_SEPARATOR);
}

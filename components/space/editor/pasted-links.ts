import { unwrap } from './pasted-blocks.ts';

/** Where a link leads that another program has go by its own server: Google Docs, and Outlook's safe links. */
function targetOf({ hostname, pathname, searchParams }: URL): string | null {
  const isGoogle = hostname === 'www.google.com' && pathname === '/url';
  const isOutlook = hostname.endsWith('.safelinks.protection.outlook.com');
  const target = isGoogle ? searchParams.get('q') : isOutlook ? searchParams.get('url') : null;
  return target && /^https?:\/\//i.test(target) ? target : null;
}

/** Links of other programs: the ones into their own text lead nowhere here, and others lead where they are meant to. */
export function readPastedLinks(body: Element): void {
  for (const link of body.querySelectorAll('a[href]')) {
    const address = link.getAttribute('href') ?? '';
    if (address.startsWith('#')) unwrap(link);
    else if (URL.canParse(address)) link.setAttribute('href', targetOf(new URL(address)) ?? address);
  }
}

import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useIntl } from 'react-intl';
import { useCopyLink } from '#components/ui/use-copy-link.ts';
import { HeadingFinder } from '#lib/text/heading-ids.ts';
import { parseLocationHash } from './url-location.ts';

const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** Goes to the heading that the address means, where that was written for another program. */
function goToMeant(text: HTMLElement): void {
  const fragment = window.location.hash.slice(1);
  if (!fragment || parseLocationHash(`#${fragment}`)) return;
  const headings = [...text.querySelectorAll<HTMLElement>(HEADINGS)];
  const title = document.querySelector('h1')?.textContent ?? '';
  const finder = new HeadingFinder(
    headings.map(({ id, textContent }) => ({ id, text: textContent ?? '' })),
    title,
  );
  const id = finder.find(fragment);
  // The browser goes to those that are named as they are.
  if (id === null || id === fragment || `#${encodeURIComponent(id)}` === `#${fragment}`) return;
  document.getElementById(id)?.scrollIntoView();
}

/** Links behind headings copy their address; addresses of other programs lead to the heading that they mean. */
export default function HeadingLinks({ text, html }: { text: RefObject<HTMLElement | null>; html: string }) {
  const intl = useIntl();
  const copyLink = useCopyLink();
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a') : null;
    if (!link?.matches('[data-heading] > a')) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const address = new URL(link.href);
    // What the reader searched for is nobody else's.
    address.searchParams.delete('q');
    copyLink(address.href);
  });
  const title = intl.formatMessage({ id: 'item.copy_heading_link' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other headings
  useEffect(() => {
    const element = text.current;
    if (!element) return;
    for (const link of element.querySelectorAll<HTMLElement>('[data-heading] > a')) link.title = title;
    const go = () => goToMeant(element);
    go();
    element.addEventListener('click', onClick);
    window.addEventListener('hashchange', go);
    return () => {
      element.removeEventListener('click', onClick);
      window.removeEventListener('hashchange', go);
    };
  }, [text, html, title]);
  return null;
}

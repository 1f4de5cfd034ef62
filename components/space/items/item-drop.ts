import { isReservedSlug } from '#lib/text/handle.ts';

/** Where items that are dragged can be dropped: a folder, or with null the top of a space. */
export type DropDestination = { space: string; parent: string | null };

/** Links that lead to a place: in the rows of folders, in the way back to the space, in the sidebar. */
const PLACES = '[data-item] a[href], [data-folder-trail] a[href], aside a[href]';

/** The place that an address of the hub leads to; null for everything else. */
export function dropDestinationOf(href: string, handle: string): DropDestination | null {
  const { pathname, searchParams } = new URL(href, 'http://here');
  const [of, space, ...rest] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (of?.toLowerCase() !== handle.toLowerCase() || !space || rest.length > 0 || isReservedSlug(space))
    return null;
  if ([...searchParams.keys()].some((name) => name !== 'parent')) return null;
  return { space, parent: searchParams.get('parent') };
}

/** What a link says, without the pictures in it, which may hold letters. */
function nameOf(link: HTMLElement): string {
  const words = link.cloneNode(true);
  if (!(words instanceof HTMLElement)) return '';
  for (const picture of words.querySelectorAll('svg, [role="img"], [aria-hidden="true"]')) picture.remove();
  return words.textContent?.trim() ?? '';
}

/** What the pointer is over, where items can be dropped there: the thing that lights up, its place and its name. */
export function dropTargetAt(
  target: EventTarget | null,
  handle: string,
): { element: HTMLElement; place: DropDestination; name: string } | null {
  if (!(target instanceof Element)) return null;
  const row = target.closest<HTMLElement>('[data-item]');
  const link = row ? row.querySelector<HTMLElement>('a[href]') : target.closest<HTMLElement>('a[href]');
  if (!link?.matches(PLACES)) return null;
  const place = dropDestinationOf(link.getAttribute('href') ?? '', handle);
  if (!place || (row && !place.parent)) return null;
  return { element: row ?? link, place, name: nameOf(link) };
}

import { isReservedSlug } from '#lib/text/handle.ts';

/** Where dragged items can be dropped: a folder, or with null the top level of a space. */
export type DropDestination = { space: string; parent: string | null };

/** Links to destinations: in the rows of folders, in the breadcrumb, in the sidebar. */
const PLACES = '[data-item] a[href], [data-folder-trail] a[href], aside a[href]';

/** The destination that an address of the hub leads to; null for every other address. */
export function dropDestinationOf(href: string, handle: string): DropDestination | null {
  const { pathname, searchParams } = new URL(href, 'http://here');
  const [of, space, ...rest] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (of?.toLowerCase() !== handle.toLowerCase() || !space || rest.length > 0 || isReservedSlug(space))
    return null;
  if ([...searchParams.keys()].some((name) => name !== 'parent')) return null;
  return { space, parent: searchParams.get('parent') };
}

/** The text of a link, without its images, which may contain letters. */
function nameOf(link: HTMLElement): string {
  const label = link.cloneNode(true);
  if (!(label instanceof HTMLElement)) return '';
  for (const picture of label.querySelectorAll('svg, [role="img"], [aria-hidden="true"]')) picture.remove();
  return label.textContent?.trim() ?? '';
}

/**
 * The drop target under the pointer, if items can be dropped there: the element to highlight, the destination and its
 * name.
 */
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

import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { PageApiResult } from '#lib/browser/page-request.ts';
import type { ListPage } from '#services/http.ts';
import { TRASH_PAGE_SIZE } from '#services/trash.ts';
import type { TrashScreenProps } from './TrashScreen.tsx';

function firstPage<T>(response: PageApiResult<T[]>): ListPage<T> {
  return response.ok
    ? {
        data: response.data,
        count: null,
        page: 1,
        hasMore: response.data.length === TRASH_PAGE_SIZE,
        error: null,
      }
    : { data: [], count: null, page: 1, hasMore: false, error: response.message };
}

/** The initial data of the trash of a space, or of the hub; null where the user may not see it. */
export async function loadTrash({ context, viewer, api }: PageVisit): Promise<TrashScreenProps | null> {
  const handle = String(context.params?.handle);
  const slug = context.params?.space === undefined ? null : String(context.params.space);
  const own = viewer?.organization_list.find(
    (one) => one.domain_handle.toLowerCase() === handle.toLowerCase(),
  );
  if (!own) return null;
  const [hub, space] = await Promise.all([
    api(`hubs/${encodeURIComponent(own.domain_handle)}/`),
    slug === null ? null : api(`spaces/${encodeURIComponent(slug)}/`),
  ]);
  const ofHub = dataOrNull(hub);
  const ofSpace = space && dataOrNull(space);
  if (!ofHub || ofHub.trash_days === null || (space && !ofSpace)) return null;
  const within = ofSpace ? `&space=${encodeURIComponent(ofSpace.slug)}` : '';
  const [items, forms, spaces] = await Promise.all([
    api(`trash/?page_size=${TRASH_PAGE_SIZE}${within}`),
    api(`trash/forms/?page_size=${TRASH_PAGE_SIZE}${within}`),
    ofSpace ? null : api(`trash/spaces/?page_size=${TRASH_PAGE_SIZE}`),
  ]);
  return {
    handle,
    hubName: ofHub.name,
    space: ofSpace && { slug: ofSpace.slug, name: ofSpace.name },
    items: firstPage(items),
    forms: firstPage(forms),
    spaces: spaces && firstPage(spaces),
    days: ofHub.trash_days,
  };
}

import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { FormEntry } from '#lib/contract/form.ts';
import type { Space } from '#lib/contract/space.ts';
import { FORM_PAGE_SIZE } from '#services/form-list.ts';
import type { ListPage } from '#services/http.ts';

export type LoadedForms = { handle: string; space: Space; forms: ListPage<FormEntry> };

/** The space in the address, for signed-in users; null where there is none that they may see. */
export async function loadSpaceOfAddress({ context, api }: PageVisit): Promise<Space | null> {
  return dataOrNull(await api(`spaces/${encodeURIComponent(String(context.params?.space))}/`));
}

/** The initial data of the list of a space's forms; null where the user may not see the space. */
export async function loadForms(visit: PageVisit): Promise<LoadedForms | null> {
  const { context, api } = visit;
  const slug = encodeURIComponent(String(context.params?.space));
  const [space, response] = await Promise.all([
    loadSpaceOfAddress(visit),
    api(`spaces/${slug}/forms/?page_size=${FORM_PAGE_SIZE}`),
  ]);
  if (!space) return null;
  const forms: ListPage<FormEntry> = response.ok
    ? {
        data: response.data,
        count: response.count ?? null,
        page: 1,
        hasMore: response.data.length === FORM_PAGE_SIZE,
        error: null,
      }
    : { data: [], count: null, page: 1, hasMore: false, error: response.message };
  return { handle: String(context.params?.handle), space, forms };
}

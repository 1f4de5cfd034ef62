import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { SpaceScreenProps } from '#components/space/view/space-screen.ts';
import type { FolderStep, Item } from '#lib/contract/item.ts';
import type { ListedForm } from '#lib/contract/public-form.ts';
import type { ListPage } from '#services/http.ts';
import { ITEM_PAGE_SIZE } from '#services/item.ts';
import { listParams, type SpaceView, showsForms, sortKeyOf, spaceViewOf, viewPath } from './space-view.ts';

/** Number of forms shown at the top level of a space; the others are in a tab. */
const FORMS_SHOWN = 3;

/** The parameters for the forms, in the order of the list where forms support it. */
function formSearch({ q, sort }: SpaceView): URLSearchParams {
  const ordered = ['title', 'updated_at', 'created_at'].includes(sortKeyOf(sort));
  return new URLSearchParams({
    page_size: String(FORMS_SHOWN),
    ...(q ? { q } : {}),
    ...(ordered ? { sort } : {}),
  });
}

export type LoadedSpace = Omit<SpaceScreenProps, 'handle'> & {
  /** The hub's name for users outside of it; null where they may not know of the hub. */
  hubName: string | null;
  /** For visitors: the forms that anybody may fill. */
  forms: ListedForm[];
};

/** The initial data of a space's page; null where the visitor may not see the space or the folder. */
export async function loadSpace({ context, viewer, api }: PageVisit): Promise<LoadedSpace | null> {
  const { params, query } = context;
  const view = spaceViewOf(query, !viewer);
  const path = `spaces/${encodeURIComponent(String(params?.space))}/` as const;
  const page = Math.max(1, Math.trunc(Number(query.page)) || 1);
  const search = new URLSearchParams({
    ...listParams(view),
    page: String(page),
    page_size: String(ITEM_PAGE_SIZE),
  });
  const [space, items, folders, settings, hub, forms, listedForms] = await Promise.all([
    api(path),
    api(`${path}items/?${search}`),
    foldersTo(api, view.parent),
    viewer ? api('core/basic-settings/') : null,
    viewer ? null : api(`hubs/${encodeURIComponent(String(params?.handle))}/`),
    viewer
      ? null
      : api(`public/forms/?space=${encodeURIComponent(String(params?.space))}`, {
          openedLinks: true,
        }),
    viewer && page === 1 && showsForms(view) ? api(`${path}forms/?${formSearch(view)}`) : null,
    viewer ? api(`recent-${path}`, { method: 'PUT' }) : null,
  ]);
  const found = dataOrNull(space);
  if (!found || folders === null) return null;
  const first: ListPage<Item> = items.ok
    ? {
        data: items.data,
        count: items.count ?? null,
        page,
        hasMore: items.next != null,
        next: items.next ?? null,
        error: null,
      }
    : { data: [], count: null, page, hasMore: false, error: items.message };
  const maxBytes = settings?.ok ? (settings.data.limits.upload_bytes ?? null) : null;
  return {
    space: found,
    view,
    items: first,
    folders,
    listedForms: listedForms?.ok ? listedForms.data : [],
    maxBytes,
    hubName: hub?.ok ? hub.data.name : null,
    forms: forms?.ok ? forms.data : [],
  };
}

/** The address of the requested folder, if it is in another space by now; else null. */
export async function movedFolder({ context, api }: PageVisit): Promise<string | null> {
  const { params, query } = context;
  const view = spaceViewOf(query);
  if (!view.parent) return null;
  const folder = dataOrNull(await api(`items/${encodeURIComponent(view.parent)}/`));
  const slug = folder?.kind === 'folder' ? folder.space_slug : '';
  if (slug === '' || slug.toLowerCase() === String(params?.space).toLowerCase()) return null;
  return viewPath(`/${params?.handle}/${slug}`, view);
}

/** The address of a space that had the requested one before; null for any other. */
export async function renamedSpace({ context, api }: PageVisit): Promise<string | null> {
  const { handle, space } = context.params ?? {};
  const found = dataOrNull(await api(`spaces/${encodeURIComponent(String(space))}/address/`));
  if (!found || found.slug === space) return null;
  return `/${handle}/${found.slug}${new URL(context.resolvedUrl, 'http://page').search}`;
}

/**
 * The folders from the top level down to this one; null where it can't be seen, or isn't a folder.
 * @throws PageFailure when the API failed
 */
export async function foldersTo(api: PageVisit['api'], id: string | null): Promise<FolderStep[] | null> {
  if (!id) return [];
  const steps = dataOrNull(await api(`items/${encodeURIComponent(id)}/folders/`));
  return steps?.at(-1)?.id === id ? steps : null;
}

import { dataOrNull } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import { loadSite, type Site } from '#components/space/site/load-site.ts';
import { foldersTo } from '#components/space/view/load-space.ts';
import { viewPath } from '#components/space/view/space-view.ts';
import { isPhone } from '#components/table/is-phone.ts';
import { loadTable } from '#components/table/load-table.ts';
import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import { isWrittenHere } from '#lib/browser/written-here.ts';
import type { Item } from '#lib/contract/item.ts';
import type { DocumentEmbed } from '#lib/contract/preview.ts';
import type { VisitorPage } from '#lib/contract/visitor-page.ts';
import { withHeadings } from '#lib/text/document-headings.ts';
import { itemIdFromSlug } from '#lib/text/slug.ts';
import { TEXT_PAGE_SIZE } from '#services/item.ts';
import { MENTIONS_PAGE_SIZE } from '#services/item-links.ts';
import { belowTitle } from './below-title.ts';
import type { ItemPageData } from './item-page.ts';
import { type ItemPreview, readingMinutes, type TextPassage } from './item-preview.ts';
import { type LoadedFolder, loadFolder } from './load-folder.ts';
import { outlineOf } from './outline-of.ts';
import { readingState } from './reading-state.ts';

/** Maximum length of a page's description, as link previews show it. */
const DESCRIPTION = 160;

type Api = PageVisit['api'];

/** Which of the views that a document embeds is shown from which cursor on; all others are from their first rows. */
type ShownRows = { view: string; after: string };

async function previewOf(api: Api, item: Item, shown: ShownRows): Promise<ItemPreview> {
  if (readingState(item) !== 'ready') return { type: 'none' };
  const response = await api(`items/${item.id}/preview/?as=html`);
  if (!response.ok) return { type: 'failed', message: response.error ?? response.message };
  const preview = response.data;
  // Only a request for a sheet returns rows, and none is requested here.
  if (!('type' in preview)) return { type: 'none' };
  if (preview.type !== 'html') return preview;
  const text = belowTitle(preview.html, item.title, isWrittenHere(item));
  const embeds = await embedsOf(api, item, text, shown);
  const titles = new Map(embeds?.map(({ address, target }) => [address, target?.title ?? '…']));
  const { html, headings } = withHeadings(text, { title: item.title, isLinked: true, titles });
  return { ...preview, html, outline: outlineOf(headings), ...(embeds ? { embeds } : {}) };
}

/** What the reader may see of what a document embeds and names; null where it does neither. */
async function embedsOf(
  api: Api,
  { id }: Item,
  html: string,
  { view, after }: ShownRows,
): Promise<DocumentEmbed[] | null> {
  if (!html.includes('<p data-embed="') && !html.includes('<a data-item="')) return null;
  const from = view && after ? new URLSearchParams({ view, after }).toString() : '';
  const embedded = await api(`items/${id}/embeds/?${from}`);
  return embedded.ok ? embedded.data.embeds : [];
}

async function textOf(api: Api, { id }: Item): Promise<TextPassage[] | null> {
  const response = await api(`items/${id}/text/?page=1&page_size=${TEXT_PAGE_SIZE}`);
  return response.ok ? response.data : null;
}

function descriptionOf(preview: ItemPreview): string {
  if (preview.type !== 'html' && preview.type !== 'text') return '';
  const start =
    preview.type === 'html'
      ? preview.html.slice(0, 4000).replace(/<p data-embed=[^>]*>.*?<\/p>/g, '')
      : preview.text.slice(0, 1000);
  const text = (preview.type === 'html' ? start.replace(/<[^>]*>?/g, ' ') : start)
    .replace(/\s+/g, ' ')
    .trim();
  const plain = text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return plain.length <= DESCRIPTION ? plain : `${plain.slice(0, plain.lastIndexOf(' ', DESCRIPTION))} …`;
}

const first = (value: string | string[] | undefined) =>
  (Array.isArray(value) ? value[0] : value)?.trim() ?? '';

/** The content of an item, without its location. */
export type LoadedContent = Omit<ItemPageData, 'item' | 'path' | 'crumbs' | 'mentions'>;

/** An item's preview, or the text of its file where that is requested. */
export async function loadContent(
  api: Api,
  item: Item,
  { query, req }: Pick<PageVisit['context'], 'query' | 'req'>,
): Promise<LoadedContent> {
  const view = first(query.view) === 'text' ? 'text' : 'preview';
  const [preview, text, table] = await Promise.all([
    previewOf(api, item, { view: first(query.embed), after: first(query.after) }),
    view === 'text' ? textOf(api, item) : null,
    loadTable(api, item, {
      requested: first(query.row),
      open: first(query.open),
      view: first(query.view),
      isPhone: isPhone(req.headers),
    }),
  ]);
  return {
    preview,
    table,
    view,
    text,
    query: first(query.q),
    minutes: readingMinutes(preview),
    description: descriptionOf(preview),
  };
}

export type LoadedItem =
  | { type: 'item'; data: ItemPageData; page: VisitorPage | null; site: Site | null }
  /** A folder of a space that the user can't see: its items have a page of their own. */
  | { type: 'folder'; folder: LoadedFolder; indexed: boolean }
  /** It has another address: in another space, or because it is a folder. */
  | { type: 'moved'; path: string }
  | { type: 'missing' };

/** The initial data of an item's page, as far as the visitor may see it. @throws when the API failed */
export async function loadItem(visit: PageVisit): Promise<LoadedItem> {
  const { context, api, viewer } = visit;
  const { params, query } = context;
  const handle = String(params?.handle);
  const id = itemIdFromSlug(String(params?.item));
  const item = dataOrNull(await api(`items/${encodeURIComponent(id)}/`));
  if (!item) return { type: 'missing' };
  const hidden = item.space_slug === '';
  const base = `/${handle}/${hidden ? NO_SPACE : item.space_slug}`;
  if (item.kind === 'folder' && !hidden) return { type: 'moved', path: viewPath(base, { parent: item.id }) };
  const path = itemPath(handle, item);
  // What an address names of an item, such as a row of a table, is there as well.
  const moved = () => ({
    type: 'moved' as const,
    path: `${path}${new URL(context.resolvedUrl, 'http://page').search}`,
  });
  if (params?.space !== (hidden ? NO_SPACE : item.space_slug)) return moved();
  // Visitors are sent to the address with today's title; for everybody else it is only a longer one.
  if (!viewer && params?.item !== id && params?.item !== path.split('/').at(-1)) {
    return moved();
  }
  const folderAt = (one: { id: string; title: string }) =>
    hidden ? itemPath(handle, { ...one, space_slug: '' }) : viewPath(base, { parent: one.id });
  const above = async () =>
    ((await foldersTo(api, item.parent_id)) ?? []).map((one) => {
      return { id: one.id, href: folderAt(one), label: one.title };
    });
  if (item.kind === 'folder') {
    const [crumbs, list, page] = await Promise.all([
      above(),
      loadFolder(api, item, query),
      viewer ? null : api(`items/${item.id}/page/`),
    ]);
    const hrefOf = Object.fromEntries(list.items.map((one) => [one.id, itemPath(handle, one)]));
    return {
      type: 'folder',
      folder: { ...list, folder: item, path, crumbs, hrefOf },
      indexed: page?.ok === true && page.data.indexed,
    };
  }
  const [space, folders, content, mentions, page] = await Promise.all([
    hidden ? null : api(`spaces/${encodeURIComponent(item.space_slug)}/`),
    above(),
    loadContent(api, item, context),
    item.trashed_at ? null : api(`items/${item.id}/mentions/?page_size=${MENTIONS_PAGE_SIZE}`),
    viewer ? null : api(`items/${item.id}/page/`),
  ]);
  const crumbs = space?.ok ? [{ href: base, label: space.data.name }, ...folders] : hidden ? folders : [];
  const site =
    viewer || !space?.ok
      ? null
      : await loadSite(visit, {
          handle,
          space: space.data,
          path: [...folders.map((folder) => folder.id), item.id],
        });
  return {
    type: 'item',
    site,
    data: { item, path, crumbs, mentions: mentions?.ok ? mentions.data : [], ...content },
    page: page?.ok ? page.data : null,
  };
}

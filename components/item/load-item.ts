import type { PageVisit } from '#components/layout/page-props.ts';
import { foldersTo } from '#components/space/load-space.ts';
import { viewPath } from '#components/space/space-view.ts';
import type { Item } from '#lib/contract/item.ts';
import type { Space } from '#lib/contract/space.ts';
import { itemAddress, itemIdOf } from '#lib/slug.ts';
import { TEXT_PAGE_SIZE } from '#services/item.ts';
import { belowTitle } from './below-title.ts';
import type { ItemPageData } from './item-page.ts';
import { type ItemPreview, readingMinutes, type TextPassage } from './item-preview.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Characters of a page's description, as link previews show them. */
const DESCRIPTION = 160;

type Api = PageVisit['api'];

/** What the API says of an item's preview, before it is made fit to be shown. */
type PreviewAnswer = ItemPreview | { type: 'markdown'; markdown: string };

async function previewOf(api: Api, item: Item): Promise<ItemPreview> {
  if (item.processing.state !== 'ready') return { type: 'none' };
  const answer = await api<PreviewAnswer>(`items/${item.id}/preview/`);
  if (!answer.ok) return { type: 'failed', message: answer.error ?? answer.message };
  const preview = answer.data;
  if (preview.type === 'html') return { ...preview, html: belowTitle(preview.html, item.title) };
  if (preview.type !== 'markdown') return preview;
  if (!preview.markdown.trim()) return { type: 'none' };
  return { type: 'html', html: belowTitle(renderMarkdown(preview.markdown), item.title) };
}

async function textOf(api: Api, { id }: Item): Promise<TextPassage[] | null> {
  const answer = await api<TextPassage[]>(`items/${id}/text/?page=1&page_size=${TEXT_PAGE_SIZE}`);
  return answer.ok ? answer.data : null;
}

function descriptionOf(preview: ItemPreview): string {
  if (preview.type !== 'html' && preview.type !== 'text') return '';
  const start = preview.type === 'html' ? preview.html.slice(0, 4000) : preview.text.slice(0, 1000);
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

export type LoadedItem =
  | { type: 'item'; data: ItemPageData }
  /** It lives elsewhere: in another space, or it is a folder. */
  | { type: 'moved'; path: string }
  | { type: 'missing' };

/** What an item's page shows first, as far as the visitor may see it. @throws when the API failed */
export async function loadItem({ context, api }: PageVisit): Promise<LoadedItem> {
  const { params, query } = context;
  const handle = String(params?.handle);
  const id = itemIdOf(String(params?.item));
  const answer = await api<Item>(`items/${encodeURIComponent(id)}/`);
  if (!answer.ok) {
    if (answer.status < 500) return { type: 'missing' };
    throw new Error(answer.message);
  }
  const item = answer.data;
  const base = `/${handle}/${item.space_slug}`;
  if (item.kind === 'folder') return { type: 'moved', path: viewPath(base, { parent: item.id }) };
  const path = `${base}/${itemAddress(item.id, item.title)}`;
  if (item.space_slug !== params?.space) return { type: 'moved', path };

  const view = first(query.view) === 'text' ? 'text' : 'preview';
  const [space, folders, preview, text] = await Promise.all([
    api<Space>(`spaces/${encodeURIComponent(item.space_slug)}/`),
    foldersTo(api, item.parent_id),
    previewOf(api, item),
    view === 'text' ? textOf(api, item) : null,
  ]);
  const crumbs = space.ok
    ? [
        { href: base, label: space.data.name },
        ...(folders ?? []).map((folder) => ({
          href: viewPath(base, { parent: folder.id }),
          label: folder.title,
        })),
      ]
    : [];
  const data: ItemPageData = {
    item,
    path,
    crumbs,
    preview,
    view,
    text,
    query: first(query.q),
    minutes: readingMinutes(preview),
    description: descriptionOf(preview),
  };
  return { type: 'item', data };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import { dataOrNull, PageFailure } from '#components/layout/page-failure.ts';
import type { PageVisit } from '#components/layout/page-props.ts';
import type { ItemPageData } from '#components/space/item/item-page.ts';
import { type LoadedFolder, loadFolder } from '#components/space/item/load-folder.ts';
import { loadContent } from '#components/space/item/load-item.ts';
import { addPassToCookie, linkIdOfPass } from '#lib/browser/share-passes.ts';
import type { FolderStep, Item } from '#lib/contract/item.ts';
import type { ApiFailure } from '#lib/contract/refusal.ts';
import { type OpenedShareLink, SHARE_LINK_COOKIE } from '#lib/contract/share-link.ts';
import { type LoadedView, loadSharedView } from './view/load-shared-view.ts';

/** Maximum size in bytes of a posted form with a password. */
const FORM_MAX = 8_192;

export type LoadedLink =
  | { type: 'gone' }
  /** A password is required; nothing of the resource is revealed. */
  | { type: 'password'; problem: string | null }
  | { type: 'item'; data: ItemPageData }
  | { type: 'folder'; folder: LoadedFolder }
  | { type: 'view'; view: LoadedView };

/** The password of a posted form; null for any other request. */
async function sentPassword(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > FORM_MAX) return null;
    parts.push(bytes);
  }
  return new URLSearchParams(Buffer.concat(parts).toString()).get('password');
}

/** Stores the pass in a cookie that only the server reads, for this site, until it expires. */
function storePass(
  response: ServerResponse,
  storedPasses: string | undefined,
  { pass, pass_seconds }: OpenedShareLink,
  secure: boolean,
): string {
  const value = addPassToCookie(storedPasses, pass);
  const parts = [
    `${SHARE_LINK_COOKIE}=${value}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Lax',
    `Max-Age=${pass_seconds}`,
  ];
  if (secure) parts.push('Secure');
  response.setHeader('Set-Cookie', parts.join('; '));
  return value;
}

/** The state of a link that the API refused to open. */
function closedBy(failure: ApiFailure & { status: number }, sent: boolean): LoadedLink {
  if (failure.code === 'password_required') {
    return { type: 'password', problem: sent ? failure.message : null };
  }
  if (failure.status === 404 || failure.fields?.token) return { type: 'gone' };
  if (failure.code === 'wrong_password' || failure.status === 422 || (sent && failure.status === 429)) {
    return { type: 'password', problem: failure.message };
  }
  throw new PageFailure(failure);
}

/**
 * Opens a share link for its page, by the pass of an earlier visit or the posted password, and loads its content.
 * @throws when the API failed
 */
export async function loadLink(
  { context, api, apiOfLink }: PageVisit,
  token: string,
): Promise<{ loaded: LoadedLink; status: number; linkId?: string } | { redirect: string }> {
  const { req, res, query } = context;
  const storedPasses = req.cookies[SHARE_LINK_COOKIE];
  const isSent = req.method === 'POST';
  const password = isSent ? ((await sentPassword(req)) ?? '') : null;
  const opened = await api('auth/share-link/', {
    method: 'POST',
    body: { token, ...(password === null ? {} : { password }) },
    ...(storedPasses && !isSent ? { shareToken: storedPasses } : {}),
  });
  if (!opened.ok) {
    const loaded = closedBy(opened, isSent);
    return { loaded, status: loaded.type === 'gone' ? 404 : isSent ? opened.status : 200 };
  }
  const secure = req.hubkeep?.config.publicUrl.startsWith('https:') ?? false;
  const shareToken = storePass(res, storedPasses, opened.data, secure);
  const base = `/s/${encodeURIComponent(token)}`;
  if (opened.data.form) return { redirect: `/f/${encodeURIComponent(opened.data.form.slug)}` };
  if (isSent) return { redirect: base };
  const linkId = linkIdOfPass(opened.data.pass);
  const linkApi = apiOfLink(shareToken);

  if (opened.data.view) {
    const pass = req.hubkeep?.config.apiHost ? opened.data.pass : null;
    const view = await loadSharedView(linkApi, opened.data.view.id, base, query, pass);
    return view
      ? { loaded: { type: 'view', view }, status: 200, linkId }
      : { loaded: { type: 'gone' }, status: 404 };
  }
  const root = opened.data.item;
  if (!root) return { loaded: { type: 'gone' }, status: 404 };
  const inside = typeof query.item === 'string' ? query.item : root.id;
  const crumbs: ItemPageData['crumbs'] = [];
  let item = root;
  if (inside !== root.id) {
    const steps = await stepsTo(linkApi, inside, root);
    if (!steps) return { loaded: { type: 'gone' }, status: 404 };
    item = steps.item;
    const addressOf = (one: FolderStep) => (one.id === root.id ? base : `${base}?item=${one.id}`);
    crumbs.push(...steps.above.map((one) => ({ href: addressOf(one), label: one.title })));
  }
  const path = item.id === root.id ? base : `${base}?item=${item.id}`;
  if (item.kind === 'folder') {
    const list = await loadFolder(linkApi, item, query);
    const hrefOf = Object.fromEntries(list.items.map(({ id }) => [id, `${base}?item=${id}`]));
    return {
      loaded: { type: 'folder', folder: { ...list, folder: item, path, crumbs, hrefOf } },
      status: 200,
      linkId,
    };
  }
  const [content, page] = await Promise.all([
    loadContent(linkApi, item, context),
    linkApi(`items/${item.id}/page/`),
  ]);
  if (page.ok && page.data.language && req.hubkeep) req.hubkeep.language = page.data.language;
  return { loaded: { type: 'item', data: { item, path, crumbs, ...content } }, status: 200, linkId };
}

/** An item inside a shared folder, with the folders from that one down to it; null where it is elsewhere. */
async function stepsTo(
  api: PageVisit['api'],
  id: string,
  root: Item,
): Promise<{ item: Item; above: FolderStep[] } | null> {
  const [found, folders] = await Promise.all([
    api(`items/${encodeURIComponent(id)}/`),
    api(`items/${encodeURIComponent(id)}/folders/`),
  ]);
  const item = dataOrNull(found);
  const steps = dataOrNull(folders) ?? [];
  const at = steps.findIndex((one) => one.id === root.id);
  if (!item || item.trashed_at || at < 0) return null;
  return { item, above: steps.slice(at).filter((one) => one.id !== item.id) };
}

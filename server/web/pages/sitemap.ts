import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { itemPath } from '#lib/browser/item-path.ts';
import { readableScopes } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { clientAddress } from '#server/platform/rate-limit/client-address.ts';
import { consumeLimits, type Limit, limitCounter } from '#server/platform/rate-limit/limits.ts';
import type { Services } from '#server/platform/services.ts';

/** Addresses in one file; the protocol allows 50,000 and 50 MB (sitemaps.org). */
const ITEMS_A_FILE = 5_000;
const SPACES_A_FILE = 10_000;
const FORMS_A_FILE = 10_000;

/** A limit for robots, which read every file once a day; nobody needs them faster than this. */
const READS: Limit = { name: 'sitemap', most: 300, seconds: 60 };
/** How long the list of files is cached, in milliseconds: creating it reads the ids of everything public. */
const LIST_MS = 600_000;

type Entry = { path: string; changed: Date | null };
type Hub = { id: string; handle: string; visibility: string };
/**
 * One file: the public resources of a hub, from an item's id on; the first one contains its spaces and forms
 * too.
 */
type File = { hub: string; from: string | null };

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** The scopes of a hub that everybody may see. */
const seenByAll = (hub: RawBuilder<string> | string) => readableScopes(hub, ['*']);

/** Each file, over all hubs that allow search engines; hubs with nothing public have none. */
async function filesOf(database: Database): Promise<File[]> {
  const { rows } = await sql<{ handle: string; from: string | null }>`
    select hub.handle, part.id as from
    from hub cross join lateral (
      select null::uuid as id
      union all
      select id from (
        select item.id, row_number() over (order by item.id) as number
        from item join ${seenByAll(sql<string>`hub.id`)} seen on seen.scope_id = item.scope_id
        where item.hub_id = hub.id and item.trashed_at is null and item.archived_at is null
      ) as numbered
      where number > ${ITEMS_A_FILE} and number % ${ITEMS_A_FILE} = 1
    ) as part
    where hub.allow_indexing and hub.deleted_at is null and (hub.visibility = 'public' or exists (
      select from scope_access list where list.hub_id = hub.id and list.principal = '*'))
    order by hub.id, part.id nulls first
    limit 50000`.execute(database);
  return rows.map(({ handle, from }) => ({ hub: handle, from }));
}

async function hubByHandle(database: Database, handle: string): Promise<Hub | undefined> {
  return database
    .selectFrom('hub')
    .select(['id', 'handle', 'visibility'])
    .where((where) => where(where.fn('lower', ['handle']), '=', handle.toLowerCase()))
    .where('allow_indexing', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

async function spacesAndForms(database: Database, hub: Hub): Promise<Entry[]> {
  const { rows } = await sql<{ path: string; changed: Date | null }>`
    (select '/' || ${hub.handle} || '/' || space.slug as path, space.updated_at as changed
      from space join ${seenByAll(hub.id)} seen on seen.scope_id = space.scope_id
      where space.hub_id = ${hub.id} and space.deleted_at is null
      order by space.id limit ${SPACES_A_FILE})
    union all
    (select '/f/' || form.slug, form.updated_at
      from form join space on space.id = form.space_id and space.deleted_at is null
      where form.hub_id = ${hub.id} and form.visibility = 'public' and form.trashed_at is null
        and form.published_version is not null and coalesce((form.settings ->> 'listed')::boolean, true)
      order by form.id limit ${FORMS_A_FILE})`.execute(database);
  return hub.visibility === 'public' ? [{ path: `/${hub.handle}`, changed: null }, ...rows] : rows;
}

async function itemsFrom(database: Database, hub: Hub, from: string | null): Promise<Entry[]> {
  const { rows } = await sql<{ id: string; title: string; space_slug: string; updated_at: Date }>`
    select item.id, item.title, item.updated_at,
      case when exists (select from scope_access list where list.scope_id = space.scope_id and list.principal = '*')
        then space.slug else '' end as space_slug
    from item
      join ${seenByAll(hub.id)} seen on seen.scope_id = item.scope_id
      join space on space.id = item.space_id and space.deleted_at is null
    where item.hub_id = ${hub.id} and item.trashed_at is null and item.archived_at is null and (${from}::uuid is null or item.id >= ${from})
    order by item.id limit ${ITEMS_A_FILE}`.execute(database);
  return rows.map(({ updated_at, ...item }) => ({ path: itemPath(hub.handle, item), changed: updated_at }));
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function indexFile(files: readonly File[], publicUrl: string): string {
  const lines = files.map(({ hub, from }) => {
    const query = new URLSearchParams({ hub, ...(from ? { from } : {}) });
    return `<sitemap><loc>${escaped(`${publicUrl}/sitemap.xml?${query}`)}</loc></sitemap>`;
  });
  return [XML, `<sitemapindex ${NAMESPACE}>`, ...lines, '</sitemapindex>', ''].join('\n');
}

function urlFile(entries: readonly Entry[], publicUrl: string): string {
  const lines = entries.map(({ path, changed }) => {
    const date = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : '';
    return `<url><loc>${escaped(`${publicUrl}${encodeURI(path)}`)}</loc>${date}</url>`;
  });
  return [XML, `<urlset ${NAMESPACE}>`, ...lines, '</urlset>', ''].join('\n');
}

/**
 * `/sitemap.xml` (sitemaps.org 0.9): an index of files, one or more per hub, each with its public content. It
 * includes only hubs that allow search engines, and never what is known by its address alone, such as a share
 * link.
 */
export function mountSitemap(app: FastifyInstance, services: Services): void {
  const { database, config } = services;
  let list: { files: Promise<File[]>; until: number } | null = null;
  const files = () => {
    if (list && list.until > Date.now()) return list.files;
    const made = { files: filesOf(database), until: Date.now() + LIST_MS };
    list = made;
    made.files.catch(() => {
      if (list === made) list = null;
    });
    return made.files;
  };
  app.get<{ Querystring: { hub?: unknown; from?: unknown } }>('/sitemap.xml', async (request, reply) => {
    const { hub: handle, from = null } = request.query;
    await consumeLimits(services, [limitCounter(READS, clientAddress(request.ip))]);
    reply.header('Cache-Control', 'public, max-age=600').type('application/xml; charset=utf-8');
    if (handle === undefined) return reply.send(indexFile(await files(), config.publicUrl));
    const isValid = typeof handle === 'string' && (from === null || (typeof from === 'string' && isId(from)));
    const hub = isValid ? await hubByHandle(database, handle) : undefined;
    if (!hub || !isValid) throw new ApiError(404, 'not_found', 'There is no such list of pages.');
    const items = await itemsFrom(database, hub, from);
    const first = from === null ? await spacesAndForms(database, hub) : [];
    return reply.send(urlFile([...first, ...items], config.publicUrl));
  });
}

import { sql } from 'kysely';
import { itemParams } from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { type VisitorPage, visitorPage } from '#lib/contract/visitor-page.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import { authorizeSpace } from '#server/access/policy/space-policy.ts';
import { route } from '#server/api/route.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { languageCode } from '#server/platform/indexing/language.ts';
import { spaceBySlug } from '#server/spaces/space/space.repo.ts';

type Shown = { scope_id: string; hub_id: string };

type VisitorResource = Omit<VisitorPage, 'language'>;

/**
 * Only public content is for search engines, and only where the hub allows it; and the hub's language and
 * formats.
 */
async function visitorResource(database: Database, resource: Shown): Promise<VisitorResource> {
  const { rows } = await sql<VisitorResource>`
    select hub.locale, hub.time_zone, coalesce(hub.country, substring(hub.locale from '-([A-Z]{2})(?:-|$)')) as country,
      hub.allow_indexing and exists (
        select from scope_access list where list.scope_id = ${resource.scope_id} and list.principal = '*') as indexed
    from hub where hub.id = ${resource.hub_id}`.execute(database);
  return rows[0] ?? { locale: null, time_zone: null, country: null, indexed: false };
}

async function languageOfItem(database: Database, itemId: string): Promise<string | null> {
  const row = await database
    .selectFrom('passage')
    .select('language')
    .where('item_id', '=', itemId)
    .where('place', 'is not', null)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row ? languageCode(row.language) : null;
}

export const visitorPageRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/page/',
    summary:
      'Metadata of an item’s page for browsers and search engines: its language, whether it may be indexed, and how its hub writes',
    auth: 'anyone',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: async ({ services, authorized }) => ({
      language: await languageOfItem(services.database, authorized.id),
      ...(await visitorResource(services.database, authorized)),
    }),
    response: visitorPage,
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/page/',
    readsSpace: 'space',
    summary: 'Metadata of a space’s page for search engines: whether it may be indexed',
    auth: 'hub',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, authorized }) => ({
      language: null,
      ...(await visitorResource(services.database, authorized)),
    }),
    response: visitorPage,
  }),
];

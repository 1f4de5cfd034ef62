import { sql } from 'kysely';
import { itemParams } from '#lib/contract/item.ts';
import { spaceParams } from '#lib/contract/space.ts';
import { visitorPage } from '#lib/contract/visitor-page.ts';
import type { Database } from '../database/database.ts';
import { route } from '../http/route.ts';
import { itemById } from '../item/item.repo.ts';
import { authorizeItem } from '../policy/item-policy.ts';
import { authorizeSpace } from '../policy/space-policy.ts';
import { codeOfLanguage } from '../search/language.ts';
import { spaceBySlug } from '../space/space.repo.ts';

type Shown = { scope_id: string; hub_id: string };

/** Only what everybody may see is for search engines, and only where the hub lets them. */
async function mayBeIndexed(database: Database, thing: Shown): Promise<boolean> {
  const { rows } = await sql`
    select from scope_access list join hub on hub.id = list.hub_id
    where list.scope_id = ${thing.scope_id} and list.principal = '*' and hub.allow_indexing`.execute(
    database,
  );
  return rows.length > 0;
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
  return row ? codeOfLanguage(row.language) : null;
}

export const visitorPageRoutes = [
  route({
    method: 'GET',
    path: 'items/:id/page/',
    summary:
      'What an item’s page tells browsers and search engines: its language, and whether it may be indexed',
    auth: 'anyone',
    params: itemParams,
    authorize: async ({ services, caller, params }) =>
      authorizeItem(await itemById(services.database, caller, params.id), 'item.view'),
    handle: async ({ services, authorized }) => ({
      language: await languageOfItem(services.database, authorized.id),
      indexed: await mayBeIndexed(services.database, authorized),
    }),
    answers: visitorPage,
  }),
  route({
    method: 'GET',
    path: 'spaces/:slug/page/',
    summary: 'What a space’s page tells search engines: whether it may be indexed',
    auth: 'hub',
    params: spaceParams,
    authorize: async ({ services, caller, params }) =>
      authorizeSpace(await spaceBySlug(services.database, caller, params.slug), 'space.view'),
    handle: async ({ services, authorized }) => ({
      language: null,
      indexed: await mayBeIndexed(services.database, authorized),
    }),
    answers: visitorPage,
  }),
];

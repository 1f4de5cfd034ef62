import { sql } from 'kysely';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { type SpaceView, spaceById } from './space.repo.ts';

/** Notes the slug that a space had until now; the last space that had it is where its address leads. */
export async function recordFormerSlug(
  trx: Transaction,
  space: Pick<SpaceView, 'id' | 'hub_id' | 'slug'>,
): Promise<void> {
  await sql`insert into former_space_slug (hub_id, slug, space_id)
    values (${space.hub_id}, ${space.slug.toLowerCase()}, ${space.id})
    on conflict (hub_id, slug) do update set space_id = excluded.space_id`.execute(trx);
}

/** The space that had this slug before, not deleted, with the caller's rank, which may be null. */
export async function spaceByFormerSlug(
  database: Database,
  caller: HubCaller,
  slug: string,
): Promise<SpaceView | undefined> {
  const row = await database
    .selectFrom('former_space_slug')
    .select('space_id')
    .where('hub_id', '=', caller.hub.id)
    .where('slug', '=', slug.toLowerCase())
    .executeTakeFirst();
  return row && spaceById(database, caller, row.space_id);
}

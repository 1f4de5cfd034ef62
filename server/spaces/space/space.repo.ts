import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { ITEM_KINDS } from '#lib/text/upload-types.ts';
import { readableBy, readableScopes, roleOnScope } from '#server/access/policy/role-on-scope.ts';
import { SPACE_COLUMNS, type SpaceView } from '#server/access/policy/space-view.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { createBatchLoader, inRequestOrder, limitOfKeys } from '#server/platform/database/batch-loader.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export { SPACE_COLUMNS, type SpaceView };

type SpaceQuestion = { hubId: string; slug: string; userId: string | null };

const spaceOf = createBatchLoader<SpaceQuestion, SpaceView & { n: number }>(
  async (database, questions) => {
    const hubs = questions.map(({ hubId }) => hubId);
    const slugs = questions.map(({ slug }) => slug.toLowerCase());
    const users = questions.map(({ userId }) => userId);
    const { rows } = await sql<SpaceView & { n: number }>`
      select requested.n, ${SPACE_COLUMNS}, ${roleOnScope('space.scope_id', 'me')} as rank
      from (
          select * from unnest(${hubs}::uuid[], ${slugs}::text[], ${users}::uuid[]) with ordinality
          limit ${limitOfKeys(questions)}
        ) as requested (hub_id, slug, user_id, n)
        join space on space.hub_id = requested.hub_id and lower(space.slug) = requested.slug and space.deleted_at is null
        left join membership me on me.hub_id = space.hub_id and me.user_id = requested.user_id`.execute(
      database,
    );
    return inRequestOrder(rows, questions);
  },
  // A program that sends many requests at the same time asks for one space again and again.
  ({ hubId, slug, userId }) => `${hubId} ${userId} ${slug}`,
);

/** A space of the caller's hub by its slug, not deleted, with the caller's rank, which may be null. */
export async function spaceBySlug(
  database: Database | Transaction,
  caller: HubCaller,
  slug: string,
): Promise<SpaceView | undefined> {
  if (caller.named?.slug === slug.toLowerCase()) return caller.named.space;
  return spaceOf(database, { hubId: caller.hub.id, slug, userId: caller.user?.id ?? null });
}

/** A space of a hub by its slug, not deleted, with the rank of an account, which may be null. */
export function spaceOfHub(
  database: Database | Transaction,
  hubId: string,
  { slug, userId }: { slug: string; userId: string | null },
): Promise<SpaceView | undefined> {
  return spaceOf(database, { hubId, slug, userId });
}

/** A space by its id, not deleted, with the caller's rank, which may be null. */
export async function spaceById(
  database: Database | Transaction,
  caller: HubCaller,
  id: string,
): Promise<SpaceView | undefined> {
  const { rows } = await sql<SpaceView>`
    select ${SPACE_COLUMNS}, ${roleOnScope('space.scope_id', 'me')} as rank
    from space left join membership me on me.hub_id = space.hub_id and me.user_id = ${caller.user?.id ?? null}
    where space.id = ${id} and space.hub_id = ${caller.hub.id} and space.deleted_at is null`.execute(
    database,
  );
  return rows[0];
}

/**
 * The scopes of the hub that name one of the caller's principals, with the strongest rank, as a subquery: of a
 * space's own scope all that counts (nothing is above it). Only for spaces that are not in the trash.
 */
export const spaceRanks = ({ hub, principals }: HubCaller) => sql<{ scope_id: string; role: number }>`(
  select scope_id, max(role) as role from scope_entry
  where hub_id = ${hub.id} and principal = any(${principals}::text[]) group by scope_id)`;

/** Whether a space's name, slug or description contains each token of `q`; true without one. */
export function matchesQuery(q: string | undefined): RawBuilder<boolean> {
  if (!q) return sql<boolean>`true`;
  const text = sql`lower(space.name || ' ' || space.slug || ' ' || space.description)`;
  const tokens = q.toLowerCase().split(/\s+/).slice(0, TOKENS_MAX);
  return sql<boolean>`(${sql.join(
    tokens.map((word) => sql`strpos(${text}, lower(${word})) > 0`),
    sql` and `,
  )})`;
}

/** Further tokens of a filter are ignored. */
const TOKENS_MAX = 10;

/** Counts stop at this number, so that they don't delay a page. */
export const ITEM_COUNT_MAX = 10_000;

export type KindCounts = Record<string, number>;

/** What the caller may see in a space; each number stops at `ITEM_COUNT_MAX`. */
export type SpaceCounts = { kinds: KindCounts; forms: number };

/** The counts of an empty space. */
export const NO_COUNTS: SpaceCounts = { kinds: {}, forms: 0 };

/** How many items of each kind, and how many forms, the caller may see in each space. */
export async function countSpaceContents(
  database: Database,
  caller: HubCaller,
  spaceIds: readonly string[],
): Promise<Map<string, SpaceCounts>> {
  const [items, forms] = await Promise.all([
    countItems(database, caller, spaceIds),
    countForms(database, caller, spaceIds),
  ]);
  return new Map([...items].map(([id, kinds]) => [id, { kinds, forms: forms.get(id) ?? 0 }]));
}

/**
 * How many forms the caller may see in each space: unpublished ones only where the caller may change them.
 */
async function countForms(
  database: Database,
  caller: HubCaller,
  spaceIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ space_id: string; count: number }>`
    select space.id as space_id, least(count(*), ${sql.lit(ITEM_COUNT_MAX)})::int as count
    from unnest(${spaceIds}::uuid[]) as space (id)
      join form on form.space_id = space.id and form.hub_id = ${caller.hub.id} and form.trashed_at is null
        and form.purged_at is null
      cross join ${readableBy('form.scope_id', caller.principals)} readable
    where readable.role >= ${ROLE_RANK.editor} or form.published_version is not null
    group by space.id`.execute(database);
  return new Map(rows.map(({ space_id, count }) => [space_id, count]));
}

/**
 * How many items of each kind the caller may see in each space; a number stops at `ITEM_COUNT_MAX`. Added up from the kept counts of
 * the scopes and from the changes that are not merged yet.
 */
async function countItems(
  database: Database,
  caller: HubCaller,
  spaceIds: readonly string[],
): Promise<Map<string, KindCounts>> {
  const { rows } = await sql<{ space_id: string; kind: string; count: number }>`
    select space.id as space_id, counted.kind, counted.count
    from unnest(${spaceIds}::uuid[]) as space (id)
      cross join lateral (
        with readable as materialized (
          select scope_id from ${readableScopes(caller.hub.id, caller.principals, sql<string>`space.id`)} as scopes
        )
        select kind, least(sum(items), ${sql.lit(ITEM_COUNT_MAX)})::int as count
        from (
          select kind, items from scope_item_count where scope_id in (select scope_id from readable)
          union all
          select kind, listed from item_count_change where scope_id in (select scope_id from readable)
        ) as part
        group by kind having sum(items) > 0
      ) as counted`.execute(database);
  const counts = new Map<string, KindCounts>(
    spaceIds.map((id) => [id, Object.fromEntries(ITEM_KINDS.map((kind) => [kind, 0]))]),
  );
  for (const { space_id, kind, count } of rows) {
    const one = counts.get(space_id);
    if (one) one[kind] = count;
  }
  return counts;
}

/** Whether a space of the hub, not deleted, has this slug. */
export async function isSlugTaken(
  database: Database | Transaction,
  hubId: string,
  slug: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('space')
    .select('id')
    .where('hub_id', '=', hubId)
    .where('deleted_at', 'is', null)
    .where((where) => where(where.fn<string>('lower', ['slug']), '=', slug.toLowerCase()))
    .executeTakeFirst();
  return row !== undefined;
}

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { hubLexeme, kindLexeme, spaceLexeme } from '#server/platform/indexing/lexemes.ts';
import type { EngineRequest } from './search-engine.ts';

/** Readable spaces that are named to the index; more are left to the filter. */
const NAMED_SPACES = 40;

/** Below this share of readable passages, the index query names the spaces; above it the filter alone is faster. */
const NARROW = 0.5;

/**
 * What the reader may see of the hub: the spaces, and their approximate share of all passages of this server;
 * the hub's own share of them.
 */
export type ReadableSpaces = { spaceIds: string[]; share: number; hubShare: number };

/** The conditions on an item `i` that every hit must satisfy: access first, then the reader's filters. */
export function itemConditions(request: EngineRequest): RawBuilder<unknown> {
  const { reader, authors, from, until, kinds } = request;
  const conditions = [
    sql`i.trashed_at is null`,
    sql`i.scope_id in (select scope_id from readable)`,
    sql`i.hub_id = ${reader.hubId}`,
  ];
  if (authors) conditions.push(sql`i.created_by = any(${authors}::uuid[])`);
  if (from) conditions.push(sql`i.updated_at >= ${from}`);
  if (until) conditions.push(sql`i.updated_at < ${until}`);
  if (kinds.length > 0) conditions.push(sql`i.kind = any(${kinds}::text[])`);
  return sql.join(conditions, sql` and `);
}

/** The scopes of spaces that are not deleted in which the reader may view. */
export function readableScopes({ reader, space }: EngineRequest): RawBuilder<unknown> {
  return sql`readable as materialized (
    select a.scope_id from scope_access a
    join scope s on s.id = a.scope_id
    join space on space.id = s.space_id and space.deleted_at is null
    where a.hub_id = ${reader.hubId} and a.principal = any(${reader.principals}::text[])
    ${space ? sql`and lower(space.slug) = lower(${space})` : sql``}
  )`;
}

/**
 * Which parts of the index to search: the requested kinds, and the readable spaces where they are a small
 * part.
 */
export function scopeTsQueries(
  { reader, kinds }: Pick<EngineRequest, 'reader' | 'kinds'>,
  readable: ReadableSpaces,
): string[] {
  const { spaceIds, share, hubShare } = readable;
  const any = (lexemes: string[]) => `(${lexemes.map((lexeme) => `'${lexeme}'`).join(' | ')})`;
  const queries: string[] = [];
  if (spaceIds.length <= NAMED_SPACES) {
    if (share < NARROW) queries.push(any(spaceIds.map(spaceLexeme)));
  } else if (hubShare < NARROW) {
    queries.push(any([hubLexeme(reader.hubId)]));
  }
  if (kinds.length > 0) queries.push(any(kinds.map(kindLexeme)));
  return queries;
}

const NOTHING_READABLE = { space_ids: [], spaces: 0, hub_share: 0 };

/** The spaces in which the reader may view anything, and how much of the server that is. */
export async function readableSpaces(database: Database, request: EngineRequest): Promise<ReadableSpaces> {
  const { hubId } = request.reader;
  const { rows } = await sql<{ space_ids: string[]; spaces: number; hub_share: number }>`
    with ${readableScopes(request)}, seen as (
      select distinct s.space_id from readable join scope s on s.id = readable.scope_id limit ${NAMED_SPACES + 1}
    )
    select array(select space_id from seen) as space_ids,
      (select count(*) from seen)::real / (select greatest(count(*), 1) from space where hub_id = ${hubId})
        as spaces,
      (select coalesce(sum(passages), 0) from hub_language where hub_id = ${hubId})::real
        / (select greatest(reltuples, 1) from pg_class where oid = 'passage'::regclass) as hub_share`.execute(
    database,
  );
  const { space_ids: spaceIds, spaces, hub_share: hubShare } = rows[0] ?? NOTHING_READABLE;
  return { spaceIds, share: spaces * hubShare, hubShare };
}

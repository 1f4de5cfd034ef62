import { sql } from 'kysely';
import type { DocumentWriters } from '#lib/contract/document-writers.ts';
import { avatarUrl } from '#server/access/identity/avatar-url.ts';
import { roleBesidesAnyone } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';

/** How long somebody counts as writing after their process last said so, in seconds: two of its rounds. */
const THERE_FOR = 60;
/** Entries of one response at most: a person in a document is one. */
const LISTED_MAX = 500;

/** Somebody who writes in a document. */
export type Writing = { itemId: string; userId: string };

const columnsOf = (some: readonly Writing[]) =>
  sql`unnest(${some.map(({ itemId }) => itemId)}::uuid[], ${some.map(({ userId }) => userId)}::uuid[])
    as writing (item_id, user_id)`;

/** Notes who writes in which documents, as one process knows it. */
export async function noteWriting(
  database: Database,
  processId: string,
  some: readonly Writing[],
): Promise<void> {
  if (some.length === 0) return;
  await sql`insert into document_writer (item_id, user_id, process_id)
    select item.id, app_user.id, ${processId}::uuid from ${columnsOf(some)}
      join item on item.id = writing.item_id join app_user on app_user.id = writing.user_id
    on conflict (item_id, user_id, process_id) do update set seen_at = now()`.execute(database);
}

/** Removes those who write in a document no more, as one process knows it. */
export async function removeWriting(
  database: Database,
  processId: string,
  some: readonly Writing[],
): Promise<void> {
  if (some.length === 0) return;
  await sql`delete from document_writer using ${columnsOf(some)}
    where document_writer.item_id = writing.item_id and document_writer.user_id = writing.user_id
      and process_id = ${processId}`.execute(database);
}

/** Removes all that a process noted, which ends. */
export async function removeWritingOf(database: Database, processId: string): Promise<void> {
  await sql`delete from document_writer where process_id = ${processId}`.execute(database);
}

/** Removes what processes noted that have ended. */
export async function removeOldWriting(database: Database): Promise<void> {
  await sql`delete from document_writer
    where seen_at < now() - make_interval(secs => ${THERE_FOR * 2})`.execute(database);
}

/** The others of the hub who write in a space's documents now, of those documents where the caller has a role of their own. */
export async function writersInSpace(
  database: Database,
  { hubId, slug, userId }: { hubId: string; slug: string; userId: string },
): Promise<DocumentWriters[]> {
  const { rows } = await sql<{ item_id: string; id: string; name: string; avatar_sha256: string | null }>`
    select distinct document_writer.item_id, person.id, person.avatar_sha256,
      trim(person.first_name || ' ' || person.last_name) as name
    from space
      join item on item.space_id = space.id
      join document_writer on document_writer.item_id = item.id
      join app_user person on person.id = document_writer.user_id
      join membership theirs on theirs.hub_id = item.hub_id and theirs.user_id = person.id and theirs.suspended_at is null
      join membership me on me.hub_id = item.hub_id and me.user_id = ${userId} and me.suspended_at is null
    where space.hub_id = ${hubId} and lower(space.slug) = lower(${slug}) and space.deleted_at is null and item.trashed_at is null and person.id <> ${userId}
      and document_writer.seen_at > now() - make_interval(secs => ${THERE_FOR})
      and ${roleBesidesAnyone('item.scope_id', 'me')} is not null
    order by document_writer.item_id, name, person.id limit ${LISTED_MAX}`.execute(database);
  return [...Map.groupBy(rows, (row) => row.item_id)].map(([item_id, people]) => ({
    item_id,
    people: people.map((person) => ({
      id: person.id,
      name: person.name,
      avatar_url: avatarUrl(person),
    })),
  }));
}

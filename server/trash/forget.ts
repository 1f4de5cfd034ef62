import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#lib/policy/roles.ts';
import { type AuditActor, record } from '../audit/record.ts';
import { afterCommit } from '../database/after-commit.ts';
import type { Transaction } from '../database/database.ts';

/** A query of the ids of items, with all that hangs on them by the database's own references. */
type Items = RawBuilder<{ id: string }>;

/**
 * Counts the passages of items out of their hub's languages, once they are gone: everybody who writes in the hub counts
 * there too, and must not wait until a whole space is deleted.
 */
async function forgetLanguages(trx: Transaction, hubId: string, items: Items): Promise<void> {
  const { rows } = await sql<{ language: string; passages: number }>`
    select language, count(*) as passages from passage where item_id in (${items}) group by language`.execute(
    trx,
  );
  const languages = rows.map(({ language }) => language);
  const passages = rows.map((row) => row.passages);
  await afterCommit(trx, async (database) => {
    await sql`update hub_language known set passages = greatest(0, known.passages - gone.passages)
      from unnest(${languages}::text[], ${passages}::int[]) as gone (language, passages)
      where known.hub_id = ${hubId} and known.language = gone.language`.execute(database);
  });
}

/**
 * Ends items for good: their text in the index, their access lists, links, jobs and versions go with them; their files
 * once nothing else refers to them (`server/processing/purge.ts`).
 * @param ids of whole trees: what lies in a folder goes with it
 */
export async function forgetItems(trx: Transaction, hubId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await forgetLanguages(trx, hubId, sql`select unnest(${ids}::uuid[])`);
  await sql`delete from scope where item_id = any(${ids}::uuid[])`.execute(trx);
  await sql`delete from item where id = any(${ids}::uuid[])`.execute(trx);
}

/** Ends a space for good, with all that is in it. */
export async function forgetSpace(trx: Transaction, space: { id: string; hub_id: string }): Promise<void> {
  await forgetLanguages(trx, space.hub_id, sql`select id from item where space_id = ${space.id}`);
  await trx.deleteFrom('space').where('id', '=', space.id).execute();
}

/** Tells the audit log that a space is gone; a private one's name is not for the hub's admins. */
export async function recordPurge(
  trx: Transaction,
  actor: AuditActor,
  space: { id: string; hub_id: string; scope_id: string; name: string; visibility: Visibility },
): Promise<void> {
  await record(trx, actor, {
    hubId: space.hub_id,
    action: 'space.purged',
    target: { kind: 'space', id: space.id, name: space.name },
    ...(space.visibility === 'private' ? { scopeId: space.scope_id } : {}),
    details: { visibility: space.visibility },
  });
}

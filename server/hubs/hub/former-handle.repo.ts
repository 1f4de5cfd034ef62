import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** Notes the handle that a hub had until now; the last hub that had it is where its addresses lead. */
export async function recordFormerHandle(
  trx: Transaction,
  hub: { id: string; handle: string },
): Promise<void> {
  await sql`insert into former_hub_handle (handle, hub_id) values (${hub.handle.toLowerCase()}, ${hub.id})
    on conflict (handle) do update set hub_id = excluded.hub_id`.execute(trx);
}

/** The id of the hub that has a handle, or else of the one that had it before. */
export const hubIdOfHandle = (handle: string) => sql<string>`
  select coalesce(
    (select id from hub where lower(handle) = lower(${handle})),
    (select hub_id from former_hub_handle where handle = lower(${handle})))`;

/** The hub that had this handle before, where no hub has it now. */
export async function hubIdByFormerHandle(database: Database, handle: string): Promise<string | undefined> {
  const { rows } = await sql<{ hub_id: string }>`
    select former.hub_id from former_hub_handle former
    where former.handle = lower(${handle})
      and not exists (select from hub where lower(hub.handle) = former.handle)`.execute(database);
  return rows[0]?.hub_id;
}

/** Whether something in a hub is open to everybody, by whose address the hub's handle is known. */
export async function hasPublicContent(database: Database, hubId: string): Promise<boolean> {
  const { rows } = await sql`
    select from scope_entry where hub_id = ${hubId} and principal = '*' limit 1`.execute(database);
  return rows.length > 0;
}

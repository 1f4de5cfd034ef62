import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Of so many days all versions of a document are kept. */
const ALL_VERSIONS_DAYS = 30;
const DOCUMENTS_AT_A_TIME = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Deletes what makes the history of documents long without being of use: of each day (UTC) before the last 30 days
 * the last version stays, and whatever has a name.
 */
export async function thinVersions(database: Database, signal: AbortSignal): Promise<void> {
  for (let after: string | null = BEFORE_ALL; after !== null; ) {
    signal.throwIfAborted();
    const { rows } = await sql<{ last: string | null }>`with page as (
        select distinct item_id from document_version where item_id > ${after}::uuid
        order by item_id limit ${DOCUMENTS_AT_A_TIME}
      ), thinned as (
        delete from document_version as early using page
        where early.item_id = page.item_id and early.name is null
          and early.changed_at < now() - make_interval(days => ${ALL_VERSIONS_DAYS})
          and exists (
            select from document_version as later
            where later.item_id = early.item_id and later.number > early.number
              and (later.changed_at at time zone 'UTC')::date = (early.changed_at at time zone 'UTC')::date
          )
      )
      select max(item_id::text) as last from page`.execute(database);
    after = rows[0]?.last ?? null;
  }
}

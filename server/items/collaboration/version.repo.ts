import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';

export type VersionRow = {
  number: number;
  name: string | null;
  created_by: string | null;
  author: string;
  authors: { id: string; name: string }[];
  /** Authors of an imported version who have no account here. */
  imported_authors: string[];
  created_at: Date;
  changed_at: Date;
};

const NAME = sql`trim(coalesce(app_user.first_name, '') || ' ' || coalesce(app_user.last_name, ''))`;

const COLUMNS = sql`document_version.number, document_version.name, document_version.created_by, ${NAME} as author,
  coalesce((select json_agg(json_build_object('id', app_user.id, 'name', ${NAME}) order by ${NAME}, app_user.id)
    from document_version_author written join app_user on app_user.id = written.user_id
    where written.item_id = document_version.item_id and written.number = document_version.number
      and written.has_written), '[]') as authors, document_version.imported_authors,
  document_version.created_at, document_version.changed_at`;

/** A page of a document's versions, the newest first. */
export async function versionsOf(
  database: Database,
  itemId: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`select ${COLUMNS}
    from document_version left join app_user on app_user.id = document_version.created_by
    where item_id = ${itemId} order by number desc
    limit ${page_size} offset ${(page - 1) * page_size}`.execute(database);
  return rows;
}

/** A version with its text. */
export async function versionOf(
  database: Database | Transaction,
  itemId: string,
  number: number,
): Promise<(VersionRow & { markdown: string }) | undefined> {
  const { rows } = await sql<VersionRow & { markdown: string }>`select ${COLUMNS}, document_version.markdown
    from document_version left join app_user on app_user.id = document_version.created_by
    where item_id = ${itemId} and number = ${number}`.execute(database);
  return rows[0];
}

/** Names a version, or takes its name away. @returns whether it is there */
export async function nameVersion(
  trx: Transaction,
  itemId: string,
  number: number,
  name: string | null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update document_version set name = ${name}
    where item_id = ${itemId} and number = ${number}`.execute(trx);
  return numAffectedRows === 1n;
}

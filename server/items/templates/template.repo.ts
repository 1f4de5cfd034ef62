import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** A hub's own template. */
export type TemplateRow = {
  id: string;
  title: string;
  description: string;
  created_by: string;
  creator_name: string;
  updated_at: Date;
};

const COLUMNS = sql`template.id, template.title, template.description, template.created_by,
  coalesce(trim(creator.first_name || ' ' || creator.last_name), '') as creator_name, template.updated_at`;

/** The templates of a hub by title, without their texts. */
export async function templatesOfHub(database: Database, hubId: string): Promise<TemplateRow[]> {
  const { rows } = await sql<TemplateRow>`select ${COLUMNS}
    from document_template template left join app_user creator on creator.id = template.created_by
    where template.hub_id = ${hubId}
    order by template.title collate natural_order, template.id`.execute(database);
  return rows;
}

export async function templateById(
  database: Database | Transaction,
  hubId: string,
  id: string,
): Promise<(TemplateRow & { content: string }) | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<TemplateRow & { content: string }>`select ${COLUMNS}, template.content
    from document_template template left join app_user creator on creator.id = template.created_by
    where template.hub_id = ${hubId} and template.id = ${id}`.execute(database);
  return rows[0];
}

/** Locks the hub's templates against another new one. @returns how many there are */
export async function countTemplates(trx: Transaction, hubId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('templates ' || ${hubId}, 0))`.execute(trx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document_template where hub_id = ${hubId}`.execute(trx);
  return rows[0]?.count ?? 0;
}

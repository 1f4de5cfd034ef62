import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';

/** The names of people by their ids; who left has none. */
export async function namesOfPeople(
  database: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => isId(id));
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from app_user
    where id = any(${wanted}::uuid[])`.execute(database);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

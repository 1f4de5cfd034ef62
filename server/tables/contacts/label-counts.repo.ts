import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { rowTableOf, type Table, type TableColumn } from '../table/table.ts';

/** How many people have each label, by the labels' ids. */
export async function countLabels(
  database: Database,
  { item }: Table,
  { name }: TableColumn,
): Promise<Map<string, number>> {
  const own = sql`r.extra -> ${sql.lit(name)}`;
  const { rows } = await sql<{ label: string; people: number }>`
    select label, count(*)::int as people
    from ${rowTableOf(item.id)} r
    cross join jsonb_array_elements_text(case jsonb_typeof(${own}) when 'array' then ${own} else '[]' end) label
    where r.extra ? ${sql.lit(name)} group by label`.execute(database);
  return new Map(rows.map(({ label, people }) => [label, people]));
}

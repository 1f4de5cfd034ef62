import { type RawBuilder, sql } from 'kysely';
import { isChoice } from '#lib/fields/field-types.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { peopleColumns } from '../table/people-columns.ts';
import { columnRef, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { titleColumn } from './row-title.ts';

/** The row that a title names, or that several have it. */
export type TitledRow = { id: string } | 'several';

/** Blanks around a title are no part of it. */
const trimmed = (text: RawBuilder<unknown>) => sql`btrim(${text}, E' \t\r\n\u00a0')`;

/** A typed cell as a text, as `cellText` writes the value that `parseTypedCell` reads. */
function typedText({ name, type }: TableColumn): RawBuilder<unknown> {
  const ref = columnRef({ name }, 'r');
  switch (type) {
    case 'double precision':
      return sql`${ref}::text::numeric::text`;
    case 'date':
      return sql`to_char(${ref}, 'YYYY-MM-DD')`;
    case 'time':
      return sql`regexp_replace(${ref}::text, '^(\\d\\d:\\d\\d):00$', '\\1')`;
    case 'timestamptz':
      return sql`replace(to_char(${ref} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '.000Z', 'Z')`;
    default:
      return ref;
  }
}

/** The title of row `r` as its readers see it. */
export function titleText(title: TableColumn): RawBuilder<unknown> {
  const extra = sql`r.extra -> ${sql.lit(title.name)}`;
  const labels = isChoice(title.field)
    ? sql`${JSON.stringify(Object.fromEntries((title.field.options ?? []).map(({ id, label }) => [id, label])))}::jsonb`
    : null;
  const shown = (text: RawBuilder<unknown>) =>
    labels ? sql`coalesce(${labels} ->> ${text}, ${text})` : text;
  const listed = sql`case jsonb_typeof(${extra})
    when 'array' then (select string_agg(${shown(sql`entry`)}, '; ') from jsonb_array_elements_text(${extra}) entry)
    else ${shown(sql`(${extra} #>> '{}')`)} end`;
  return title.type === null ? listed : sql`coalesce(${listed}, ${shown(typedText(title))})`;
}

/**
 * The rows of a table that texts name by their titles, in any case. One statement reads the table once, however many
 * texts there are.
 */
export async function rowsByTitles(
  database: Database | Transaction,
  table: Table,
  texts: readonly string[],
): Promise<Map<string, TitledRow>> {
  const title = titleColumn(table, peopleColumns(table.columns));
  if (!title || texts.length === 0) return new Map();
  const { rows } = await sql<{ text: string; id: string; is_several: boolean }>`
    select wanted.text, min(r.id::text) as id, count(*) > 1 as is_several
    from unnest(${texts}::text[]) as wanted (text)
      join ${rowTableOf(table.item.id)} r on lower(${trimmed(titleText(title))}) = lower(wanted.text)
    group by wanted.text`.execute(database);
  return new Map(rows.map(({ text, id, is_several }) => [text, is_several ? 'several' : { id }]));
}

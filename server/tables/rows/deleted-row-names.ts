import { type RawBuilder, sql } from 'kysely';
import { isChoice } from '#lib/fields/field-types.ts';
import type { Table, TableColumn } from '../table/table.ts';

/** Columns of which the first that has something names a row. */
const NAMING_MAX = 20;

/** What a deleted row has in a column as its readers see it; null for a list, or nothing. */
function shownText({ field }: TableColumn): RawBuilder<unknown> {
  const cell = sql`gone.cells -> ${field.id}::text`;
  const text = sql`gone.cells ->> ${field.id}::text`;
  const labels = isChoice(field)
    ? JSON.stringify(Object.fromEntries((field.options ?? []).map(({ id, label }) => [id, label])))
    : null;
  const shown = labels === null ? text : sql`coalesce(${labels}::jsonb ->> (${text}), ${text})`;
  return sql`case when jsonb_typeof(${cell}) in ('string', 'number', 'boolean') then ${shown} end`;
}

/**
 * Whether a deleted row `gone` has a text in its name: in its first value, in any case.
 * @param table its columns that the reader may search by
 */
export function hasInName({ columns }: Pick<Table, 'columns'>, q: string): RawBuilder<boolean> {
  const naming = columns.filter(({ options }) => options.type !== 'person').slice(0, NAMING_MAX);
  if (naming.length === 0) return sql<boolean>`false`;
  const name = sql`coalesce(${sql.join(naming.map(shownText))})`;
  return sql<boolean>`strpos(lower(${name}), lower(${q})) > 0`;
}

import { type RawBuilder, sql } from 'kysely';
import { columnRef, type TableColumn } from '../table/table.ts';

type Part = RawBuilder<unknown>;

/** The values that stand in `extra`, each entry of a list for itself. */
function extraValues({ name }: TableColumn): Part {
  const cell = sql`r.extra -> ${sql.lit(name)}`;
  return sql`left join lateral jsonb_array_elements(
      case jsonb_typeof(${cell}) when 'array' then ${cell} else jsonb_build_array(${cell}) end
    ) as entry (value) on r.extra ? ${sql.lit(name)} and entry.value not in ('null', '""')`;
}

/** The values of a column over rows `r`, those in lists each for itself. */
export function valuesOf(column: TableColumn) {
  const { type, name } = column;
  const isExtra = sql`r.extra ? ${sql.lit(name)}`;
  const entry = sql`entry.value #>> '{}'`;
  const isNumber = sql`jsonb_typeof(entry.value) = 'number'`;
  // Through its shortest text a number is the decimal that was written: 0.1 + 0.2 is 0.3.
  const extraNumber = sql`case when ${isNumber} then (${entry})::numeric end`;
  const extraText = sql`case when jsonb_typeof(entry.value) = 'string' then ${entry} end collate "C"`;
  const typed = type === null ? null : sql`case when ${isExtra} then null else ${columnRef(column, 'r')} end`;
  const isNumeric = type === 'double precision';
  const number = typed && isNumeric ? sql`coalesce(${typed}::text::numeric, ${extraNumber})` : extraNumber;
  const count = typed ? sql`count(${typed}) + count(entry.value)` : sql`count(entry.value)`;
  return { from: extraValues(column), typed, number, extraNumber, extraText, count };
}

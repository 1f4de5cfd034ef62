import type { WireColumn } from '#lib/contract/table.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { linkedTable } from '../rows/row-links.ts';
import { type ShownSource, shownSources } from '../rows/shown-sources.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { isOneLink } from '../table/link-column.ts';
import { linksOf, tablesOf } from '../table/linked-sources.ts';
import { defaultPeople, membersAmong, membersOf } from '../table/members-among.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { comparisonMarks } from './compared-columns.ts';
import { withoutPeopleParts } from './people-parts.ts';

/** A column of a table as the contract has it; outside of the hub, without people that it names. */
export function presentColumn(column: TableColumn, table: Pick<Table, 'columns' | 'item'>): WireColumn {
  const { field, options, revision } = column;
  const joined = joinColumn(field, options);
  const shown = table.item.is_outsider === false ? joined : withoutPeopleParts(joined, column, table.columns);
  return { ...shown, ...(lateFormulas(table).has(field.id) ? { late: true } : {}), revision };
}

/** The column that a lookup or rollup shows. */
function presentSource({
  column: { field, options },
  table,
}: ShownSource): NonNullable<WireColumn['shown_as']> {
  const from = field.type === 'file' ? table : options.table;
  const { type, options: choices, max, currency, option_colors } = joinColumn(field, options);
  return {
    // A formula is written as what it results in.
    type: type === 'formula' ? field.type : type,
    ...(field.multiple ? { multiple: true } : {}),
    ...(choices ? { options: choices } : {}),
    ...(max === undefined ? {} : { max }),
    ...(currency ? { currency } : {}),
    ...(option_colors ? { option_colors } : {}),
    ...(from === undefined ? {} : { table: from }),
  };
}

/** How lookups and rollups show columns of tables that the caller may read, by their ids. */
export async function presentSources(
  database: Database | Transaction,
  caller: Caller,
  table: Pick<Table, 'columns'>,
): Promise<Map<string, NonNullable<WireColumn['shown_as']>>> {
  const sources = await shownSources((id) => linkedTable(database, caller, id), table);
  return new Map([...sources].map(([id, source]) => [id, presentSource(source)]));
}

/** A column that names by default nobody who has left: its new rows don't either. */
const withDefaultMembers = (column: TableColumn, members: ReadonlySet<string>): TableColumn =>
  column.options.type === 'person'
    ? { ...column, field: { ...column.field, default: membersOf(column.field.default, members) } }
    : column;

/** The columns of a table, which formulas can't be compared by the database, and how values of other tables are written. */
export async function presentColumns(
  database: Database | Transaction,
  caller: Caller,
  table: Table,
): Promise<WireColumn[]> {
  const sources = await presentSources(database, caller, table);
  const isOutsider = table.item.is_outsider !== false;
  const marks = await comparisonMarks(database, caller, table, { isOutsider });
  const members = await membersAmong(database, table.item.hub_id, table.columns.flatMap(defaultPeople));
  return table.columns.map((column) => {
    const { linked, options, field } = column;
    const source = sources.get(field.id);
    const compared = marks.get(field.id);
    const known = compared?.restricted ? undefined : linked;
    const behind = known ? tablesOf(known).slice(1) : [];
    const isSingle = options.type === 'lookup' && known && linksOf(known).every(isOneLink);
    return {
      ...presentColumn(withDefaultMembers(column, members), table),
      ...(source ? { shown_as: source } : {}),
      ...(behind.length > 0 ? { reads: [...new Set(behind)] } : {}),
      ...(isSingle ? { single: true as const } : {}),
      ...compared,
    };
  });
}

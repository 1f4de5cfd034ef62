import type { WireColumn } from '#lib/contract/table.ts';
import type { View } from '#lib/contract/table-views.ts';
import { canGroup } from '#lib/fields/column-kinds.ts';
import { joinColumn } from '#lib/fields/column-types.ts';
import { isGroupableByReader } from '../lists/grouped-values.ts';
import { lateFormulas } from '../table/late-formulas.ts';
import { withoutSources } from '../table/link-column.ts';
import { peopleColumns, showsPeople } from '../table/people-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';

/**
 * The table with only those columns that a view shows, in the order of the view: by default to holders of its link, to
 * members of the hub also those with people.
 */
export function shownTable(table: Table, { columns }: Pick<View, 'columns'>, forMembers = false): Table {
  const place = new Map(columns.map(({ id }, at) => [id, at]));
  const hidden = new Set(columns.flatMap(({ id, hidden: isHidden }) => (isHidden ? [id] : [])));
  const placeOf = ({ field }: TableColumn) => place.get(field.id) ?? columns.length;
  const people = forMembers ? null : peopleColumns(table.columns);
  const shown = table.columns
    .filter(({ field }) => !hidden.has(field.id) && !people?.has(field.id))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
  // Nor do lookups of people reveal them by a filter.
  const compared = forMembers ? shown : withoutSources(shown, showsPeople);
  return {
    ...table,
    columns: compared,
    fields: shown.map(({ field }) => field),
    ...(forMembers ? {} : { isShownInPart: true as const }),
  };
}

/**
 * The columns by which a view groups its rows, as far as they are shown. A board or calendar that names none is
 * arranged by the first column that fits, as its author sees it; by a hidden one it is not arranged at all.
 * @param shown with what it shows of other tables as far as the reader may read these (`withReadableSources`, `withTitles`)
 */
export function shownGroup(
  table: Table,
  { type, group }: Pick<View, 'type' | 'group'>,
  shown: Table,
): string[] {
  const ids = new Set(shown.fields.map(({ id }) => id));
  // A formula that reads a hidden column is computed when it is shown, whatever is stored.
  const late = lateFormulas(table);
  const isGrouped = (id: string) =>
    shown.columns.some(
      (column) => column.field.id === id && !late.has(id) && isGroupableByReader(shown, column),
    );
  if (type !== 'board' && type !== 'calendar') return group.filter(isGrouped);
  const fits = canGroup(type);
  const possible = table.columns.filter(({ field, options }) => fits(joinColumn(field, options)));
  const column = possible.find(({ field }) => field.id === group[0]) ?? possible[0];
  return column && ids.has(column.field.id) ? [column.field.id] : [];
}

function withoutLinkedTable(source: NonNullable<WireColumn['shown_as']>) {
  const { table, ...rest } = source;
  return source.type === 'link' || table === undefined ? rest : { ...rest, table };
}

/**
 * A column as a link's holder sees it: what its values are shown by. Rules, conditions, defaults and formulas name
 * other columns, and a link names another table.
 * @param about how the holder compares rows by it; `shown_as` is what a lookup or rollup shows of a table that they may read: of its files they
 *   learn where they are read
 */
export function presentShownColumn(
  { field, options }: TableColumn,
  { shown_as, ...compared }: Pick<WireColumn, 'shown_as' | 'restricted' | 'untitled' | 'late'>,
): WireColumn {
  const { type, multiple } = joinColumn(field, options);
  const { id, name, label } = field;
  return {
    ...{ id, name, label, type, revision: 0, required: false },
    ...(multiple === undefined ? {} : { multiple }),
    ...(field.options ? { options: field.options.map((one) => ({ id: one.id, label: one.label })) } : {}),
    ...(options.max === undefined ? {} : { max: options.max }),
    ...(options.currency === undefined ? {} : { currency: options.currency }),
    ...(shown_as ? { shown_as: withoutLinkedTable(shown_as) } : {}),
    ...compared,
  };
}

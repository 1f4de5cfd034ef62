import type { View } from '#lib/contract/table-views.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { peopleColumns, withoutPeople } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';

/** A table as its reader may compare it. */
export const comparedBy = (table: Table, { is_outsider }: Pick<ItemView, 'is_outsider'>): Table =>
  is_outsider ? withoutPeople(table) : table;

/** A view as somebody outside of the hub sees it: without what is compared with its people. */
export function withoutComparedPeople(table: Table, view: View): View {
  const people = peopleColumns(table.columns);
  const isOfPeople = (filter: RowCondition) => comparisonsOf(filter).some(({ field }) => people.has(field));
  const { colors } = view.layout;
  const layout = colors
    ? { ...view.layout, colors: colors.filter(({ filter }) => !isOfPeople(filter)) }
    : view.layout;
  return view.filter && isOfPeople(view.filter)
    ? { ...view, layout, filter: null, unreadable_filter: true }
    : { ...view, layout };
}

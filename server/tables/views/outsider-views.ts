import type { ColorRule, View } from '#lib/contract/table-views.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { columnsOfPeople, withoutPeople } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';

/** A table as its reader may compare it. */
export const comparedBy = (table: Table, { is_outsider }: Pick<ItemView, 'is_outsider'>): Table =>
  is_outsider ? withoutPeople(table) : table;

type Compared = Pick<View, 'sort' | 'group'> & { colors: readonly ColorRule[] };

/**
 * Refuses what is saved newly and compares people that its maker may not compare; what the view had before stays.
 * @throws ApiError 422
 */
export function refuseComparedPeople(table: Table, shown: Table, saved: Compared, before?: Compared): void {
  const compared = new Set(shown.fields.map(({ id }) => id));
  const hidden = table.fields.filter(({ id }) => !compared.has(id));
  const columnsOf = {
    sort: (one: Compared) => one.sort.map((id) => id.replace(/^-/, '')),
    group: (one: Compared) => one.group,
    'layout.colors': (one: Compared) =>
      one.colors.flatMap(({ filter }) => comparisonsOf(filter).map(({ field }) => field)),
  };
  for (const [path, columns] of Object.entries(columnsOf)) {
    const known = new Set(before && columns(before));
    const used = new Set(columns(saved));
    const refused = hidden.find(({ id }) => used.has(id) && !known.has(id));
    if (refused)
      throw invalid({ [path]: [`${refused.label} cannot be compared by those outside of the hub`] });
  }
}

/** A view as somebody outside of the hub sees it: without what is compared with its people. */
export function withoutComparedPeople(table: Table, view: View): View {
  const people = columnsOfPeople(table.columns);
  const isOfPeople = (filter: RowCondition) => comparisonsOf(filter).some(({ field }) => people.has(field));
  const { colors } = view.layout;
  const layout = colors
    ? { ...view.layout, colors: colors.filter(({ filter }) => !isOfPeople(filter)) }
    : view.layout;
  const sort = view.sort.filter((one) => !people.has(one.replace(/^-/, '')));
  const shown = { ...view, sort, layout };
  return view.filter && isOfPeople(view.filter) ? { ...shown, filter: null, unreadable_filter: true } : shown;
}

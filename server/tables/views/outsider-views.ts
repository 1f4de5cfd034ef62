import { COLOR_RULES_MAX, GROUPS_MAX } from '#lib/contract/table-limits.ts';
import type { ColorRule, View, ViewLayout } from '#lib/contract/table-views.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import type { ItemView } from '#server/items/item/item.repo.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import { columnsOfPeople, withoutPeople } from '../table/people-columns.ts';
import type { Table } from '../table/table.ts';

/** A table as its reader may compare it. */
export const comparedBy = (table: Table, { is_outsider }: Pick<ItemView, 'is_outsider'>): Table =>
  is_outsider ? withoutPeople(table) : table;

/** What somebody sends of a view, by ids of columns. */
type SentComparisons = Record<'sort' | 'group', readonly string[]> & { colors: readonly ColorRule[] };

/**
 * Refuses what somebody outside of the hub sends that compares its people, in the same words whether the view has it already or not:
 * no response reveals what members chose.
 * @throws ApiError 422
 */
export function refuseComparedPeople({ columns, item }: Table, sent: SentComparisons): void {
  if (!item.is_outsider) return;
  const people = columnsOfPeople(columns);
  const named = {
    sort: sent.sort,
    group: sent.group,
    'layout.colors': sent.colors.flatMap(({ filter }) => comparisonsOf(filter).map(({ field }) => field)),
  };
  for (const [path, ids] of Object.entries(named)) {
    const hidden = columns.find(({ field }) => people.has(field.id) && ids.includes(field.id));
    if (hidden)
      throw invalid({ [path]: [`${hidden.field.label} cannot be compared by those outside of the hub`] });
  }
}

const isOf = (people: ReadonlySet<string>, filter: RowCondition) =>
  comparisonsOf(filter).some(({ field }) => people.has(field));

/** A view as somebody outside of the hub sees it: without what is compared with its people. */
export function withoutComparedPeople(table: Table, view: View): View {
  const people = columnsOfPeople(table.columns);
  const { colors, groups_down: down } = view.layout;
  const layout = {
    ...view.layout,
    ...(colors ? { colors: colors.filter(({ filter }) => !isOf(people, filter)) } : {}),
    ...(down ? { groups_down: down.filter((id) => !people.has(id)) } : {}),
  };
  const sort = view.sort.filter((one) => !people.has(one.replace(/^-/, '')));
  const group = view.group.filter((id) => !people.has(id));
  const shown = { ...view, sort, group, layout };
  return view.filter && isOf(people, view.filter)
    ? { ...shown, filter: null, unreadable_filter: true }
    : shown;
}

/**
 * A layout that somebody saves who is not shown what of it compares people: that stays where it was, as far as there is room for it
 * beside theirs. How much room there is would say how many colours they are not shown.
 */
export function withHiddenPeople(table: Table, sent: ViewLayout, before: ViewLayout): ViewLayout {
  const people = columnsOfPeople(table.columns);
  const colors = [...(sent.colors ?? [])];
  const hidden = (before.colors ?? []).filter((one) => isOf(people, one.filter));
  const remaining = hidden.slice(0, Math.max(0, COLOR_RULES_MAX - colors.length));
  const known = new Set(colors.map((one) => JSON.stringify(one)));
  for (const [at, one] of (before.colors ?? []).entries())
    if (remaining.includes(one) && !known.has(JSON.stringify(one))) colors.splice(at, 0, one);
  const { groups_down: wanted = [] } = sent;
  const directions = (before.groups_down ?? []).filter((id) => people.has(id) || wanted.includes(id));
  const down = [...new Set([...directions, ...wanted])].slice(0, GROUPS_MAX);
  return {
    ...sent,
    ...(colors.length > 0 ? { colors } : {}),
    ...(down.length > 0 ? { groups_down: down } : {}),
  };
}

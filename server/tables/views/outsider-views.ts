import { COLOR_RULES_MAX, GROUPS_MAX } from '#lib/contract/table-limits.ts';
import type { ColorRule, View, ViewLayout } from '#lib/contract/table-views.ts';
import type { RowCondition } from '#lib/fields/definition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import * as message from '#lib/text/messages.ts';
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

/** A layout that somebody saves who is not shown what of it compares people: that stays where it was. */
export function withHiddenPeople(table: Table, sent: ViewLayout, before: ViewLayout): ViewLayout {
  const people = columnsOfPeople(table.columns);
  const colors = [...(sent.colors ?? [])];
  const hidden = (before.colors ?? []).filter((one) => isOf(people, one.filter));
  // Whether some of them are the same is not for its maker to learn.
  if (hidden.length > 0 && colors.length + hidden.length > COLOR_RULES_MAX)
    throw invalid({ 'layout.colors': [message.maxCount('Colours', COLOR_RULES_MAX - hidden.length)] });
  const known = new Set(colors.map((one) => JSON.stringify(one)));
  for (const [at, one] of (before.colors ?? []).entries())
    if (hidden.includes(one) && !known.has(JSON.stringify(one))) colors.splice(at, 0, one);
  const { groups_down: wanted = [] } = sent;
  const remaining = (before.groups_down ?? []).filter((id) => people.has(id) || wanted.includes(id));
  const down = [...new Set([...remaining, ...wanted])].slice(0, GROUPS_MAX);
  return {
    ...sent,
    ...(colors.length > 0 ? { colors } : {}),
    ...(down.length > 0 ? { groups_down: down } : {}),
  };
}

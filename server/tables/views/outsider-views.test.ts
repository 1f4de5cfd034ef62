import { expect, it } from 'vitest';
import { COLOR_RULES_MAX } from '#lib/contract/table-limits.ts';
import type { ColorRule } from '#lib/contract/table-views.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { withHiddenPeople } from './outsider-views.ts';

const field: FieldDefinition = { id: 'f_who', name: 'who', label: 'Who', type: 'text' };
const column: TableColumn = { field, name: 'c_1', type: null, revision: 1, options: { type: 'person' } };
const table: Table = {
  item: { id: 'i', hub_id: 'h', space_id: 's', scope_id: 'c', kind: 'table', title: 'Boats' },
  fields: [field],
  columns: [column],
  country: null,
  formulas: {},
};
const byPerson = (at: number): ColorRule => ({
  color: 'red',
  filter: { field: 'f_who', op: 'any_of', value: [`person-${at}`] },
});
const byName = (at: number): ColorRule => ({
  color: 'green',
  filter: { field: 'f_name', op: 'equals', value: `name ${at}` },
});
const several = (count: number, rule: (at: number) => ColorRule) =>
  Array.from({ length: count }, (_, at) => rule(at));

it('puts colours by people back where they were, beside those that somebody sent who is not shown them', () => {
  const before = { colors: [byName(0), byPerson(0), byName(1)] };
  const saved = withHiddenPeople(table, { colors: [byName(0), byName(2)] }, before);
  expect(saved.colors).toEqual([byName(0), byPerson(0), byName(2)]);
});

it('takes every colour that is sent, whatever number of others is not shown, and as many of these as then fit', () => {
  const hidden = 15;
  const free = COLOR_RULES_MAX - hidden;
  const before = { colors: several(hidden, byPerson) };
  const saved = (count: number) =>
    withHiddenPeople(table, { colors: several(count, byName) }, before).colors ?? [];
  for (const [count, remaining] of [
    [free, hidden],
    [free + 1, hidden - 1],
    [COLOR_RULES_MAX, 0],
  ] as const) {
    const colors = saved(count);
    expect(colors).toEqual(expect.arrayContaining(several(count, byName)));
    expect(colors.filter(({ color }) => color === 'red')).toHaveLength(remaining);
  }
});

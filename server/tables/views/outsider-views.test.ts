import { expect, it } from 'vitest';
import { COLOR_RULES_MAX } from '#lib/contract/table-limits.ts';
import type { ColorRule } from '#lib/contract/table-views.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { maxCount } from '#lib/text/messages.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
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

it('refuses as many colours as a view has no place for, whether or not they are among those that are not shown', () => {
  const hidden = 15;
  const free = COLOR_RULES_MAX - hidden;
  const before = { colors: several(hidden, byPerson) };
  expect(withHiddenPeople(table, { colors: several(free, byName) }, before).colors).toHaveLength(
    COLOR_RULES_MAX,
  );
  for (const colors of [several(free + 1, byName), several(free + 1, byPerson)]) {
    let refused: unknown;
    try {
      withHiddenPeople(table, { colors }, before);
    } catch (error) {
      refused = error;
    }
    expect(refused instanceof ApiError && refused.fields).toEqual({
      'layout.colors': [maxCount('Colours', free)],
    });
  }
});

import type { Condition, FieldDefinition } from '#lib/fields/definition.ts';
import { comparisonsOf } from '#lib/fields/resolve-condition.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { peopleColumns } from '../table/people-columns.ts';
import type { Table, TableColumn } from '../table/table.ts';

const CONDITIONS = ['visible_if', 'required_if'] as const;

/** The conditions of a field that compare one of these columns. */
const comparing = (field: Pick<FieldDefinition, (typeof CONDITIONS)[number]>, people: ReadonlySet<string>) =>
  CONDITIONS.filter((key) => {
    const condition: Condition | undefined = field[key];
    return condition !== undefined && comparisonsOf(condition).some((one) => people.has(one.field));
  });

function withoutConditions(
  fields: readonly FieldDefinition[],
  people: ReadonlySet<string>,
): FieldDefinition[] {
  return fields.map((field) => {
    const shown = { ...field };
    for (const key of comparing(field, people)) delete shown[key];
    if (field.fields) shown.fields = withoutConditions(field.fields, people);
    return shown;
  });
}

/**
 * A column's definition as somebody outside of the hub is shown it: without what names people of the hub, also in nested forms,
 * whose fields may compare the columns around them.
 */
export function withoutPeopleParts<Definition extends Omit<FieldDefinition, 'type'>>(
  definition: Definition,
  { options }: Pick<TableColumn, 'options'>,
  columns: readonly TableColumn[],
): Definition {
  const people = peopleColumns(columns);
  const shown = { ...definition };
  if (options.type === 'person') delete shown.default;
  for (const key of comparing(definition, people)) delete shown[key];
  if (definition.fields) shown.fields = withoutConditions(definition.fields, people);
  return shown;
}

/**
 * Nested fields as somebody outside of the hub sends them, with the conditions that they are not shown: where they send none, the
 * known ones stay.
 */
export function withHiddenConditions(
  sent: unknown,
  { field }: TableColumn,
  { item, columns }: Table,
): unknown {
  if (item.is_outsider === false) return sent;
  const people = peopleColumns(columns);
  const complete = (fields: unknown, known: readonly FieldDefinition[] | undefined): unknown => {
    if (!Array.isArray(fields) || !known) return fields;
    return fields.map((one: unknown) => {
      const before = isRecord(one) ? known.find(({ id }) => id === one.id) : undefined;
      if (!isRecord(one) || !before) return one;
      const hidden = comparing(before, people).filter((key) => one[key] === undefined);
      return {
        ...one,
        ...Object.fromEntries(hidden.map((key) => [key, before[key]])),
        ...(one.fields === undefined ? {} : { fields: complete(one.fields, before.fields) }),
      };
    });
  };
  return complete(sent, field.fields);
}

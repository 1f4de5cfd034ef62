import type { FieldDefinition } from '#lib/fields/definition.ts';
import type { Table } from './table.ts';

function optional(field: FieldDefinition): FieldDefinition {
  const { required_if: _, ...rest } = field;
  return { ...rest, required: false };
}

/**
 * A contact list that requires nothing of its people, for imports and what undoes their merges: address books have people
 * with a name and a number alone, and anybody who sends a card is not the one who could add what the list requires. They are
 * stored, and what is missing is asked for when they are changed.
 */
export function withoutRequired(table: Table): Table {
  const fields = new Map(table.fields.map((field) => [field.id, optional(field)]));
  const ownField = (field: FieldDefinition) => fields.get(field.id) ?? field;
  return {
    ...table,
    fields: table.fields.map(ownField),
    columns: table.columns.map((column) => ({ ...column, field: ownField(column.field) })),
  };
}

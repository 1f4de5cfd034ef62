import { type ColumnType, engineColumns } from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { isMappable, type MappedColumn } from './mapped-values.ts';

/** A column as the contract has it. */
type TableColumn = Omit<FieldDefinition, 'type'> & { type: ColumnType; revision?: number };

/** The columns of a table that a form's values may go into. */
export const mappedColumnsOf = (columns: readonly TableColumn[]): MappedColumn[] => [
  ...engineColumns(columns).map(({ column_type, revision: _, ...column }) => ({
    ...column,
    isWritable: column_type !== 'person' && column.formula === undefined,
  })),
  ...columns.flatMap(({ id, name, label, type }): MappedColumn[] =>
    type === 'link'
      ? [{ id, name, label, type: 'text', multiple: true, isWritable: true, isLink: true }]
      : [],
  ),
];

/** Columns for a form's fields: what one submission may leave out, a row may too. */
export const columnsOfFields = (fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.filter(isMappable).map(({ id, name, label, type, help, options, multiple, allow_other }) => ({
    ...{ id, name, label, type, required: false },
    ...(help ? { help } : {}),
    ...(options ? { options } : {}),
    ...(multiple ? { multiple } : {}),
    ...(allow_other ? { allow_other } : {}),
  }));

/** Fields for the columns of a table that people fill in. */
export const fieldsOfColumns = (columns: readonly TableColumn[]): FieldDefinition[] =>
  mappedColumnsOf(columns)
    .filter(({ isWritable, isLink }) => isWritable && isLink !== true)
    .map(({ id, name, label, type, required, placeholder, help, options, rules, multiple, allow_other }) => ({
      ...{ id, name, label, type },
      ...(required === undefined ? {} : { required }),
      ...(placeholder ? { placeholder } : {}),
      ...(help ? { help } : {}),
      ...(options ? { options } : {}),
      ...(rules ? { rules } : {}),
      ...(multiple ? { multiple } : {}),
      ...(allow_other ? { allow_other } : {}),
    }));

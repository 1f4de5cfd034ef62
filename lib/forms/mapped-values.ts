import type { InputFormat } from '#lib/fields/ambiguous-text.ts';
import type { TableType } from '#lib/fields/column-base.ts';
import { parseColumnText } from '#lib/fields/column-text.ts';
import type { FieldDefinition, Values } from '#lib/fields/definition.ts';
import { isChoice, isList } from '#lib/fields/field-types.ts';
import { ownValue } from '#lib/fields/own-value.ts';

type Field = Pick<FieldDefinition, 'id' | 'name' | 'label' | 'type' | 'multiple' | 'options'>;
/** A column; `isWritable` is false for what is computed, and for what refers to people. A link takes a choice of rows. */
export type MappedColumn = FieldDefinition & {
  isWritable: boolean;
  isLink?: boolean;
  /** The type that only tables have. */
  tableType?: TableType | null;
};

/** A nested form is more than a cell. */
export const isMappable = ({ type }: Pick<Field, 'type'>): boolean => type !== 'form';

const TEXTS: ReadonlySet<string> = new Set(['text', 'textarea']);

/** Whether values of a field may go into a column; texts take everything. */
export function fitsColumn(field: Field, column: MappedColumn): boolean {
  if (!isMappable(field) || !column.isWritable || !isMappable(column)) return false;
  if (column.isLink) return isChoice(field);
  if (field.type === 'file') return column.type === 'file';
  if (TEXTS.has(column.type) || column.type === field.type) return true;
  if (isChoice(column)) return isChoice(field) || TEXTS.has(field.type);
  if (TEXTS.has(field.type)) return column.type !== 'json';
  return column.type === 'datetime' && field.type === 'date';
}

/** The column for each field that has the same name or label: every column once. */
export function suggestMapping(
  fields: readonly Field[],
  columns: readonly MappedColumn[],
): Record<string, string> {
  const mapping: Record<string, string> = {};
  const taken = new Set<string>();
  const key = (text: string) => text.trim().toLowerCase();
  const alike: ((field: Field, column: Field) => boolean)[] = [
    (field, column) => field.id === column.id,
    (field, column) => key(field.label) === key(column.label),
    (field, column) => key(field.name) === key(column.name),
  ];
  for (const isAlike of alike)
    for (const field of fields) {
      if (mapping[field.id]) continue;
      const column = columns.find(
        (one) => !taken.has(one.id) && fitsColumn(field, one) && isAlike(field, one),
      );
      if (!column) continue;
      mapping[field.id] = column.id;
      taken.add(column.id);
    }
  return mapping;
}

/** An option's label in a text, its id in another list of options: the same id, or the one of the same label. */
function asOption(field: Field, column: MappedColumn, value: unknown): unknown {
  const label = field.options?.find(({ id }) => id === value)?.label;
  if (!isChoice(column)) return label ?? value;
  const options = column.options ?? [];
  if (options.some(({ id }) => id === value)) return value;
  return options.find((option) => option.label === (label ?? value))?.id ?? label ?? value;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function mappedValue(field: Field, column: MappedColumn, value: unknown, writtenIn: InputFormat): unknown {
  if (column.isLink) return Array.isArray(value) ? value : [value];
  // What was typed as a text is read as an import reads it; what it can't be read as, the column refuses.
  if (TEXTS.has(field.type) && !TEXTS.has(column.type) && typeof value === 'string')
    return parseColumnText(column, column.tableType ?? null, value, writtenIn).value;
  const list = (Array.isArray(value) ? value : [value]).map((one) => asOption(field, column, one));
  if (isList(column)) return TEXTS.has(column.type) ? list.map(asText) : list;
  if (TEXTS.has(column.type)) return list.map(asText).join(', ');
  return list.length === 1 ? list[0] : isList(field) ? list : value;
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** A mapping without fields that are not there any more, and without columns that were deleted or take no values of theirs. */
export const fittingMapping = (
  { fields, columns }: { fields: readonly Field[]; columns: readonly MappedColumn[] },
  mapping: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(mapping).filter(([fieldId, columnId]) => {
      const field = fields.find(({ id }) => id === fieldId);
      const column = columns.find(({ id }) => id === columnId);
      return field && column && fitsColumn(field, column);
    }),
  );

/** Columns that a row needs a value in and that no field fills: a row without them is refused. */
export const unfilledColumns = (
  columns: readonly MappedColumn[],
  mapping: Readonly<Record<string, string>>,
): MappedColumn[] => {
  const filled = new Set(Object.values(mapping));
  return columns.filter(
    (column) =>
      column.required !== false &&
      !column.visible_if &&
      column.default === undefined &&
      column.isLink !== true &&
      column.formula === undefined &&
      !filled.has(column.id),
  );
};

/** Fields that are mapped to a column which takes no values of theirs any more; it is undefined where it was deleted. */
export function misfits<OfForm extends Field>(
  { fields, columns }: { fields: readonly OfForm[]; columns: readonly MappedColumn[] },
  mapping: Readonly<Record<string, string>>,
): { field: OfForm; column: MappedColumn | undefined }[] {
  return fields.flatMap((field) => {
    const id = ownValue(mapping, field.id);
    if (id === undefined) return [];
    const column = columns.find((one) => one.id === id);
    return column && fitsColumn(field, column) ? [] : [{ field, column }];
  });
}

/**
 * The values of a row that a submission's values make, by the names of the columns. What has no value is not named,
 * so that a row that is changed keeps what it has.
 * @param writtenIn the format of numbers and days in texts
 */
export function mappedValues(
  { fields, columns }: { fields: readonly Field[]; columns: readonly MappedColumn[] },
  mapping: Readonly<Record<string, string>>,
  values: Values,
  writtenIn: InputFormat = {},
): Values {
  const row: Values = {};
  for (const field of fields) {
    const column = columns.find(({ id }) => id === mapping[field.id]);
    if (!column || !fitsColumn(field, column)) continue;
    const value = ownValue(values, field.name);
    if (isEmpty(value)) continue;
    row[column.name] = mappedValue(field, column, value, writtenIn);
  }
  return row;
}

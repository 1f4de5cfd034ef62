import type { Row, WireColumn } from '#lib/contract/table.ts';
import { amountText } from '#lib/fields/amount-text.ts';
import { displayNumber, displayTime } from '#lib/fields/display-value.ts';
import { isChoice } from '#lib/fields/field-types.ts';
import { formatNumber } from '#lib/fields/number-text.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { type GridColumn, writtenAs } from '../columns/grid-columns.ts';

/** What the text of a cell depends on besides its value. */
export type CellContext = {
  /** Of numbers and times. */
  locale: string;
  timeZone?: string | undefined;
  /** The names of people by their ids. */
  people: ReadonlyMap<string, string>;
  /** What stands for a row or a person that the reader may not see. */
  restricted: string;
  /** Where a file of a row is read; by default among the files of its table. */
  fileUrl?: (id: string) => string;
  /** The page of a row of another table; where there is none, linked rows are their titles alone. */
  rowAddress?: (tableId: string, rowId: string) => string;
};

/** What of a row its texts depend on. */
type TextRow = Pick<Row, 'files' | 'linked' | 'people' | 'created_by' | 'updated_by'>;

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The name of a person: of the hub's members as they are loaded, else as the row has it. A text that named no member when the
 * column became one of people stays as it is.
 */
function personName(id: string, row: TextRow, { people, restricted }: CellContext): string {
  const known = [row.created_by, row.updated_by].find((one) => one.id === id);
  return people.get(id) ?? row.people?.[id] ?? known?.name ?? (ID.test(id) ? restricted : id);
}

/** What a value is written by. */
type Written = Pick<GridColumn, 'field' | 'tableType'> & { column: Pick<WireColumn, 'currency'> };

/** One value of a cell, as people read it. */
export const valueText = (column: GridColumn, row: TextRow, value: unknown, context: CellContext): string =>
  writtenText(writtenAs(column), row, value, context);

function writtenText(
  { field, tableType, column: written }: Written,
  row: TextRow,
  value: unknown,
  context: CellContext,
): string {
  if (value === undefined || value === null) return '';
  if (tableType === 'attachment' || field.type === 'file') {
    const id = isRecord(value) ? value.file_id : value;
    const name = isRecord(value) ? value.name : row.files?.[String(id)]?.name;
    return typeof name === 'string' ? name : String(id);
  }
  if (tableType === 'link') {
    const linked = row.linked?.[String(value)];
    if (linked && 'title' in linked) return linked.title;
    // The mark of a list that was cut.
    return value === '…' ? value : context.restricted;
  }
  if (tableType === 'person' || tableType === 'created_by' || tableType === 'updated_by')
    return personName(String(value), row, context);
  if (isChoice(field)) return field.options?.find(({ id }) => id === value)?.label ?? String(value);
  if (typeof value === 'number') {
    const amount = amountText(value, tableType, written.currency, context.locale);
    return amount ?? displayNumber(value, context.locale);
  }
  const { type } = field;
  if ((type === 'date' || type === 'time' || type === 'datetime') && typeof value === 'string')
    return displayTime(type, value, context.locale, context.timeZone);
  if (field.type === 'form' && isRecord(value)) {
    const parts = (field.fields ?? []).flatMap((inner) =>
      valuesOf(value[inner.name]).map((one) =>
        writtenText({ field: inner, tableType: null, column: {} }, row, one, context),
      ),
    );
    return parts.filter(Boolean).join(', ');
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The values of a cell: one, or those of a list. */
export const valuesOf = (value: unknown): unknown[] =>
  value === undefined || value === null || value === '' ? [] : Array.isArray(value) ? value : [value];

const jsonText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** A whole cell, as people read it. */
export const cellText = (column: GridColumn, row: Row, value: unknown, context: CellContext): string =>
  column.field.type === 'json'
    ? jsonText(value)
    : valuesOf(value)
        .map((one) => valueText(column, row, one, context))
        .join('; ');

/** Whether a cell shows a text, which is in lower case. */
export const hasText = (column: GridColumn, row: Row, text: string, context: CellContext): boolean =>
  text !== '' && cellText(column, row, row.values[column.name], context).toLowerCase().includes(text);

/** A whole cell as another program reads it, and this one again: numbers without groups, days and times as ISO 8601 has them. */
export function copiedText(column: GridColumn, row: Row, value: unknown, context: CellContext): string {
  const { tableType, field } = writtenAs(column);
  if (field.type === 'form') return jsonText(value);
  if (typeof value === 'number' && tableType !== 'duration') return formatNumber(value, context.locale);
  if (typeof value === 'string' && (field.type === 'date' || field.type === 'time')) return value;
  if (typeof value === 'string' && field.type === 'datetime') return value;
  return cellText(column, row, value, context);
}

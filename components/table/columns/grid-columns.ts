import type { WireColumn } from '#lib/contract/table.ts';
import {
  engineType,
  hasSeveral,
  isVirtualColumn,
  TABLE_TYPES,
  type TableType,
} from '#lib/fields/column-base.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';

/** A column as the grid shows it. */
export type GridColumn = {
  id: string;
  name: string;
  label: string;
  /** As the API has it. */
  column: WireColumn;
  /** As the field engine reads it: what its values are edited, parsed and written by. */
  field: FieldDefinition;
  /** Its type of those that only tables have. */
  tableType: TableType | null;
  /** Of a lookup or rollup: the column of the linked table as which its values are written. */
  source?: Pick<GridColumn, 'column' | 'field' | 'tableType'>;
  /** Nobody writes its values. */
  isComputed: boolean;
  /** Its values are aligned to the end. */
  isNumeric: boolean;
  /** Pixels. */
  width: number;
  isFrozen: boolean;
};

/** How a view shows a column. */
export type ColumnLook = {
  id: string;
  hidden?: boolean | undefined;
  width?: number | undefined;
  frozen?: boolean | undefined;
};

export const COLUMN_WIDTH_MIN = 60;
export const COLUMN_WIDTH_MAX = 1000;
/** A width that a column may have. */
export const boundedWidth = (width: number): number =>
  Math.round(Math.max(COLUMN_WIDTH_MIN, Math.min(COLUMN_WIDTH_MAX, width)));
const WIDTHS: Partial<Record<string, number>> = {
  textarea: 280,
  number: 140,
  date: 140,
  time: 110,
  datetime: 200,
  created_at: 200,
  updated_at: 200,
  auto_number: 110,
  rating: 130,
  currency: 160,
  percent: 120,
  duration: 130,
  email: 220,
  url: 220,
  link: 220,
  form: 240,
};
const WIDTH = 180;
/** The first column names the row, and stays where the others are scrolled. */
const FIRST_WIDTH = 220;

/** A width for the values of a type at which a short label is whole, too, beside its icon and its menu. */
const widthFor = ({ type, label }: WireColumn, isFirst: boolean): number =>
  Math.max(WIDTHS[type] ?? (isFirst ? FIRST_WIDTH : WIDTH), Math.min(FIRST_WIDTH, 84 + 8 * label.length));

const NUMBER_TYPES: ReadonlySet<string> = new Set([
  ...['number', 'auto_number', 'currency', 'percent', 'duration'],
]);

const isNumber = (columns: readonly WireColumn[]) => {
  const names = new Set(
    columns.flatMap(({ name, type }) => (NUMBER_TYPES.has(type) || type === 'rating' ? [name] : [])),
  );
  return (name: string) => names.has(name);
};

/** What is written as the column of a linked table that it shows, is written by this; other columns by themselves. */
export const writtenAs = (column: GridColumn): Pick<GridColumn, 'column' | 'field' | 'tableType'> =>
  column.source ?? column;

function sourceOf({ shown_as, ...own }: WireColumn, hasNumbers: (name: string) => boolean) {
  if (!shown_as) return null;
  // Values of several in a cell are shown one by one, too.
  const { multiple: _, ...shown } = shown_as;
  const column: WireColumn = { ...own, ...shown };
  return { column, ...describe(column, hasNumbers) };
}

/** Of a rollup: what it counts or adds up is a number, also where it is written by itself. */
const isTotal = ({ type, function: name }: WireColumn): boolean =>
  type === 'rollup' && (name === 'count' || name === 'sum' || name === 'avg');

function describe(column: WireColumn, hasNumbers: (name: string) => boolean) {
  const tableType = TABLE_TYPES.find((one) => one === column.type) ?? null;
  const type = engineType(column, hasNumbers);
  const { type: _, ...others } = column;
  const field: FieldDefinition = { ...others, type, multiple: hasSeveral(column) };
  const isComputed =
    tableType === 'formula' ||
    column.formula !== undefined ||
    (tableType !== null && tableType !== 'link' && isVirtualColumn({ type: tableType }));
  return { tableType, field, isComputed, isNumeric: type === 'number' && tableType !== 'rating' };
}

/** All columns as the grid shows them, hidden ones included, in the order of a view: columns that it does not name come last. */
export function orderedColumns(
  columns: readonly WireColumn[],
  looks: readonly ColumnLook[],
): (GridColumn & { isHidden: boolean })[] {
  const hasNumbers = isNumber(columns);
  const place = new Map(looks.map(({ id }, at) => [id, at]));
  const ordered = columns.toSorted(
    (one, other) => (place.get(one.id) ?? looks.length) - (place.get(other.id) ?? looks.length),
  );
  const isChosen = looks.some(({ frozen }) => frozen !== undefined);
  return ordered.map((column, at) => {
    const look = looks[place.get(column.id) ?? -1];
    const width = look?.width ?? widthFor(column, at === 0);
    const source = sourceOf(column, hasNumbers);
    return {
      ...describe(column, hasNumbers),
      ...(source ? { source, isNumeric: source.isNumeric } : isTotal(column) ? { isNumeric: true } : {}),
      id: column.id,
      name: column.name,
      label: column.label,
      column,
      width: Math.max(COLUMN_WIDTH_MIN, Math.min(width, COLUMN_WIDTH_MAX)),
      isFrozen: look?.frozen ?? (!isChosen && at === 0),
      isHidden: look?.hidden === true,
    };
  });
}

/** The columns that are shown: frozen ones first. */
export function shownColumns(
  columns: readonly WireColumn[],
  looks: readonly ColumnLook[] = [],
): GridColumn[] {
  const shown = orderedColumns(columns, looks).filter(({ isHidden }) => !isHidden);
  return [...shown.filter(({ isFrozen }) => isFrozen), ...shown.filter(({ isFrozen }) => !isFrozen)];
}

/** The columns that the rows of a view are grouped by, also where they are hidden; without those that the reader may not read. */
export function groupColumns(columns: readonly WireColumn[], ids: readonly string[]): GridColumn[] {
  if (ids.length === 0) return [];
  const all = shownColumns(columns).filter(({ column }) => !column.restricted && !column.untitled);
  return ids.flatMap((id) => all.find((one) => one.id === id) ?? []);
}

/** Where each column begins, in pixels after the column of actions; the last number is the width of all. */
export function columnStarts(columns: readonly GridColumn[]): number[] {
  const starts = [0];
  for (const { width } of columns) starts.push((starts.at(-1) ?? 0) + width);
  return starts;
}

/** The first and the last column, that one excluded, which are seen between two positions. */
export function columnsBetween(starts: readonly number[], from: number, to: number): [number, number] {
  const count = starts.length - 1;
  let first = 0;
  while (first < count && (starts[first + 1] ?? 0) <= from) first += 1;
  let last = first;
  while (last < count && (starts[last] ?? 0) < to) last += 1;
  return [first, last];
}

import { isVirtualColumn } from '#lib/fields/column-base.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { hubInputFormat } from '#server/hubs/hub/hub-locale.ts';
import { namesInHub } from '#server/hubs/members/member.repo.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { type LinkedValues, readLinkedValues } from '../rows/linked-values.ts';
import { peopleOfLines } from '../rows/people-by-names.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { systemValue } from '../rows/system-value.ts';
import { withFormulas } from '../rows/with-formulas.ts';
import { namesOf } from '../table/cell-text.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { tableBusy } from './change-columns.ts';
import { columnsBehind, isComputedWhenShown, refuseCutValues } from './computed-columns.ts';
import { convertedValue, namesPeople, shownText, type ValueConversion } from './convert-value.ts';
import { withColumns } from './plan-column.ts';

/** A change of a column, for those who read what it shows. */
export type Conversion = Pick<ValueConversion, 'country' | 'writtenIn'> & {
  from: TableColumn;
  to: TableColumn;
  /** The columns that are read for what it shows. */
  table: Table;
  reader: Caller;
};

const isLookedUp = ({ options: { type } }: TableColumn) => type === 'lookup' || type === 'rollup';

/** @param reader the person who changes the column: what they see is what it has from then on */
export async function prepareConversion(
  database: Database | Transaction,
  reader: Caller,
  table: Table,
  from: TableColumn,
  to: TableColumn,
): Promise<Conversion> {
  const writtenIn = await hubInputFormat(database, table.item.hub_id);
  const read = isComputedWhenShown(table, from) ? withColumns(table, columnsBehind(table, from)) : table;
  return { from, to, table: read, reader, writtenIn, country: table.country };
}

type StoredRow = Pick<TableRow, 'id' | 'values' | 'files'>;

type Shown = {
  /** The column whose values these are. */
  source: Pick<TableColumn, 'field' | 'options'>;
  values: readonly unknown[];
  names: ReadonlyMap<string, string>;
};

/** Whether something is hidden now that could be read when the change was allowed: a table in the trash, a right. */
const isPartlyHidden = ({ restricted, linked }: LinkedValues): boolean =>
  restricted.length > 0 || Object.values(linked).some((row) => 'restricted' in row);

/**
 * Values that are computed whenever they are shown.
 * @throws ApiError 409 where not all of them can be read now, and 422 where not all of them are shown
 */
async function computedValues(
  database: Database | Transaction,
  { from, table, reader }: Conversion,
  rows: readonly TableRow[],
): Promise<Shown> {
  const own = new Map<string, string>();
  for (const { created_by, creator_name, updated_by, changer_name } of rows) {
    if (created_by) own.set(created_by, creator_name);
    if (updated_by) own.set(updated_by, changer_name);
  }
  const isOfRow = !isLookedUp(from) && isVirtualColumn(from.options);
  if (isOfRow) return { source: from, values: rows.map((row) => systemValue(from, row)), names: own };
  const linked = await readLinkedValues(database, reader, table, rows);
  if (isPartlyHidden(linked)) throw tableBusy();
  const ids = rows.map(({ id }) => id);
  await refuseCutValues(database, table.columns, ids);
  const values = rows.map((row) => {
    const shown: Values = { ...row.values, ...linked.values.get(row.id) };
    for (const column of table.columns) {
      const value = systemValue(column, row);
      if (value !== undefined) shown[column.field.name] = value;
    }
    return ownValue(withFormulas(table, row, shown, linked), from.field.name);
  });
  const files = [...linked.files.values()].map(({ id, name }): [string, string] => [id, name]);
  const titles = linked.names.get(from.field.name) ?? [];
  return {
    source: linked.sources.get(from.field.id) ?? from,
    values,
    names: new Map([...own, ...linked.namesById, ...files, ...titles]),
  };
}

async function storedValues(
  database: Database | Transaction,
  { from, table }: Conversion,
  rows: readonly StoredRow[],
): Promise<Shown> {
  const values = rows.map((row) => ownValue(row.values, from.field.name));
  if (from.options.type !== 'person') return { source: from, values, names: new Map() };
  const ids = values.flat().filter((one): one is string => typeof one === 'string' && isId(one));
  return { source: from, values, names: await namesInHub(database, table.item.hub_id, [...new Set(ids)]) };
}

/** A value of a row before and after a change of its column. */
type ConvertedValue = {
  id: string;
  /** Before; what has only ids as they are shown. */
  shown: unknown;
  next: unknown;
};

async function convertShown(
  database: Database | Transaction,
  { from, to, table, reader, country, writtenIn }: Conversion,
  rows: readonly StoredRow[],
  { source, values, names }: Shown,
): Promise<ConvertedValue[]> {
  const isComputed = isComputedWhenShown(table, from);
  const one: ValueConversion = { from: source, to, isComputed, country, writtenIn };
  const namesIn = rows.map(({ files }) =>
    files && files.length > 0 ? new Map([...names, ...namesOf(files)]) : names,
  );
  const texts = values.map((value, at) =>
    value === undefined || value === null ? '' : shownText(one, value, namesIn[at] ?? names),
  );
  const lines = texts.map((text) => [text]);
  const people = namesPeople(one)
    ? await peopleOfLines(database, withColumns(table, [to]), [to.field], lines, reader.user?.id ?? null)
    : new Map<string, string[]>();
  return rows.map(({ id }, at) => {
    const value = values[at];
    const next = convertedValue(one, value, namesIn[at] ?? names, people);
    return { id, shown: typeof value === 'string' ? texts[at] : value, next };
  });
}

/** What a column's values become, row by row. */
export async function convertColumn(
  database: Database | Transaction,
  conversion: Conversion,
  rows: readonly TableRow[],
): Promise<ConvertedValue[]> {
  const { table, from, to } = conversion;
  // A formula is computed again after the change: nothing of before stays.
  if (to.field.formula !== undefined && isComputedWhenShown(table, from))
    return rows.map(({ id }) => ({ id, shown: undefined, next: undefined }));
  const read = isComputedWhenShown(table, from) ? computedValues : storedValues;
  return convertShown(database, conversion, rows, await read(database, conversion, rows));
}

/** The same of a column whose values are stored, for rows of which nothing else is read. */
export async function convertStored(
  database: Database | Transaction,
  conversion: Conversion,
  rows: readonly StoredRow[],
): Promise<ConvertedValue[]> {
  return convertShown(database, conversion, rows, await storedValues(database, conversion, rows));
}

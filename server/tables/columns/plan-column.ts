import { sql } from 'kysely';
import type { ColumnInput } from '#lib/contract/column-request.ts';
import { COLUMN_TYPES, isVirtualColumn } from '#lib/fields/column-base.ts';
import { type ColumnOptions, canBeUnique, joinColumn } from '#lib/fields/column-types.ts';
import { dateFormatOf } from '#lib/fields/comparison.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { FIELD_TYPES, isChoice, rulesFor } from '#lib/fields/field-types.ts';
import { colorsOfOptions } from '#lib/fields/option-colors.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { invalid, notFound } from '#server/platform/http/api-error.ts';
import { columnRef, isStored, rowTableOf, type Table, type TableColumn } from '../table/table.ts';
import { readSentColumn, type SentColumn } from './column-definition.ts';
import { checkedLookup } from './column-links.ts';
import { refuseHiddenValues } from './computed-columns.ts';
import { refuseDeletedIds } from './deleted-ids.ts';
import { refuseHiddenPeople } from './hidden-people.ts';
import { withHubCurrency } from './hub-currency.ts';
import { type OptionChange, optionChange } from './option-changes.ts';
import { withHiddenConditions } from './people-parts.ts';
import { readWith } from './read-columns.ts';

/** The table with other columns. */
export const withColumns = (table: Table, columns: readonly TableColumn[]): Table => ({
  ...table,
  columns,
  fields: columns.map(({ field }) => field),
});

const hasValue = (value: unknown) => value !== undefined && value !== null;

/** A column with the given changes, and without what is null; its id and its links stay. */
function changedDefinition({ field, options }: TableColumn, input: ColumnInput): ColumnInput {
  const { before: _, id: __, revision: ___, changing: ____, ...change } = input;
  const { changing: _____, unique_pending: ______, ...own } = options;
  const known = joinColumn(field, own);
  const type = COLUMN_TYPES.find((one) => one === change.type);
  const isOther = type !== undefined && type !== known.type;
  const { link, side, table, opposite } = options;
  const ofLink = options.type === 'link' ? { link, side, table, opposite } : {};
  const merged: ColumnInput = { ...known, ...change, ...ofLink, id: field.id };
  if (isOther) {
    // What the new type does not have is removed, unless it was given with it.
    const base = FIELD_TYPES.find((one) => one === type);
    const rules = base ? rulesFor({ ...field, type: base }) : [];
    if (change.rules === undefined)
      merged.rules = base ? known.rules?.filter(({ rule }) => rules.includes(rule)) : undefined;
    if (known.type === 'formula' && change.formula === undefined) delete merged.formula;
    if (change.default === undefined) delete merged.default;
    if (change.default_from === undefined) delete merged.default_from;
    if (change.multiple === undefined && (!base || isChoice({ type: base }))) delete merged.multiple;
  }
  // Those of options that this change removes.
  if (change.option_colors === undefined && known.option_colors)
    merged.option_colors = colorsOfOptions(known.option_colors, merged.options);
  if (change.unique === undefined && !canBeUnique(merged)) delete merged.unique;
  // Who makes it one or several may not be shown the person by default.
  if (options.type === 'person' && change.default === undefined && hasValue(merged.default)) {
    const people = [merged.default].flat();
    if (merged.multiple === true) merged.default = people;
    else if (people.length === 1) merged.default = people[0];
    else delete merged.default;
  }
  // One default takes the place of the other.
  if (hasValue(change.default) && change.default_from === undefined) delete merged.default_from;
  if (hasValue(change.default_from) && change.default === undefined) delete merged.default;
  if (hasValue(merged.formula) && change.default_from === undefined) delete merged.default_from;
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** In how many rows a column has something. */
export async function countFilled(trx: Transaction, itemId: string, column: TableColumn): Promise<number> {
  if (!isStored(column)) return 0;
  const inExtra = sql`extra ? ${column.name}::text`;
  const filled = column.type === null ? inExtra : sql`(${columnRef(column)} is not null or ${inExtra})`;
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${rowTableOf(itemId)} where ${filled}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/**
 * A column that has values does not become one that nobody writes: they would be lost.
 * @throws ApiError 422
 */
async function refuseChange(
  trx: Transaction,
  itemId: string,
  column: TableColumn,
  { definition, options }: SentColumn,
): Promise<void> {
  const isOther = options.type !== column.options.type;
  if (isOther && (column.options.type === 'link' || options.type === 'link'))
    throw invalid({ type: ['A link stays a link. Add a new column'] });
  const becomesFormula = definition.formula !== undefined && column.field.formula === undefined;
  if (!becomesFormula && !(isOther && isVirtualColumn(options))) return;
  if ((await countFilled(trx, itemId, column)) === 0) return;
  const isOfFormula = becomesFormula && options.type !== 'formula';
  throw invalid({
    [isOfFormula ? 'formula' : 'type']: [
      'This column has values, which computed ones would replace. Add a new column',
    ],
  });
}

/** What decides how a column's values are read, stored and computed, beside the options of a choice. */
const kindOf = ({ field, options }: Pick<TableColumn, 'field' | 'options'>) =>
  JSON.stringify([
    options.type,
    field.type,
    field.multiple ?? false,
    field.fields,
    field.formula,
    dateFormatOf(field),
  ]);

type Kind = Pick<TableColumn, 'field' | 'options'>;

/**
 * What a change of a column is about: `values`, which are converted or computed again; `texts`, of which some may be options
 * of a choice from now on (`becomeOptions`); or `none`.
 */
export function valueChange(table: Pick<Table, 'fields'>, before: Kind, after: Kind): OptionChange {
  if (isVirtualColumn(before.options) && isVirtualColumn(after.options)) return 'none';
  return kindOf(before) === kindOf(after) ? optionChange(table, before, after) : 'values';
}

/** A column, and its place. @throws ApiError 404 */
export function findColumn({ columns }: Table, id: string): { column: TableColumn; at: number } {
  const at = columns.findIndex(({ field }) => field.id === id);
  const column = columns[at];
  if (!column) throw notFound('This column');
  return { column, at };
}

/** Whether a column reads what it read before, so that neither its rights nor its circles are asked for again. */
const readsTheSame = (one: ColumnOptions, other: ColumnOptions): boolean =>
  one.type === other.type &&
  one.via === other.via &&
  one.of === other.of &&
  one.function === other.function &&
  one.table === other.table;

/** A column's definition after a change. @throws ApiError 409 and 422 as `changeColumn` does */
export async function plannedColumn(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  at: number,
  input: ColumnInput,
): Promise<{ column: TableColumn; field: FieldDefinition; options: ColumnOptions }> {
  const column = table.columns[at];
  if (!column) throw notFound('This column');
  const { fields } = input;
  const known =
    fields === undefined ? input : { ...input, fields: withHiddenConditions(fields, column, table) };
  const sent = changedDefinition(column, known);
  const [completed] = await withHubCurrency(trx, table.item.hub_id, [sent]);
  const { definition, options: sentOptions } = readSentColumn(completed ?? sent, table.fields);
  const options = readsTheSame(sentOptions, column.options)
    ? sentOptions
    : await checkedLookup(trx, caller, table, column.field.id, sentOptions);
  await refuseChange(trx, table.item.id, column, { definition, options });
  const field = readWith([...table.fields.slice(0, at), definition, ...table.fields.slice(at + 1)], at)[at];
  if (!field) throw new Error('a column that was read is there');
  await refuseDeletedIds(trx, table.item.id, field, column.field);
  // What a formula shows is computed again whenever it changes: nothing of before is stored.
  if (definition.formula === undefined && !isVirtualColumn(options)) {
    const isOther = options.type !== column.options.type || column.field.formula !== undefined;
    if (isOther) await refuseHiddenValues(trx, caller, table, column);
    if (valueChange(table, column, { field, options }) === 'values')
      await refuseHiddenPeople(trx, caller, table, column, options.type === 'person');
  }
  return { column, field, options };
}

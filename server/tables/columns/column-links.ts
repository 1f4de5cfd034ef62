import { sql } from 'kysely';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { isShownThroughLinks } from '#lib/fields/column-kinds.ts';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { SignedIn } from '#server/items/item/item.service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { ApiError, conflict, invalid } from '#server/platform/http/api-error.ts';
import { linkedTable } from '../rows/row-links.ts';
import { tablesOf } from '../table/linked-sources.ts';
import { findTable, type Table, type TableColumn } from '../table/table.ts';
import { insertColumn, newColumnName } from './column.repo.ts';
import { moveToDeletedColumns } from './deleted-column.repo.ts';
import { lockLookups, refuseLongChain } from './lookup-chain.ts';

/** A table that a column links to, locked for a change of its columns; null where there is none that the caller may change. */
export async function changeableLinkedTable(
  trx: Transaction,
  caller: Caller,
  table: Table,
  itemId: string,
): Promise<Table | null> {
  if (itemId === table.item.id) return table;
  try {
    const item = authorizeItem(await itemById(trx, caller, itemId), 'item.change');
    return item.hub_id === table.item.hub_id ? await findTable(trx, item, 'columns') : null;
  } catch (error) {
    // A lost connection, or a lock that is not free, says nothing about rights.
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}

/** A name and label that a table's other columns don't have. */
function freeName({ fields }: Table, taken: ReadonlySet<string>): string {
  const names = new Set([...taken, ...fields.map(({ name }) => name)]);
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? 'linked' : `linked_${n}`;
    if (!names.has(name)) return name;
  }
}

/**
 * Adds the opposite column of a new link to the linked table.
 * @returns the options of the new link
 * @throws ApiError 422 for a table that the caller may not change, or that is full
 */
export async function addOppositeColumn(
  trx: Transaction,
  caller: Caller,
  table: Table,
  field: FieldDefinition,
  { table: target = '' }: ColumnOptions,
): Promise<ColumnOptions> {
  const other = await changeableLinkedTable(trx, caller, table, target);
  // The same whether it is there or not.
  if (!other) throw invalid({ table: ['There is no such table that you may change'] });
  if (other.columns.length + (other === table ? 1 : 0) >= COLUMNS_MAX)
    throw invalid({ table: [`The linked table has ${COLUMNS_MAX} columns already`] });
  const name = await newColumnName(trx, other.item.id);
  if (name === null) throw invalid({ table: ['The linked table had too many columns in its life'] });
  const link = newId();
  const opposite: FieldDefinition = {
    id: newId(),
    name: freeName(other, new Set([field.name])),
    label: table.item.title,
    type: 'text',
    required: false,
    multiple: true,
  };
  const options: ColumnOptions = {
    type: 'link',
    table: table.item.id,
    opposite: field.id,
    link,
    side: 'other',
  };
  const column: TableColumn = { field: opposite, name, type: null, revision: 1, options };
  await insertColumn(trx, other.item.id, column, other.columns.length + 2);
  return { type: 'link', table: other.item.id, opposite: opposite.id, link, side: 'one' };
}

/**
 * Deletes the opposite of a link column that is deleted, where the caller may change that table; otherwise it stays and continues
 * showing the links. These stay in either case: both columns can be restored.
 * @returns the table of the link without what was deleted of it
 */
export async function removeOpposite(
  trx: Transaction,
  caller: SignedIn,
  table: Table,
  column: TableColumn,
): Promise<Table> {
  const { type, link, opposite, table: target } = column.options;
  if (type !== 'link' || !link || !target || opposite === undefined) return table;
  const other = await changeableLinkedTable(trx, caller, table, target);
  const theirs = other?.columns.find(({ field }) => field.id === opposite);
  if (!other || !theirs) {
    await sql`update table_column set options = options - 'opposite'
      where item_id = ${target}::uuid and column_id = ${opposite}`.execute(trx);
    return table;
  }
  await moveToDeletedColumns(trx, other, theirs, caller.user.id);
  if (other !== table) return table;
  const columns = table.columns.filter((one) => one !== theirs);
  return { ...table, columns, fields: columns.map(({ field }) => field) };
}

const NO_SOURCE = {
  lookup: 'Of must be a column of the linked table that has values, and is no nested form',
  rollup: 'Of must be a column of the linked table that has values of its own, or looks such up',
};

/** A column as a lookup or rollup of it is offered: what it has of other tables is known where it leads somewhere. */
const kindOf = ({ field, options, linked }: TableColumn) => ({
  type: options.type ?? field.type,
  function: options.function,
  shown_as: linked?.of
    ? { type: linked.of.options.type ?? linked.of.field.type, multiple: linked.of.field.multiple }
    : undefined,
});

/**
 * Checks what a lookup or rollup is computed from, and names the columns by their ids.
 * @param columnId of the lookup or rollup
 * @throws ApiError 422 naming the wrong part
 */
export async function checkedLookup(
  trx: Transaction,
  caller: Caller,
  table: Table,
  columnId: string,
  options: ColumnOptions,
): Promise<ColumnOptions> {
  if (options.type !== 'lookup' && options.type !== 'rollup') return options;
  await lockLookups(trx, table.item.hub_id);
  const named = ({ columns }: Table, wanted: string | undefined) =>
    columns.find(({ field }) => field.id === wanted) ?? columns.find(({ field }) => field.name === wanted);
  const via = named(table, options.via);
  if (via?.options.type !== 'link' || via.options.table === undefined)
    throw invalid({ via: ['Via must be a link column of this table'] });
  const own = { table: table.item.id, column: columnId };
  if (options.of === undefined) {
    await refuseLongChain(trx, own, null);
    return { ...options, via: via.field.id };
  }
  const other = await linkedTable(trx, caller, via.options.table);
  if (!other) throw invalid({ via: ['This links to a table that you may not see'] });
  const of = named(other, options.of);
  if (of) await refuseLongChain(trx, own, { table: other.item.id, column: of.field.id });
  for (const id of of?.linked ? tablesOf(of.linked) : [])
    if (!(await linkedTable(trx, caller, id)))
      throw invalid({ of: ['This is looked up in a table that you may not see'] });
  if (!of || !isShownThroughLinks(kindOf(of), options.type === 'lookup'))
    throw invalid({ of: [NO_SOURCE[options.type]] });
  return { ...options, via: via.field.id, of: of.field.id };
}

/** @throws ApiError 409 where lookups of the same table show what is linked by this column */
export function refuseUsedLink({ columns }: Table, { field }: TableColumn): void {
  const users = columns
    .filter(({ options }) => options.via === field.id)
    .map((one) => `“${one.field.label}”`);
  if (users.length > 0)
    throw conflict(
      'column_in_use',
      `Other columns ask for this one: ${users.slice(0, 5).join(', ')}. Change those first.`,
    );
}

import { sql } from 'kysely';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { isShownThroughLinks } from '#lib/fields/column-kinds.ts';
import type { ColumnOptions } from '#lib/fields/column-types.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { authorizeItem } from '#server/access/policy/item-policy.ts';
import type { Caller } from '#server/access/sessions/caller.ts';
import { itemById } from '#server/items/item/item.repo.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import { conflict, invalid } from '#server/platform/http/api-error.ts';
import { linkedTable } from '../rows/row-links.ts';
import { tablesOf } from '../table/linked-sources.ts';
import { findTable, type Table, type TableColumn } from '../table/table.ts';
import { deleteColumnRow, insertColumn, newColumnName } from './column.repo.ts';
import { lockLookups, refuseLongChain } from './lookup-chain.ts';

/** The linked table, locked for a column of its own. @throws ApiError 422 where the caller may not change it */
async function tableToLink(trx: Transaction, caller: Caller, table: Table, itemId: string): Promise<Table> {
  if (itemId === table.item.id) return table;
  try {
    const item = authorizeItem(await itemById(trx, caller, itemId), 'item.change');
    if (item.hub_id === table.item.hub_id) {
      const other = await findTable(trx, item, 'columns');
      if (other) return other;
    }
  } catch {
    // Reported below, the same whether it is there or not.
  }
  throw invalid({ table: ['There is no such table that you may change'] });
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
  const other = await tableToLink(trx, caller, table, target);
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

/** Removes what belongs to a link column: its opposite, where the caller may change that table, and then the links. */
export async function removeLink(
  trx: Transaction,
  caller: Caller,
  table: Table,
  column: TableColumn,
): Promise<void> {
  const { link, opposite, table: target } = column.options;
  if (column.options.type !== 'link' || !link || !target) return;
  const other =
    opposite === undefined ? null : await tableToLink(trx, caller, table, target).catch(() => null);
  const theirs = other?.columns.find(({ field }) => field.id === opposite);
  if (other && theirs) await deleteColumnRow(trx, other.item.id, theirs.field);
  else if (opposite !== undefined)
    // It stays where it is, and continues showing the links.
    await sql`update table_column set options = options - 'opposite'
      where item_id = ${target}::uuid and column_id = ${opposite}`.execute(trx);
  // A link is shown by these two tables at most.
  const { rows } = await sql`select from table_column
    where item_id in (${table.item.id}::uuid, ${target}::uuid) and options ->> 'link' = ${link}
      and column_id <> ${column.field.id}`.execute(trx);
  if (rows.length === 0) await sql`delete from row_link where link_id = ${link}::uuid`.execute(trx);
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

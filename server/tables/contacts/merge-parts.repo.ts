import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { joinVcards } from '#lib/contacts/join-vcards.ts';
import { readVcard, writeVcard } from '#lib/contacts/vcard.ts';
import { cardOfContact } from '#lib/contacts/vcard-contact.ts';
import type { Values } from '#lib/fields/definition.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/database/id.ts';
import type { MovedParts } from '#server/platform/database/schema/tables.ts';
import { contactOfRow, vcardColumns } from '../export/export-vcards.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { IS_OF_COLUMN } from '../rows/row-file.repo.ts';
import { linkedIds } from '../rows/row-links.ts';
import { cardsOfRows, deleteCards, saveCards } from '../rows/row-vcard.repo.ts';
import { deletedLinks } from '../table/deleted-columns.ts';
import { isLink, isOneLink } from '../table/link-column.ts';
import type { Table } from '../table/table.ts';

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/** A value with other ids of files, at any depth: in lists, and in forms inside of rows. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>, used: Set<string>): unknown {
  if (typeof value === 'string') {
    const id = ids.get(value);
    if (id !== undefined) used.add(value);
    return id ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => withIds(one, ids, used));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withIds(one, ids, used)]));
}

/**
 * Values that name files of rows that are merged, with copies of those files for the row that is kept: a file belongs
 * to one row, and the others have theirs again when they come back. Bytes are not stored twice.
 * @param isConcerned which files there are in these columns
 */
export async function withOwnFiles(
  trx: Transaction,
  { item, fields }: Table,
  { retained, others }: { retained: string; others: readonly string[] },
  values: Values,
  isConcerned: RawBuilder<unknown> = IS_OF_COLUMN,
): Promise<Values> {
  const { rows: files } = await sql<{ id: string }>`
    select id from row_file where item_id = ${item.id} and row_id = any(${others}::uuid[])
      and ${isConcerned}`.execute(trx);
  if (files.length === 0) return values;
  const ids = new Map(files.map(({ id }) => [id, newId()]));
  const used = new Set<string>();
  const own = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const { type } = fields.find((field) => field.name === name) ?? {};
      return [name, type === 'file' || type === 'form' ? withIds(value, ids, used) : value];
    }),
  );
  const copied = [...used];
  await sql`insert into row_file (id, item_id, field_id, row_id, file_sha256, name, mime, size, created_by)
    select input.copy, item_id, field_id, ${retained}, file_sha256, name, mime, size, created_by
    from row_file join unnest(${copied}::uuid[], ${copied.map((id) => ids.get(id) ?? id)}::uuid[]) as input (id, copy)
      on input.id = row_file.id
    where item_id = ${item.id}`.execute(trx);
  return own;
}

/** The links that lead to a table's rows or from them, also those of deleted columns, and on which side of each its rows are. */
async function linksOfTable(
  trx: Transaction,
  { item }: Table,
): Promise<{ link: string; isOne: boolean; columnId: string | null }[]> {
  const isOfLinks = sql`options ->> 'type' = 'link' and options ? 'link'`;
  const ownOf = (columns: string) => sql`
    select options ->> 'link' as link, (options ->> 'side' is distinct from 'other') as "isOne", column_id as "columnId"
    from ${sql.table(columns)} where item_id = ${item.id} and ${isOfLinks}`;
  const foreignOf = (columns: string) => sql`
    select options ->> 'link' as link, options ->> 'side' = 'other' as "isOne", null as "columnId"
    from ${sql.table(columns)} where options ->> 'table' = ${item.id} and item_id <> ${item.id} and ${isOfLinks}`;
  const { rows } = await sql<{ link: string; isOne: boolean; columnId: string | null }>`
    ${ownOf('table_column')} union all ${ownOf('deleted_column')}
    union all ${foreignOf('table_column')} union all ${foreignOf('deleted_column')}`.execute(trx);
  // A link that both tables show is there twice: the table's own column comes first.
  return [...new Map(rows.toReversed().map((row) => [`${row.link} ${row.isOne}`, row])).values()];
}

/** Gives the kept row the links that the others have, in both directions. @returns those that it did not have */
async function copyLinks(
  trx: Transaction,
  table: Table,
  retained: string,
  others: readonly string[],
): Promise<MovedParts['links']> {
  const added: MovedParts['links'] = [];
  const ids = [retained, ...others];
  const columns = [...table.columns.filter(isLink), ...(await deletedLinks(trx, table))];
  for (const { link, isOne, columnId } of await linksOfTable(trx, table)) {
    const column = columns.find(({ field }) => field.id === columnId);
    const isFull = column && isOneLink(column) && (await linkedIds(trx, column, [retained])).has(retained);
    if (isFull) continue;
    const [own, target] = isOne
      ? [sql.ref('one_row'), sql.ref('other_row')]
      : [sql.ref('other_row'), sql.ref('one_row')];
    const { rows } = await sql<{ one: string; other: string }>`
      insert into row_link (link_id, ${own}, ${target}, position)
      select ${link}::uuid, ${retained}::uuid, ${target}, min(position) + ${
        isOne
          ? sql`(select coalesce(max(position) + 1, 0) from row_link last
              where last.link_id = ${link}::uuid and last.one_row = ${retained}::uuid)`
          : sql`0`
      }
      from row_link where link_id = ${link}::uuid and ${own} = any(${others}::uuid[])
        and ${target} <> all(${ids}::uuid[])
      group by ${target} order by min(position) ${column && isOneLink(column) ? sql`limit 1` : sql``}
      on conflict do nothing returning one_row as one, other_row as other`.execute(trx);
    for (const { one, other } of rows) added.push([link, one, other]);
  }
  return added;
}

async function moveSubmissions(
  trx: Transaction,
  { item }: Table,
  retained: string,
  others: readonly string[],
): Promise<MovedParts['submissions']> {
  const { rows } = await sql<{ id: string; row: string }>`
    with before as (
      select submission_id, row_id from submission_row
      where item_id = ${item.id} and row_id = any(${others}::uuid[]) for update
    )
    update submission_row set row_id = ${retained} from before
    where submission_row.submission_id = before.submission_id
    returning before.submission_id as id, before.row_id as row`.execute(trx);
  return rows.map(({ id, row }) => [id, row]);
}

/** The cards of all rows as one, each with what its row says by now; a row without a card has one of its values. */
async function joinCards(
  trx: Transaction,
  table: Table,
  rows: readonly TableRow[],
): Promise<MovedParts['card']> {
  const texts = await cardsOfRows(
    trx,
    table.item.id,
    rows.map(({ id }) => id),
  );
  const [retained] = rows;
  if (texts.size === 0 || !retained) return null;
  const read = rows.map((row) => readVcard(texts.get(row.id)));
  const version = read.find((card) => card !== null)?.version ?? '3.0';
  const columns = vcardColumns(table);
  const cards = rows.map((row, at) =>
    cardOfContact(contactOfRow(columns, row.values), read[at] ?? { version, properties: [] }),
  );
  const [first, ...others] = cards;
  const before = texts.get(retained.id) ?? null;
  if (!first) return null;
  const card = writeVcard(joinVcards(first, others));
  if (before !== null && card === writeVcard(first)) return null;
  await saveCards(trx, table, new Map([[retained.id, card]]));
  return { before, after: md5(card) };
}

/** Gives the kept row, the first, what the others have beside values and files. @returns what undoing it takes */
export async function moveParts(
  trx: Transaction,
  table: Table,
  rows: readonly [TableRow, ...TableRow[]],
): Promise<MovedParts> {
  const [{ id: retained }, ...others] = rows;
  const ids = others.map(({ id }) => id);
  return {
    links: await copyLinks(trx, table, retained, ids),
    submissions: await moveSubmissions(trx, table, retained, ids),
    card: await joinCards(trx, table, rows),
  };
}

/**
 * Deletes links of rows that come back to rows of other tables which may have one link, and have another by now than the
 * merge gave them.
 * @param changed the links that the merge gave, and that are there no more
 */
async function dropReplacedLinks(
  trx: Transaction,
  itemId: string,
  merged: readonly string[],
  changed: MovedParts['links'],
): Promise<void> {
  if (changed.length === 0) return;
  await sql`delete from row_link using (
      select item_id, options, definition from table_column union all select item_id, options, definition from deleted_column
    ) foreign_column, unnest(${changed.map(([link]) => link)}::uuid[],
      ${changed.map(([, one]) => one)}::uuid[], ${changed.map(([, , other]) => other)}::uuid[]) as input (link, one, other)
    where link_id = input.link and foreign_column.options ->> 'link' = input.link::text
      and foreign_column.options ->> 'type' = 'link' and foreign_column.options ->> 'table' = ${itemId}
      and foreign_column.definition -> 'rules' @> '[{"rule": "max_count", "value": 1}]'
      and case when foreign_column.options ->> 'side' = 'other'
        then other_row = input.other and one_row = any(${merged}::uuid[])
        else one_row = input.one and other_row = any(${merged}::uuid[]) end`.execute(trx);
}

/** Takes back what a merge gave to a row; what belongs to another one by now, or was changed since, stays. */
export async function takePartsBack(
  trx: Transaction,
  table: Table,
  { row_id: retained, merged }: { row_id: string; merged: readonly string[] },
  { links, submissions, card }: MovedParts,
): Promise<void> {
  const { item } = table;
  if (links.length > 0) {
    const { rows } = await sql<{
      link: string;
      one: string;
      other: string;
    }>`delete from row_link using unnest(${links.map(([id]) => id)}::uuid[],
        ${links.map(([, one]) => one)}::uuid[], ${links.map(([, , other]) => other)}::uuid[]) as input (link, one, other)
      where link_id = input.link and one_row = input.one and other_row = input.other
      returning link_id as link, one_row as one, other_row as other`.execute(trx);
    const present = new Set(rows.map(({ link, one, other }) => `${link} ${one} ${other}`));
    const changed = links.filter((link) => !present.has(link.join(' ')));
    await dropReplacedLinks(trx, item.id, merged, changed);
  }
  if (submissions.length > 0)
    await sql`update submission_row set row_id = input.row_id
      from unnest(${submissions.map(([id]) => id)}::uuid[], ${submissions.map(([, row]) => row)}::uuid[]) as input (id, row_id)
      where submission_id = input.id and item_id = ${item.id} and submission_row.row_id = ${retained}`.execute(
      trx,
    );
  if (!card) return;
  const now = (await cardsOfRows(trx, item.id, [retained])).get(retained);
  if (now === undefined || md5(now) !== card.after) return;
  if (card.before === null) await deleteCards(trx, item.id, [retained]);
  else await saveCards(trx, table, new Map([[retained, card.before]]));
}

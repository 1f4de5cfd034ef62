import { type RawBuilder, sql } from 'kysely';
import { unreadValues } from '#lib/contacts/unread-values.ts';
import { readVcard } from '#lib/contacts/vcard.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { isEmpty } from '../lists/row-filter.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { cardParts, hasUnreadSql, rowsWithUnread } from '../rows/row-vcard.repo.ts';
import type { Table, TableColumn } from '../table/table.ts';
import type { CellTexts } from './export-rows.ts';
import { vcardColumns } from './export-vcards.ts';

const NOTHING: CellTexts = new Map();
const TYPES: ReadonlySet<string> = new Set(['email', 'phone']);

/** The columns of which a card may have what could not be read. */
const readColumns = ({ columns }: Table): TableColumn[] =>
  columns.filter(({ field }) => TYPES.has(field.type));

/** Whether row `r` may have such a cell; null of a table without them. */
export function mayBeUnread(table: Table): RawBuilder<unknown> | null {
  const columns = readColumns(table);
  if (table.item.kind !== 'contact' || columns.length === 0) return null;
  return sql`((${sql.join(columns.map(isEmpty), sql` or `)}) and ${hasUnreadSql(table.item.id)})`;
}

/** The numbers and addresses of people that could not be read when they were imported, in the cells that are empty without them. */
export async function unreadCells(
  database: Database | Transaction,
  table: Table,
  rows: readonly TableRow[],
): Promise<CellTexts> {
  if (table.item.kind !== 'contact') return NOTHING;
  const columns = readColumns(table).map(({ field }) => field);
  const isMissing = ({ values }: TableRow, name: string) => {
    const value = ownValue(values, name);
    return value === undefined || value === null;
  };
  const incomplete = new Map(
    rows.filter((row) => columns.some(({ name }) => isMissing(row, name))).map((row) => [row.id, row]),
  );
  if (incomplete.size === 0) return NOTHING;
  const own = new Map(vcardColumns(table).map(([name, { field }]) => [name, field]));
  const ofRecord = { EMAIL: own.get('email'), TEL: own.get('contact_number') };
  const found = new Map<string, Map<string, string>>();
  const ids = await rowsWithUnread(database, table.item.id, [...incomplete.keys()]);
  for await (const cards of cardParts(database, table.item.id, ids))
    for (const [id, text] of cards) {
      const card = readVcard(text);
      const row = incomplete.get(id);
      const cells = new Map<string, string>();
      for (const one of card ? unreadValues(card) : []) {
        const field =
          one.label === null ? ofRecord[one.name] : columns.find(({ label }) => label === one.label);
        if (row && field && isMissing(row, field.name) && !cells.has(field.id)) cells.set(field.id, one.text);
      }
      if (cells.size > 0) found.set(id, cells);
    }
  return found;
}

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type ContactKeys, findDuplicates } from '#lib/contacts/contact-duplicates.ts';
import { furtherKeys } from '#lib/contacts/further-keys.ts';
import { COMPARED_MAX, type ContactDuplicate, LISTED_PAIRS_MAX } from '#lib/contract/contacts.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listRows, rowsByIds, type TableRow } from '../rows/row.repo.ts';
import { cardBeginnings } from '../rows/row-vcard.repo.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { comparedPairs } from './compared-pairs.ts';
import { distinctPairs, pairKey } from './distinct-rows.repo.ts';
import { type KnownByColumns, knownByColumns } from './known-by-columns.ts';

const BATCH = 2_000;
/** Cards that are read at once, and characters of each. */
const CARDS = 500;
const CARD_LENGTH = 8_000;

/** What the cards of rows have besides one address and one number, by the rows' ids. */
async function furtherOfCards(
  database: Database,
  table: Table,
  phone: TableColumn | undefined,
  ids: readonly string[],
): Promise<Map<string, NonNullable<ContactKeys['further']>>> {
  const found = new Map<string, NonNullable<ContactKeys['further']>>();
  for (let from = 0; from < ids.length; from += CARDS) {
    const cards = await cardBeginnings(database, table.item.id, ids.slice(from, from + CARDS), CARD_LENGTH);
    for (const [id, card] of cards) {
      const further = furtherKeys(card, phone?.field, table.country);
      if (further) found.set(id, further);
    }
  }
  return found;
}

async function contactKeys(
  database: Database,
  table: Table,
  columns: KnownByColumns,
): Promise<ContactKeys[]> {
  const own = Object.values(columns);
  const narrow: Table = { ...table, columns: own, fields: own.map(({ field }) => field) };
  const keys: ContactKeys[] = [];
  let last: TableRow | undefined;
  while (keys.length < COMPARED_MAX) {
    const where = last ? [sql`r.id > ${last.id}::uuid`] : [];
    const page = await listRows(database, narrow, {
      where,
      order: sql`r.id`,
      keys: [],
      limit: BATCH,
      offset: 0,
    });
    const furtherOf = await furtherOfCards(
      database,
      table,
      columns.phone,
      page.map(({ row }) => row.id),
    );
    for (const { row } of page) {
      const further = furtherOf.get(row.id);
      const text = (column: TableColumn | undefined) => {
        const value = column ? row.values[column.field.name] : undefined;
        return typeof value === 'string' ? value.trim() : '';
      };
      keys.push({
        id: row.id,
        name: text(columns.name),
        email: text(columns.email).toLowerCase(),
        phone: text(columns.phone),
        address: text(columns.address),
        ...(further ? { further } : {}),
      });
    }
    last = page.at(-1)?.row;
    if (page.length < BATCH) break;
  }
  return keys;
}

/** Pairs of entries that may be one person, but for those of which somebody said they are not, with their rows. */
export async function listDuplicates(
  database: Database,
  table: Table,
  { min_score, page, page_size }: { min_score: number; page: number; page_size: number },
  /** When the table, or one of its rows, was changed last. */
  changedAt: Date,
): Promise<{
  pairs: Omit<ContactDuplicate, 'rows'>[];
  ids: [string, string][];
  rows: Map<string, TableRow>;
  count: number;
}> {
  const compared = await comparedPairs(table, { least: min_score, changedAt }, async () => {
    const keys = await contactKeys(database, table, knownByColumns(table));
    return findDuplicates(keys, { least: min_score, most: LISTED_PAIRS_MAX, rest: () => setImmediate() });
  });
  const distinct = await distinctPairs(database, table.item.id);
  const all = compared.pairs.filter(({ one, other }) => !distinct.has(pairKey(one, other)));
  const shown = all.slice((page - 1) * page_size, page * page_size);
  const rows = await rowsByIds(database, table, [
    ...new Set(shown.flatMap(({ one, other }) => [one, other])),
  ]);
  return {
    pairs: shown.map(({ score, reasons }) => ({ score, reasons })),
    ids: shown.map(({ one, other }) => [one, other]),
    rows,
    // With those that are found once these are merged.
    count: compared.count - (compared.pairs.length - all.length),
  };
}

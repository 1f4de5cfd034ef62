import { withLabelledCategories } from '#lib/contacts/card-labels.ts';
import { updateVcard } from '#lib/contacts/join-vcards.ts';
import { readVcard, writeVcard } from '#lib/contacts/vcard.ts';
import { cardOfContact } from '#lib/contacts/vcard-contact.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { contactOfRow, labelsOfRow, vcardColumns } from '../export/export-vcards.ts';
import type { TableRow } from '../rows/row.repo.ts';
import { cardParts, saveCards } from '../rows/row-vcard.repo.ts';
import type { Table } from '../table/table.ts';
import type { NumberedLine } from './line-cursor.ts';

/** The card of the lines of one person: what a later one says is joined to what the earlier ones said. */
export function cardOfLines(lines: readonly NumberedLine[]): string | undefined {
  const texts = lines.flatMap(({ card }) => card ?? []);
  const cards = texts.length > 1 ? texts.flatMap((text) => readVcard(text) ?? []) : [];
  return cards.length > 1 ? writeVcard(cards.reduce(updateVcard)) : texts.at(-1);
}

/**
 * Stores the cards of lines. A row that has one already keeps what it says besides: a line has a few cells, and a card of
 * another program not everything either.
 * @param changed the rows among them that were there before, as they are now
 */
export async function saveLineCards(
  trx: Transaction,
  table: Table,
  cards: ReadonlyMap<string, string>,
  changed: ReadonlyMap<string, TableRow>,
): Promise<void> {
  const columns = vcardColumns(table);
  const joined = new Map(cards);
  const ids = [...cards.keys()].filter((id) => changed.has(id));
  for await (const stored of cardParts(trx, table.item.id, ids))
    for (const [id, text] of stored) {
      const [before, newer] = [readVcard(text), readVcard(cards.get(id))];
      if (!before || !newer) continue;
      const now = cardOfContact(contactOfRow(columns, changed.get(id)?.values ?? {}), before);
      const labels = labelsOfRow(table, changed.get(id)?.values ?? {});
      joined.set(id, writeVcard(withLabelledCategories(updateVcard(now, newer), labels ?? [])));
    }
  await saveCards(trx, table, joined);
}

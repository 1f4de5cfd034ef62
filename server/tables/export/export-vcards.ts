import { parseVcards } from '#lib/contacts/vcard.ts';
import {
  CONTACT_FIELDS,
  type Contact,
  type ContactField,
  vcardOfContact,
} from '#lib/contacts/vcard-contact.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database } from '#server/platform/database/database.ts';
import { cardsOfRows } from '../rows/row-vcard.repo.ts';
import { cellText } from '../table/cell-text.ts';
import type { Table, TableColumn } from '../table/table.ts';
import { type ExportChoice, rowBatches } from './export-rows.ts';

const TYPES: Partial<Record<ContactField, string>> = {
  email: 'email',
  contact_number: 'phone',
  about: 'textarea',
};

/** The columns that a card has properties for: by their names, else the first of their type. */
export function vcardColumns({ columns }: Table): [ContactField, TableColumn][] {
  const taken = new Set<string>();
  return CONTACT_FIELDS.flatMap((name): [ContactField, TableColumn][] => {
    const free = columns.filter(({ field }) => !taken.has(field.id));
    const found =
      free.find(({ field }) => field.name === name) ??
      free.find(({ field }) => field.type === TYPES[name]) ??
      (name === 'name' ? free.find(({ field }) => field.type === 'text') : undefined);
    if (!found) return [];
    taken.add(found.field.id);
    return [[name, found]];
  });
}

/** What a card says of a row's values. */
export function contactOfRow(columns: readonly [ContactField, TableColumn][], values: Values): Contact {
  const contact: Contact = {};
  for (const [name, { field }] of columns) {
    const text = cellText(field, ownValue(values, field.name));
    if (text !== '') contact[name] = text;
  }
  return contact;
}

/** Rows as vCards: with all that the cards had from which they were imported. */
export async function* vcardsOfRows(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  choice: ExportChoice,
): AsyncGenerator<string> {
  for await (const { table, rows } of rowBatches(database, itemAnew, choice)) {
    const columns = vcardColumns(table);
    const cards = await cardsOfRows(
      database,
      table.item.id,
      rows.map(({ id }) => id),
    );
    yield rows
      .map(({ id, values }) => {
        const card = cards.get(id);
        const [source] = card === undefined ? [] : parseVcards(card.split(/\r\n|\r|\n/));
        return vcardOfContact(contactOfRow(columns, values), source ?? null);
      })
      .join('');
  }
}

import { cardWithLabels } from '#lib/contacts/card-labels.ts';
import { withoutMarks } from '#lib/contacts/card-marks.ts';
import { labelColumnOf } from '#lib/contacts/labels.ts';
import { escapeVcard, parseVcards, writeVcard } from '#lib/contacts/vcard.ts';
import {
  CONTACT_FIELDS,
  type Contact,
  type ContactField,
  cardOfContact,
} from '#lib/contacts/vcard-contact.ts';
import type { Values } from '#lib/fields/definition.ts';
import { ownValue } from '#lib/fields/own-value.ts';
import type { Database } from '#server/platform/database/database.ts';
import { CARDS_OF_PART, cardsOfRows } from '../rows/row-vcard.repo.ts';
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

/** The labels of a row's person; null where the list has none, or not among these columns. */
export function labelsOfRow(
  { item, columns }: Pick<Table, 'item' | 'columns'>,
  values: Values,
  chosen?: ReadonlySet<string>,
): string[] | null {
  const field = item.kind === 'contact' ? labelColumnOf(columns.map((one) => one.field)) : undefined;
  if (!field || chosen?.has(field.id) === false) return null;
  const value = ownValue(values, field.name);
  const labels = new Map(field.options?.map(({ id, label }) => [id, label]));
  return (Array.isArray(value) ? value : []).flatMap((id: unknown) => labels.get(String(id)) ?? []);
}

/** Names and labels of a column that has the property, where its type can be that. */
const FURTHER: readonly (readonly [property: string, type: string, name: RegExp])[] = [
  ['BDAY', 'date', /^(?:birthday|birth[ _]date|date[ _]of[ _]birth|geburtstag|geburtsdatum)$/i],
  ['URL', 'url', /./],
];

/** Columns besides those of a contact's record that a card has a property for. */
function furtherColumns(columns: readonly TableColumn[]): [string, TableColumn][] {
  return FURTHER.flatMap(([property, type, name]): [string, TableColumn][] => {
    const found = columns.find(
      ({ field }) => field.type === type && (name.test(field.name) || name.test(field.label)),
    );
    return found ? [[property, found]] : [];
  });
}

/** A card with further values of its row, in place of what it says of these. */
function withFurther(card: string, further: readonly [string, TableColumn][], values: Values): string {
  const [read] = parseVcards(card.split('\r\n'));
  if (!read) return card;
  let { properties } = read;
  for (const [name, { field }] of further) {
    const text = cellText(field, ownValue(values, field.name));
    if (text === '' || properties.some((one) => one.name === name && one.value.includes(text))) continue;
    const own = { group: null, name, params: [], value: escapeVcard(text, read.version) };
    const at = name === 'BDAY' ? properties.findIndex((one) => one.name === name) : -1;
    properties = at < 0 ? [...properties, own] : properties.with(at, own);
  }
  return writeVcard({ ...read, properties });
}

/**
 * Rows as vCards: with all that the cards had from which they were imported, where all columns are exported. A view that
 * hides some shows nothing of the cards, which have their values as well.
 */
export async function* vcardsOfRows(
  database: Database,
  itemAnew: () => Promise<Table['item']>,
  choice: ExportChoice,
): AsyncGenerator<string> {
  for await (const { table, rows, columnIds } of rowBatches(database, itemAnew, choice)) {
    const chosen = new Set(columnIds);
    const isWhole = table.columns.every(({ field }) => chosen.has(field.id));
    const columns = vcardColumns(table).filter(([, { field }]) => chosen.has(field.id));
    const further = furtherColumns(table.columns.filter(({ field }) => chosen.has(field.id)));
    for (let from = 0; from < rows.length; from += CARDS_OF_PART) {
      const part = rows.slice(from, from + CARDS_OF_PART);
      const cards = await cardsOfRows(database, table.item.id, isWhole ? part.map(({ id }) => id) : []);
      yield part
        .map(({ id, values }) => {
          const card = cards.get(id);
          const [source] = card === undefined ? [] : parseVcards(card.split(/\r\n|\r|\n/));
          const whole = cardOfContact(contactOfRow(columns, values), source ?? null);
          const labels = labelsOfRow(table, values, chosen);
          const made = writeVcard(withoutMarks(labels ? cardWithLabels(whole, labels) : whole));
          return further.length > 0 ? withFurther(made, further, values) : made;
        })
        .join('');
    }
  }
}

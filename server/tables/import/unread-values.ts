import { withUnread } from '#lib/contacts/unread-values.ts';
import { readVcard, type Vcard, writeVcard } from '#lib/contacts/vcard.ts';
import {
  type Contact,
  type ContactField,
  cardOfContact,
  contactOfVcard,
  firstReadable,
} from '#lib/contacts/vcard-contact.ts';
import type { Check } from '#lib/fields/check.ts';
import type { FieldDefinition } from '#lib/fields/definition.ts';
import { englishProblem } from '#lib/fields/english-problem.ts';
import { isList } from '#lib/fields/field-types.ts';
import { hintFor, listEntryField } from '#lib/fields/hints.ts';
import { partsOf } from '#lib/fields/parse-field-text.ts';
import { MATCH_BUDGET_MAX } from '#lib/fields/pattern-check.ts';
import { LENGTH_MAX } from '#lib/fields/text-check.ts';
import { checkOf } from '#lib/fields/value-check.ts';
import { unguarded } from '#lib/text/csv.ts';
import { isBlank } from '#lib/text/text.ts';
import { vcardColumns } from '../export/export-vcards.ts';
import type { Table } from '../table/table.ts';
import type { NumberedLine } from './line-cursor.ts';
import type { Headers } from './read-line.ts';

/** Longer texts are no number and no address: their line is left out, as it can't be stored whole. */
const UNREAD_MAX = LENGTH_MAX.textarea;

const PROPERTY = { email: 'EMAIL', phone: 'TEL' } as const;

type ValueColumn = {
  /** Its place in the line. */
  at: number;
  field: FieldDefinition;
  /** What a card has it as; null for a text, which the card of a line has. */
  property: (typeof PROPERTY)[keyof typeof PROPERTY] | null;
  check: Check;
  /** The field of a contact's record; null where its label tells what it is. */
  contactField: ContactField | null;
};

/** A line with what of it can be read, and why the rest can't be. */
export type LineInPart = {
  line: NumberedLine;
  /** Without the columns of which nothing can be read. */
  headers: Headers;
  reasons: string[];
};

/**
 * Sets the numbers and addresses of people aside that can't be read, and texts of their cards that can't be stored, such as a
 * very long note: what else a line says of its person is imported, and these values are kept in the person's card.
 */
export function createUnreadReader(table: Table, headers: Headers) {
  const { country } = table;
  const contactFields = new Map(vcardColumns(table).map(([name, { field }]) => [field.id, name]));
  const columns = [...headers.entries()].flatMap(([at, field]): ValueColumn[] => {
    if (!field) return [];
    const contactField = contactFields.get(field.id) ?? null;
    const own = { at, field, check: checkOf(listEntryField(field)), contactField };
    if (field.type === 'email' || field.type === 'phone') return [{ ...own, property: PROPERTY[field.type] }];
    const isText = (field.type === 'text' || field.type === 'textarea') && !isList(field);
    return isText && contactField !== null ? [{ ...own, property: null }] : [];
  });

  /** Why a text can't be a value of the column; null where it can. */
  function reasonOf({ field, check }: ValueColumn, text: string): string | null {
    const problem = text.includes('\0')
      ? ({ code: 'unreadable', params: { label: field.label } } as const)
      : check(text, { work: { left: MATCH_BUDGET_MAX }, country });
    if (!problem) return null;
    const hint = hintFor(problem, listEntryField(field), text, { country });
    return hint ? `${englishProblem(problem)}. ${hint}` : englishProblem(problem);
  }

  const partsIn = ({ field }: ValueColumn, cell: string): string[] =>
    isList(field) ? partsOf(field, cell) : [cell.trim()];

  /** The card of a line's person, as far as the line has none of its own. */
  function cardOf({ card, cells }: NumberedLine, without: ReadonlySet<number>): Vcard {
    const read = readVcard(card);
    if (read) return read;
    const contact: Contact = {};
    for (const [at, field] of headers.entries()) {
      const name = field && !without.has(at) ? contactFields.get(field.id) : undefined;
      const cell = cells[at] ?? '';
      if (name && !isBlank(cell)) contact[name] = stored(unguarded(cell));
    }
    return cardOfContact(contact, null);
  }

  return (line: NumberedLine): LineInPart | null => {
    const wrong = columns.flatMap((column) => {
      const written = line.cells[column.at] ?? '';
      const isOfCard = line.card !== undefined && line.isCardMade !== true;
      if (isBlank(written) || !(column.property ? written.length <= UNREAD_MAX : isOfCard)) return [];
      const parts = partsIn(column, unguarded(written));
      const found = parts.map((text) => ({ text, reason: reasonOf(column, text) }));
      return found.some(({ reason }) => reason !== null) ? [{ column, found }] : [];
    });
    if (wrong.length === 0) return null;
    let card = cardOf(line, new Set(wrong.map(({ column }) => column.at)));
    const cells = [...line.cells];
    const own = [...headers];
    const reasons: string[] = [];
    for (const { column, found } of wrong) {
      const { at, field, property, contactField } = column;
      const readable = found.filter(({ reason }) => reason === null).map(({ text }) => text);
      for (const { text, reason } of found) {
        if (reason === null) continue;
        reasons.push(reason);
        const isNumberOrAddress = contactField === 'email' || contactField === 'contact_number';
        const inCard = property === null || isNumberOrAddress ? contactField : null;
        if (inCard && (property === null || contactOfVcard(card)[inCard] === text)) {
          const next = firstReadable(card, inCard, (one) => reasonOf(column, one) === null);
          card = next.card;
          if (next.text !== '') readable.push(next.text);
        } else if (property !== null)
          card = withUnread(card, {
            ...{ name: property, text: stored(text) },
            label: contactField === null ? stored(field.label) : null,
          });
      }
      if (readable.length > 0) cells[at] = readable.join('\n');
      else own[at] = null;
    }
    return { line: { ...line, cells, card: writeVcard(card) }, headers: own, reasons };
  };
}

/** A text that the database can store. */
const stored = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

import type { FieldDefinition } from '#lib/fields/definition.ts';
import { normalizeStoredValue } from '#lib/fields/stored-value.ts';
import type { ContactKeys } from './contact-duplicates.ts';
import { readVcard } from './vcard.ts';
import { contactOfVcard } from './vcard-contact.ts';

/** A contact list: its columns, and the country of numbers without one. */
type List = { fields: readonly FieldDefinition[]; country: string | null };

/** Addresses, and numbers, of one person that are compared. */
const KEYS_MAX = 10;
const VALUE_MAX = 500;
const LINE = /^(?:[\w-]+\.)?(?:TEL|EMAIL)[;:]/gim;

/**
 * The addresses and numbers of a card, as their columns store them, by which duplicates are found; undefined for a card
 * without further ones.
 * @param phone the column of numbers
 * @param country of numbers without one
 */
export function furtherKeys(
  text: string,
  phone: FieldDefinition | undefined,
  country: string | null,
): ContactKeys['further'] {
  // Most cards have one of each, which the columns have as well: they are not parsed.
  if ((text.match(LINE)?.length ?? 0) < 2) return undefined;
  const card = readVcard(text);
  const valuesOf = (wanted: string, scheme: RegExp) =>
    (card?.properties ?? []).flatMap(({ name, value }) => {
      const own = name === wanted ? value.trim().replace(scheme, '') : '';
      return own === '' || own.length > VALUE_MAX ? [] : own;
    });
  const emails = valuesOf('EMAIL', /^mailto:/i).map((value) => value.toLowerCase());
  const phones = valuesOf('TEL', /^tel:/i).flatMap((value) => {
    const stored = phone ? normalizeStoredValue(phone, value, country) : null;
    return typeof stored === 'string' ? stored : [];
  });
  return { emails: emails.slice(0, KEYS_MAX), phones: phones.slice(0, KEYS_MAX) };
}

/**
 * The addresses and numbers of a card besides those that the columns of its list show, in the form in which columns store them: people
 * are found by them, and known again in a file.
 */
export function keysBesides({ fields, country }: List, text: string): string[] {
  const phone =
    fields.find(({ name, type }) => name === 'contact_number' && type === 'phone') ??
    fields.find(({ type }) => type === 'phone');
  const all = furtherKeys(text, phone, country);
  const card = all && readVcard(text);
  if (!all || !card) return [];
  const { email, contact_number: number } = contactOfVcard(card);
  const shown = [email?.toLowerCase(), phone && number && normalizeStoredValue(phone, number, country)];
  return [...new Set([...all.emails, ...all.phones])].filter((key) => !shown.includes(key));
}

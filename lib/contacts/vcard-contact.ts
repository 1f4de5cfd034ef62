import { splitExtension, writtenExtension } from '#lib/fields/phone-extension.ts';
import { phoneAddress, STORED_PHONE } from '#lib/fields/phone-number.ts';
import { isWritingOf } from '#lib/fields/phone-writing.ts';
import { withoutMarks } from './card-marks.ts';
import { asRead, asUnread, isUnread } from './unread-values.ts';
import {
  escapeVcard,
  escapeVcardPart,
  unescapeVcard,
  type Vcard,
  type VcardProperty,
  vcardParts,
  writeVcard,
} from './vcard.ts';

/** The parts of a contact list's record (docs/contract.md §5) that a card has properties for. */
export const CONTACT_FIELDS = [
  'name',
  'email',
  'contact_number',
  'occupation',
  'company_name',
  'address',
  'about',
] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
export type Contact = Partial<Record<ContactField, string>>;

const PROPERTY: Record<ContactField, readonly string[]> = {
  name: ['FN', 'N'],
  email: ['EMAIL'],
  contact_number: ['TEL'],
  occupation: ['TITLE', 'ROLE'],
  company_name: ['ORG'],
  address: ['ADR'],
  about: ['NOTE'],
};

const isPreferred = ({ params }: VcardProperty) =>
  params.some(
    ({ name, value }) => name === 'PREF' || (name === 'TYPE' && /(?:^|,)"?pref"?(?:,|$)/i.test(value)),
  );

const hasValue = ({ value }: VcardProperty) => value.replaceAll(';', '').trim() !== '';

/** The property that a field is read from: the preferred one, else the first. */
function propertyOf({ properties }: Vcard, field: ContactField): VcardProperty | undefined {
  for (const name of PROPERTY[field]) {
    const own = properties.filter((one) => one.name === name && hasValue(one) && !isUnread(one));
    const found = own.find(isPreferred) ?? own[0];
    if (found) return found;
  }
}

/** The property whose value could not be read: what the field says by now is its correction. */
const unreadPropertyOf = ({ properties }: Vcard, field: ContactField): VcardProperty | undefined =>
  properties.find((one) => PROPERTY[field].includes(one.name) && isUnread(one));

/** So many values of one person are tried. */
const TRIED_MAX = 20;

/**
 * A card of whose values of a field, such as its numbers, the first that can be read is the person's; those before it are
 * marked as not read.
 * @returns the card, and the text of that value: empty where none of them can be read
 */
export function firstReadable(
  card: Vcard,
  field: ContactField,
  isReadable: (text: string) => boolean,
): { card: Vcard; text: string } {
  const inOrder = PROPERTY[field].flatMap((name) => {
    const own = card.properties.filter((one) => one.name === name && hasValue(one) && !isUnread(one));
    return [...own.filter(isPreferred), ...own.filter((one) => !isPreferred(one))];
  });
  const at = inOrder.slice(0, TRIED_MAX).findIndex((one) => isReadable(shownText(field, one, card.version)));
  const found = inOrder[at];
  const unread = new Set(at < 0 ? inOrder : inOrder.slice(0, at));
  return {
    card: { ...card, properties: card.properties.map((one) => (unread.has(one) ? asUnread(one) : one)) },
    text: found ? shownText(field, found, card.version) : '',
  };
}

function textOf({ name, value }: VcardProperty, version: string): string {
  if (name === 'N') {
    const [family = '', first = '', more = '', before = '', after = ''] = vcardParts(value, version);
    return [before, first, more, family, after].filter((part) => part !== '').join(' ');
  }
  if (name === 'ADR')
    return vcardParts(value, version)
      .filter((part) => part !== '')
      .join(', ');
  if (name === 'ORG')
    return vcardParts(value, version)
      .filter((part) => part !== '')
      .join(', ');
  const text = unescapeVcard(value, version).trim();
  return name === 'TEL'
    ? text.replace(/^tel:/i, '')
    : name === 'EMAIL'
      ? text.replace(/^mailto:/i, '')
      : text;
}

/** A value as a contact list shows it: in one line, but for notes. */
function shownText(field: ContactField, property: VcardProperty, version: string): string {
  const text = textOf(property, version);
  return field === 'about' ? text : text.replaceAll(/\s*\n\s*/g, ', ');
}

/** What a contact list shows of a card. */
export function contactOfVcard(card: Vcard): Contact {
  const contact: Contact = {};
  for (const field of CONTACT_FIELDS) {
    const property = propertyOf(card, field);
    const text = property ? shownText(field, property, card.version) : '';
    if (text !== '') contact[field] = text;
  }
  return contact;
}

type VcardParams = VcardProperty['params'];
const isUri = ({ name, value }: VcardParams[number]) => name === 'VALUE' && /^"?uri"?$/i.test(value);

/** A number as other programs read it: as an address where its card has one, else with its extension as people write it. */
function numberProperty(stored: string, params: VcardParams): Omit<VcardProperty, 'group'> {
  if (!params.some(isUri)) {
    const { number, extension } = splitExtension(stored);
    return { name: 'TEL', params, value: writtenExtension(number, extension) };
  }
  if (STORED_PHONE.test(stored)) return { name: 'TEL', params, value: phoneAddress(stored) };
  return { name: 'TEL', params: params.filter((one) => !isUri(one)), value: stored };
}

const VALUE: Record<
  ContactField,
  (escaped: string, params: VcardParams) => Partial<VcardProperty> & Pick<VcardProperty, 'name' | 'value'>
> = {
  name: (value) => ({ name: 'FN', value }),
  email: (value) => ({ name: 'EMAIL', value }),
  contact_number: numberProperty,
  occupation: (value) => ({ name: 'TITLE', value }),
  company_name: (value) => ({ name: 'ORG', value }),
  address: (value) => ({ name: 'ADR', value: `;;${value};;;;` }),
  about: (value) => ({ name: 'NOTE', value }),
};

/** The last word of a name is the family's, as far as nobody said otherwise. */
function structuredName(name: string, version: string): string {
  const tokens = name.split(/\s+/).filter((word) => word !== '');
  const family = tokens.length > 1 ? (tokens.pop() ?? '') : '';
  return `${escapeVcardPart(family, version)};${escapeVcardPart(tokens.join(' '), version)};;;`;
}

/**
 * A contact as a card: with every property of the card that it came from, of which those are replaced whose value was
 * changed since.
 */
export const vcardOfContact = (contact: Contact, source: Vcard | null): string =>
  writeVcard(withoutMarks(cardOfContact(contact, source)));

/** Whether a field has what the card says: of numbers, a contact list stores the digits with the country. */
const isUnchanged = (field: ContactField, text: string, known: string): boolean =>
  text === known || (field === 'contact_number' && text !== '' && isWritingOf(text, known));

/** The card that {@link vcardOfContact} writes. */
export function cardOfContact(contact: Contact, source: Vcard | null): Vcard {
  const card: Vcard = source ?? { version: '4.0', properties: [] };
  let properties = [...card.properties];
  const known = contactOfVcard(card);
  for (const field of CONTACT_FIELDS) {
    const text = contact[field] ?? '';
    if (isUnchanged(field, text, known[field] ?? '')) continue;
    const now = { ...card, properties };
    const old = propertyOf(now, field) ?? (text === '' ? undefined : unreadPropertyOf(now, field));
    const at = old ? properties.indexOf(old) : properties.length;
    const escaped = field === 'address' ? escapeVcardPart : escapeVcard;
    const params = old ? asRead(old).params : [];
    const made = VALUE[field](escaped(text, card.version), params);
    const next = text === '' ? [] : [{ group: old?.group ?? null, params, ...made }];
    properties = properties.toSpliced(at, old ? 1 : 0, ...next);
    if (field === 'name') properties = properties.filter(({ name }) => name !== 'N');
  }
  if (!properties.some(({ name }) => name === 'FN'))
    properties.unshift({
      group: null,
      name: 'FN',
      params: [],
      value: escapeVcard(contact.name ?? '', card.version),
    });
  if (!properties.some(({ name }) => name === 'N') && card.version !== '4.0')
    properties.unshift({
      group: null,
      name: 'N',
      params: [],
      value: structuredName(contact.name ?? '', card.version),
    });
  return { ...card, properties };
}

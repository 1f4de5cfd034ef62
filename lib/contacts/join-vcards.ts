import { splitExtension, withExtension } from '#lib/fields/phone-extension.ts';
import { vcardTexts, writeVcardTexts } from './card-labels.ts';
import {
  escapeVcard,
  escapeVcardPart,
  unescapeVcard,
  VCARD_MAX_LENGTH,
  type Vcard,
  type VcardProperty,
  vcardParts,
} from './vcard.ts';

/** What a person has once: the first card's is theirs. */
const SINGLE = new Set(
  [
    'FN',
    'N',
    'BDAY',
    'ANNIVERSARY',
    'DEATHDATE',
    'GENDER',
    'KIND',
    'REV',
    'UID',
    'PRODID',
    'SORT-STRING',
    'CLASS',
  ].concat(['NAME', 'SOURCE', 'PROFILE', 'MAILER', 'TZ', 'GEO']),
);
const STRUCTURED = new Set(['N', 'ADR', 'ORG']);
/** Several texts with commas between them. */
const LISTS = new Set(['CATEGORIES', 'NICKNAME']);
/** Describes what is in its group, and is nothing without it. */
const isLabel = ({ name }: VcardProperty) => name.startsWith('X-AB') || name === 'LABEL';

const isBinary = ({ params, value }: VcardProperty) =>
  value.startsWith('data:') ||
  params.some((param) => param.name === 'ENCODING' && /^(?:b|base64)$/i.test(param.value));

/** A value as another version of the format writes it. */
function valueIn(property: VcardProperty, from: string, to: string): string {
  if ((from === '2.1') === (to === '2.1') || isBinary(property)) return property.value;
  if (LISTS.has(property.name)) return writeVcardTexts(vcardTexts(property.value, from), to);
  return STRUCTURED.has(property.name)
    ? vcardParts(property.value, from)
        .map((part) => escapeVcardPart(part, to))
        .join(';')
    : escapeVcard(unescapeVcard(property.value, from), to);
}

/** What tells whether a card has a property already: a number in any writing, with its extension, an address in any letters. */
function propertyKey({ name, value }: VcardProperty): string {
  const text = value.replace(/^(?:tel|mailto):/i, '').trim();
  // A number that can't be read may have none.
  if (name === 'TEL' && /\d/.test(text)) {
    // The semicolon before an extension is escaped.
    const { number, extension } = splitExtension(text.replaceAll('\\', ''));
    return `${name} ${withExtension(number.replaceAll(/[^\d+]/g, ''), extension)}`;
  }
  return `${name} ${text.toLowerCase()}`;
}

const withoutPreference = ({ params, ...rest }: VcardProperty): VcardProperty => ({
  ...rest,
  params: params.filter(
    ({ name, value }) => name !== 'PREF' && !(name === 'TYPE' && /^"?pref"?$/i.test(value)),
  ),
});

/** Properties that belong together: those of a group, or one without any. */
function groupsOf(properties: readonly VcardProperty[]): VcardProperty[][] {
  const groups = new Map<string, VcardProperty[]>();
  for (const [at, property] of properties.entries()) {
    const key = property.group === null ? `${at}` : `.${property.group.toLowerCase()}`;
    const group = groups.get(key);
    if (group) group.push(property);
    else groups.set(key, [property]);
  }
  return [...groups.values()];
}

/**
 * A card with what a newer one of the same person says: what a person has once is the newer one's, and what the newer one
 * leaves out stays.
 */
export function updateVcard(card: Vcard, newer: Vcard): Vcard {
  const stated = new Set(newer.properties.map(({ name }) => name));
  const same = new Set(newer.properties.map(({ name, value }) => `${name} ${value}`));
  // What is the same stays where it is: a file that is imported again changes nothing.
  const isReplaced = ({ name, value }: VcardProperty) =>
    stated.has(name) && (SINGLE.has(name) || name === 'PHOTO') && !same.has(`${name} ${value}`);
  return joinVcards({ ...card, properties: card.properties.filter((one) => !isReplaced(one)) }, [newer]);
}

/** So many properties of another card are read: people have a few dozen, and a merge is done while others wait. */
const JOINED_PROPERTIES_MAX = 5_000;

/** The first card with what the others have besides: further addresses, numbers, labels, pictures. */
export function joinVcards(first: Vcard, others: readonly Vcard[]): Vcard {
  const properties = [...first.properties];
  const known = new Set(properties.map(propertyKey));
  const names = new Set(properties.map(({ name }) => name));
  const groups = new Set(properties.flatMap(({ group }) => (group === null ? [] : [group.toLowerCase()])));
  let left = VCARD_MAX_LENGTH - properties.reduce((sum, { value }) => sum + value.length + 100, 0);
  // Never back to the start: a card may have any number of groups.
  let item = 0;
  const freeGroup = (): string => {
    do item += 1;
    while (groups.has(`item${item}`));
    return `item${item}`;
  };
  for (const other of others) {
    const before = new Set(names);
    for (const group of groupsOf(other.properties.slice(0, JOINED_PROPERTIES_MAX))) {
      const added = group
        .map((one) => withoutPreference({ ...one, value: valueIn(one, other.version, first.version) }))
        .filter(
          (one) =>
            isLabel(one) || !(known.has(propertyKey(one)) || (SINGLE.has(one.name) && before.has(one.name))),
        );
      if (added.every(isLabel)) continue;
      // A picture beside the first one's would be shown by no program.
      const isSecondPicture = added.some(({ name }) => name === 'PHOTO') && before.has('PHOTO');
      const size = added.reduce((sum, { value }) => sum + value.length + 100, 0);
      if (isSecondPicture || size > left) continue;
      left -= size;
      const written = added[0]?.group ?? null;
      const groupName = written !== null && groups.has(written.toLowerCase()) ? freeGroup() : written;
      if (groupName !== null) groups.add(groupName.toLowerCase());
      for (const one of added) {
        properties.push({ ...one, group: groupName });
        known.add(propertyKey(one));
        names.add(one.name);
      }
    }
  }
  return { ...first, properties };
}

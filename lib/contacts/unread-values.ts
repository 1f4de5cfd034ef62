import { hasMark, withMark, withoutMark } from './card-marks.ts';
import { escapeVcard, unescapeVcard, type Vcard, type VcardProperty } from './vcard.ts';

/**
 * A property of a stored card whose value no column of the list could take: a number or an address that can't be
 * read. It is shown beside the other values.
 */
export const isUnread = (property: Pick<VcardProperty, 'params'>): boolean => hasMark(property, 'X-UNREAD');

/** A property that can be read, or is corrected by now. */
export const asRead = (property: VcardProperty): VcardProperty => withoutMark(property, 'X-UNREAD');

export const asUnread = (property: VcardProperty): VcardProperty => withMark(property, 'X-UNREAD');

/**
 * A card with a value of a person that no property of it has yet.
 * @param label what it is called, where its property alone does not tell; null otherwise
 */
export function withUnread(
  card: Vcard,
  { name, text, label }: { name: 'EMAIL' | 'TEL'; text: string; label: string | null },
): Vcard {
  const groups = new Set(card.properties.map(({ group }) => group?.toLowerCase()));
  let item = 1;
  while (groups.has(`item${item}`)) item += 1;
  const group = label === null ? null : `item${item}`;
  const value = escapeVcard(text, card.version);
  const named =
    label === null ? [] : [{ group, name: 'X-ABLABEL', params: [], value: escapeVcard(label, card.version) }];
  return {
    ...card,
    properties: [...card.properties, asUnread({ group, name, params: [], value }), ...named],
  };
}

/** The values of a card that no column of the list could take: of a further column with its label, else null. */
export function unreadValues(card: Vcard): { name: 'EMAIL' | 'TEL'; label: string | null; text: string }[] {
  const { properties, version } = card;
  return properties.filter(isUnread).flatMap(({ name, group, value }) => {
    if (name !== 'EMAIL' && name !== 'TEL') return [];
    const named = properties.find((one) => group !== null && one.group === group && one.name === 'X-ABLABEL');
    const text = unescapeVcard(value, version).trim();
    return [{ name, label: named ? unescapeVcard(named.value, version) : null, text }];
  });
}

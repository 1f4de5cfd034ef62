import { isMarked, withoutMarks } from '#lib/contacts/card-marks.ts';
import { escapeVcard, readVcard, type Vcard, type VcardProperty, writeVcard } from '#lib/contacts/vcard.ts';

/** The property that says why an import left a card out; the card comes back with it, to be corrected. */
const REASON = 'X-LEFT-OUT';
/** Characters of a card that comes back, as far as they are text of its own: a large picture is left out of it. */
export const REFUSED_CARD_MAX = 1_000_000;

const lengthOf = ({ value, params, card }: VcardProperty): number =>
  value.length + (card ? JSON.stringify(card).length : 0) + JSON.stringify(params).length;

/** A card as it is stored until it is fetched. */
export function refusedCard(text: string): string {
  if (text.length <= REFUSED_CARD_MAX) return text;
  const card = readVcard(text);
  if (!card) return '';
  let left = REFUSED_CARD_MAX;
  const properties = card.properties.filter((one) => {
    const length = lengthOf(one);
    if (length > left) return false;
    left -= length;
    return true;
  });
  return writeVcard({ ...card, properties });
}

/** A card's text with the reason why it was left out; empty where there is none. */
export function withReason(text: string, reason: string): string {
  if (text === '') return '';
  const version = /^VERSION:[ \t]*(\d\.\d)/im.exec(text)?.[1] ?? '3.0';
  const value = escapeVcard(reason, version);
  const [, , ...lines] = writeVcard({
    version,
    properties: [{ group: null, name: REASON, params: [], value }],
  }).split('\r\n');
  const added = lines.slice(0, -2);
  // A version is a card's first property.
  const [begin = ''] = /^\s*BEGIN:VCARD[ \t]*\r?\n(?:VERSION:[^\n]*\n)?/i.exec(text) ?? [];
  const rest = text.slice(begin.length).split(/\r\n|\n/);
  return [...begin.trim().split(/\r\n|\n/), ...added, ...rest].join('\r\n').trimEnd().concat('\r\n');
}

const isOwn = ({ name }: VcardProperty) => name !== REASON;

/** A card that came back without the reason and the marks of a list, which are no part of it; null for another card. */
export const withoutReason = (card: Vcard): Vcard | null =>
  card.properties.every((one) => isOwn(one) && !isMarked(one))
    ? null
    : withoutMarks({ ...card, properties: card.properties.filter(isOwn) });

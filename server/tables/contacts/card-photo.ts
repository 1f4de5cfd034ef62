import { parseVcards, type Vcard, type VcardProperty } from '#lib/contacts/vcard.ts';

/** Longer pictures are not shown; they stay in the card. In bytes. */
const CARD_PHOTO_MAX = 512 * 1024;
/** A card with such a picture, in characters: with its base64, folds, and as much again of other properties. */
export const PHOTO_CARD_MAX = 1024 * 1024;

type CardPhoto = { mime: string; extension: string; bytes: Buffer };

const hasBytes = (bytes: Buffer, at: number, text: string) =>
  bytes.toString('latin1', at, at + text.length) === text;

/** What a picture is by its own bytes, whatever the card says; null for others than these, such as SVG. */
function pictureOf(bytes: Buffer): CardPhoto | null {
  if (hasBytes(bytes, 0, '\xff\xd8\xff')) return { mime: 'image/jpeg', extension: 'jpg', bytes };
  if (hasBytes(bytes, 0, '\x89PNG\r\n\x1a\n')) return { mime: 'image/png', extension: 'png', bytes };
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)))
    return { mime: 'image/gif', extension: 'gif', bytes };
  if (hasBytes(bytes, 0, 'RIFF') && hasBytes(bytes, 8, 'WEBP'))
    return { mime: 'image/webp', extension: 'webp', bytes };
  return null;
}

/** The base64 of a picture that is in the card itself; null for an address of one. */
function base64Of({ params, value }: VcardProperty): string | null {
  const text = value.replaceAll(/[\s\\]/g, '');
  const [, data] = /^data:image\/[\w.+-]+(?:;[\w.+-]+=[\w.+-]+)*;base64,(.*)$/i.exec(text) ?? [];
  if (data !== undefined) return data;
  const isEncoded = params.some((param) => param.name === 'ENCODING' && /^(?:b|base64)$/i.test(param.value));
  return isEncoded ? text : null;
}

/** The first picture of a person inside of their card that browsers can show. */
function photoOfCard({ properties }: Vcard): CardPhoto | null {
  for (const property of properties) {
    if (property.name !== 'PHOTO' || property.value.length > PHOTO_CARD_MAX) continue;
    const base64 = base64Of(property);
    if (base64 === null || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) continue;
    const bytes = Buffer.from(base64, 'base64');
    const picture = bytes.length > CARD_PHOTO_MAX ? null : pictureOf(bytes);
    if (picture) return picture;
  }
  return null;
}

/** The picture of a card as text. */
export function photoOfText(card: string): CardPhoto | null {
  const [read] = parseVcards(card.split(/\r\n|\r|\n/));
  return read ? photoOfCard(read) : null;
}

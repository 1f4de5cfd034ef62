import { hasMark, withMark } from './card-marks.ts';
import { labelOfGroup, labelsOfGroups } from './labels.ts';
import { escapeVcard, unescapeVcard, type Vcard, type VcardProperty } from './vcard.ts';

const NAME = 'CATEGORIES';
const PARTS = /(?:\\[\s\S]|[^\\,]|\\$)+/g;

/** The texts of a list that commas separate (CATEGORIES, NICKNAME). Version 2.1 has no escape for a comma; programs write `\,` all the same. */
export const vcardTexts = (value: string, version: string): string[] =>
  (value.match(PARTS) ?? [])
    .map((part) => unescapeVcard(version === '2.1' ? part.replaceAll('\\,', ',') : part, version).trim())
    .filter((text) => text !== '');

/** The same as a value. */
export const writeVcardTexts = (texts: readonly string[], version: string): string =>
  texts
    .map((text) => {
      const escaped = escapeVcard(text, version);
      return version === '2.1' ? escaped.replaceAll(',', '\\,') : escaped;
    })
    .join(',');

const isCategories = ({ name }: VcardProperty) => name === NAME;
const isLabelled = (property: VcardProperty) => isCategories(property) && hasMark(property, 'X-LABELS');

const labelsIn = (properties: readonly VcardProperty[], version: string): string[] =>
  labelsOfGroups(properties.filter(isCategories).flatMap(({ value }) => vcardTexts(value, version)));

/** The labels of a person by their card: its categories. */
export const labelsOfCard = ({ properties, version }: Vcard): string[] => labelsIn(properties, version);

const keyOf = (label: string) => label.toLowerCase();

/**
 * A card whose categories are labels of its person: what the list says of these counts from now on.
 * @param labels those that the person has, where not all of the card's became labels
 */
export function withLabelledCategories(card: Vcard, labels: readonly string[] | null = null): Vcard {
  const known = labels && new Set(labels.map(keyOf));
  return {
    ...card,
    properties: card.properties.map((one) => {
      const own = isCategories(one) ? labelsIn([one], card.version) : [];
      const isTaken = own.length > 0 && own.every((label) => known?.has(keyOf(label)) ?? true);
      return isTaken ? withMark(one, 'X-LABELS') : one;
    }),
  };
}

/** A card without the categories that are labels, which are shown as such. */
export const withoutLabelledCategories = (card: Vcard): Vcard => ({
  ...card,
  properties: card.properties.filter((one) => !isLabelled(one)),
});

/**
 * A card with a person's labels as categories: as they are written in it where it has the same ones. Categories that
 * never became labels stay.
 */
export function cardWithLabels(card: Vcard, labels: readonly string[]): Vcard {
  const { version } = card;
  const wanted = new Set(labels.map(keyOf));
  const known = new Set(labelsOfCard(card).map(keyOf));
  const marked = card.properties.filter(isLabelled);
  const isSame =
    labels.every((label) => known.has(keyOf(label))) &&
    labelsIn(marked, version).every((label) => wanted.has(keyOf(label)));
  if (isSame) return card;
  const others = card.properties.filter((one) => !isLabelled(one));
  const elsewhere = new Set(labelsIn(others, version).map(keyOf));
  const retained = marked
    .flatMap(({ value }) => vcardTexts(value, version))
    .filter((text) => labelOfGroup(text) === null);
  const texts = [...retained, ...labels.filter((label) => !elsewhere.has(keyOf(label)))];
  if (texts.length === 0) return { ...card, properties: others };
  const [first] = marked;
  const at = first ? card.properties.indexOf(first) : others.length;
  const made = {
    ...(first ?? { group: null, name: NAME, params: [] }),
    value: writeVcardTexts(texts, version),
  };
  return { ...card, properties: others.toSpliced(at, 0, withMark(made, 'X-LABELS')) };
}

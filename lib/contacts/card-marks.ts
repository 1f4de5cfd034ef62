import type { Vcard, VcardProperty } from './vcard.ts';

/**
 * Marks of properties of a stored card: `X-UNREAD` of a number or an address that no column of the list could take,
 * `X-LABELS` of categories that are the person's labels. They are no part of a card that leaves the list.
 */
const MARKS = ['X-UNREAD', 'X-LABELS'] as const;
type Mark = (typeof MARKS)[number];

const isMark = (name: string) => MARKS.some((mark) => mark === name);

export const hasMark = ({ params }: Pick<VcardProperty, 'params'>, mark: Mark): boolean =>
  params.some(({ name }) => name === mark);

export const isMarked = ({ params }: Pick<VcardProperty, 'params'>): boolean =>
  params.some(({ name }) => isMark(name));

export const withMark = (property: VcardProperty, mark: Mark): VcardProperty =>
  hasMark(property, mark)
    ? property
    : { ...property, params: [...property.params, { name: mark, value: '1' }] };

const unmarked = (property: VcardProperty): VcardProperty => ({
  ...property,
  params: property.params.filter(({ name }) => !isMark(name)),
});

export const withoutMark = (property: VcardProperty, mark: Mark): VcardProperty => ({
  ...property,
  params: property.params.filter(({ name }) => name !== mark),
});

/** A card without such marks, as others read it. */
export const withoutMarks = (card: Vcard): Vcard =>
  card.properties.some(isMarked) ? { ...card, properties: card.properties.map(unmarked) } : card;

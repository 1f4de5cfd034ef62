/** The control of a card that opens its row. */
const openerOf = (card: HTMLElement | undefined): HTMLElement | null =>
  card instanceof HTMLButtonElement ? card : (card?.querySelector('button') ?? null);

const cardsIn = (place: Element) => [...place.querySelectorAll<HTMLElement>('[data-row]')];

/** The name of the list or group that a card is in, as something that can have the focus. */
function headingOf(card: HTMLElement | undefined, around: HTMLElement): HTMLElement | null {
  const section = card?.closest('section');
  const heading = section && around.contains(section) && section.querySelector<HTMLElement>('h2, h3, h4');
  if (!heading) return null;
  const button = heading.querySelector('button');
  if (!button) heading.tabIndex = -1;
  return button ?? heading;
}

/**
 * What gets the focus once rows are deleted: the next card of the list of the last one, else the one before it, else the name
 * of that list, or what is around all cards.
 */
export function focusAfterDeletion(around: HTMLElement, ids: ReadonlySet<string>): HTMLElement {
  const isDeleted = ({ dataset }: HTMLElement) => ids.has(dataset.row ?? '');
  const last = cardsIn(around).findLast(isDeleted);
  const list = cardsIn(last?.closest('ul') ?? around);
  const at = last ? list.indexOf(last) : 0;
  const left =
    list.slice(at).find((card) => !isDeleted(card)) ?? list.slice(0, at).findLast((card) => !isDeleted(card));
  const elsewhere = () => openerOf(cardsIn(around).find((card) => !isDeleted(card)));
  return openerOf(left) ?? headingOf(last, around) ?? elsewhere() ?? around;
}

/** What gets the focus once rows are not selected any more: the box of the last one. */
export function focusAfterClearing(around: HTMLElement, ids: ReadonlySet<string>): HTMLElement {
  const cards = cardsIn(around);
  const card = cards.findLast(({ dataset }) => ids.has(dataset.row ?? '')) ?? cards[0];
  return (
    card?.closest('li')?.querySelector<HTMLElement>('input[type="checkbox"]') ?? openerOf(card) ?? around
  );
}

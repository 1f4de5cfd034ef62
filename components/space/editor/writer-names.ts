import type { IntlShape } from 'react-intl';
import type { WritingPerson } from '#lib/contract/document-writers.ts';

/** The names of who writes, in the reader's language; people may have none. @param more how many others there are */
export function writerNames(
  intl: IntlShape,
  people: readonly Pick<WritingPerson, 'name'>[],
  more: number,
): string {
  const names = people.map(({ name }) => name || intl.formatMessage({ id: 'item.somebody' }));
  return intl.formatList(names, { type: more > 0 ? 'unit' : 'conjunction' });
}

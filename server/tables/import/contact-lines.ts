import { findContactLayout, NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import type { Line } from './read-csv.ts';

/**
 * The lines of a file that is imported into a contact list: those of an address book (Google, Outlook, Apple, LinkedIn)
 * under the names of the list's record, those of another file as they are. In the same groups at each reading.
 */
export async function* contactLines(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  let first: Line[] | null = [];
  let found: ReturnType<typeof findContactLayout> = null;
  const readBy = ({ cells, ...line }: Line): Line =>
    found ? { ...line, cells: found.layout.cellsOf(cells) } : { ...line, cells };
  const begin = (lines: readonly Line[]): Line[] => {
    found = findContactLayout(lines.map(({ cells }) => cells));
    if (!found) return [...lines];
    const { at, layout } = found;
    return [{ cells: layout.header }, ...lines.slice(at + 1).map(readBy)];
  };
  for await (const group of groups) {
    if (first === null) yield group.map(readBy);
    else {
      first.push(...group);
      if (first.length < NOTE_LINES_MAX) continue;
      yield begin(first);
      first = null;
    }
  }
  if (first && first.length > 0) yield begin(first);
}

import { findContactLayout, type HeaderReading, NOTE_LINES_MAX } from '#lib/contacts/contact-headers.ts';
import { escapeVcard, parseVcards, writeVcard } from '#lib/contacts/vcard.ts';
import { type Contact, type ContactField, vcardOfContact } from '#lib/contacts/vcard-contact.ts';
import { distinctHeaders } from '#lib/text/distinct-headers.ts';
import { withFirstLines } from './first-lines.ts';
import { UNFORESEEN } from './line-failure.ts';
import type { Line } from './read-csv.ts';

/** The card of a line whose cells have several values: further numbers and addresses, which are exported again. */
function cardOf(
  fields: readonly ContactField[],
  cells: readonly string[],
  further: readonly { name: string; value: string }[],
): Pick<Line, 'card' | 'isCardMade'> {
  if (further.length === 0) return {};
  const contact: Contact = Object.fromEntries(fields.map((field, at) => [field, cells[at] ?? '']));
  const [made] = parseVcards(vcardOfContact(contact, null).split('\r\n'));
  if (!made) return {};
  const properties = further.map(({ name, value }) => ({
    ...{ group: null, name, params: [] },
    value: escapeVcard(value, made.version),
  }));
  const card = writeVcard({ ...made, properties: [...made.properties, ...properties] });
  return { card, isCardMade: true };
}

/** Which of a file's columns goes where, by its headers. */
type Mapping = Readonly<Record<string, string>>;

/** Whether a mapping names headers of a file that the list's record has not: its writer has read the file as it is. */
function namesOwnHeaders(mapping: Mapping | null, own: readonly string[], known: readonly string[]): boolean {
  const [written, read] = [new Set(distinctHeaders(own)), new Set(distinctHeaders(known))];
  return Object.entries(mapping ?? {}).some(
    ([name, column]) => column.trim() !== '' && written.has(name) && !read.has(name),
  );
}

/**
 * The lines of a file that is imported into a contact list: those of an address book (Google, Outlook, Apple, LinkedIn)
 * under the names of the list's record, unless the mapping is one of its own headers; those of another file as they are. In the
 * same groups at each reading.
 */
export function contactLines(
  groups: AsyncIterable<readonly Line[]>,
  { reading = 'any', mapping = null }: { reading?: HeaderReading; mapping?: Mapping | null } = {},
): AsyncGenerator<readonly Line[]> {
  let found: ReturnType<typeof findContactLayout> = null;
  let isAsWritten = false;
  const readBy = (line: Line): Line => {
    if (!found) return line;
    if (isAsWritten) return { ...line, skipped: found.at + (line.skipped ?? 0) };
    const { fields, cellsOf, furtherOf } = found.layout;
    // The note above the header is left out, as empty lines are.
    const skipped = found.at + (line.skipped ?? 0);
    try {
      const cells = cellsOf(line.cells);
      return { ...line, skipped, cells, ...cardOf(fields, cells, furtherOf(line.cells)) };
    } catch {
      return { ...line, skipped, problem: UNFORESEEN, isUnread: true };
    }
  };
  const begin = (lines: readonly Line[]): readonly Line[] => {
    const first = lines.map(({ cells }) => cells);
    found = findContactLayout(first, reading);
    if (!found) return lines;
    const { at, layout } = found;
    const own = first[at] ?? [];
    isAsWritten = namesOwnHeaders(mapping, own, layout.header);
    return [{ ...lines[at], cells: isAsWritten ? own : layout.header }, ...lines.slice(at + 1).map(readBy)];
  };
  return withFirstLines(groups, NOTE_LINES_MAX, begin, readBy);
}

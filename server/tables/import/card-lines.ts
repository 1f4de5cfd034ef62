import { labelsOfCard } from '#lib/contacts/card-labels.ts';
import { LABELS, labelsCell, labelsOfGroups } from '#lib/contacts/labels.ts';
import { withoutReason } from '#lib/contacts/refused-card.ts';
import { parseVcards, type Vcard, writeVcard } from '#lib/contacts/vcard.ts';
import { CONTACT_FIELDS, contactOfVcard } from '#lib/contacts/vcard-contact.ts';
import { CONTACT_RECORD } from '#lib/fields/contact-record.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { type CardText, cardTexts } from './card-texts.ts';
import { UNFORESEEN } from './line-failure.ts';
import type { Line } from './read-csv.ts';

const PIECE_BYTES = 256 * 1024;

/** The names of what lines of cards have: the fields of a contact's record, and labels. */
export const CARD_HEADER: readonly string[] = [...CONTACT_FIELDS, 'labels'];

/** The same as the columns of a table that is no contact list are called. */
const TABLE_HEADER: readonly string[] = [...CONTACT_RECORD.map(({ label }) => label), LABELS];

/** Lines of cards for a table that is no contact list, in which they become columns. */
export async function* asTableLines(groups: AsyncIterable<readonly Line[]>): AsyncGenerator<readonly Line[]> {
  let isFirst = true;
  for await (const group of groups) {
    const [, ...rest] = group;
    yield isFirst && group.length > 0 ? [{ cells: [...TABLE_HEADER] }, ...rest] : group;
    if (group.length > 0) isFirst = false;
  }
}

const GROUP_LINE = /^(?:[\w-]+\.)?(?:X-ADDRESSBOOKSERVER-)?KIND(?:;[^:]*)?:\s*group\s*$/i;
/** How such a line ends, in bytes: most files have none. */
const GROUP_END = /kind(?:;[^:\n]{0,80})?:[ \t]{0,8}group/i;
/** As many people of all groups of a file are remembered. */
const MEMBERS_MAX = 500_000;

const isGroup = ({ properties }: Vcard): boolean =>
  properties.some(
    ({ name, value }) => /^(?:X-ADDRESSBOOKSERVER-)?KIND$/.test(name) && /^\s*group\s*$/i.test(value),
  );

const memberKey = (text: string): string =>
  text
    .trim()
    .replace(/^urn:uuid:/i, '')
    .toLowerCase();

async function mayHaveGroups(source: ByteSource): Promise<boolean> {
  let before = '';
  for (let done = 0; done < source.size; ) {
    const bytes = await source.read(done, PIECE_BYTES);
    if (bytes.length === 0) return false;
    done += bytes.length;
    // Of a wide encoding, without its zeros.
    const text = before + Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
    if (GROUP_END.test(text)) return true;
    before = text.slice(-200);
  }
  return false;
}

/** The names of a file's groups by their members, where cards are groups, as Apple has them: by the id or address of these. */
export async function groupsOfCards(
  source: ByteSource,
  encoding: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const groups = new Map<string, string[]>();
  if (!(await mayHaveGroups(source))) return groups;
  let members = 0;
  for await (const { lines } of cardTexts(source, encoding)) {
    if (!lines.some((line) => GROUP_LINE.test(line))) continue;
    for (const card of parseVcards(lines)) {
      const { name } = contactOfVcard(card);
      if (!isGroup(card) || name === undefined) continue;
      for (const property of card.properties) {
        if (!/^(?:X-ADDRESSBOOKSERVER-)?MEMBER$/.test(property.name) || members >= MEMBERS_MAX) continue;
        members += 1;
        const key = memberKey(property.value);
        const known = groups.get(key);
        if (known) known.push(name);
        else groups.set(key, [name]);
      }
    }
  }
  return groups;
}

/** By what a group names somebody. */
const memberKeysOf = ({ properties }: Vcard): string[] =>
  properties.flatMap(({ name, value }) => {
    if (name === 'UID' || name === 'X-ABUID')
      return [memberKey(value), memberKey(value.replace(/:ABPerson$/i, ''))];
    return name === 'EMAIL' ? [`mailto:${memberKey(value.replace(/^mailto:/i, ''))}`] : [];
  });

/** A line of a card, and what of this could not be read. */
type CardLine = Line & { problems?: readonly string[] };

/** The lines of a text of cards. */
function linesOfCards(
  { lines, problems }: CardText,
  groups: ReadonlyMap<string, readonly string[]>,
): CardLine[] {
  const found: CardLine[] = [];
  for (const one of parseVcards(lines)) {
    if (isGroup(one)) continue;
    const contact = contactOfVcard(one);
    const named = groups.size > 0 ? memberKeysOf(one).flatMap((key) => groups.get(key) ?? []) : [];
    const labels = labelsOfGroups([...labelsOfCard(one), ...named]);
    // The database has no NUL in a text, and a card no use for one.
    const own = withoutReason(one);
    const text = (own ? writeVcard(own) : lines.join('\n')).replaceAll('\0', '');
    found.push({
      cells: [...CONTACT_FIELDS.map((field) => contact[field] ?? ''), labelsCell(labels)],
      card: text,
      ...(problems.length > 0 ? { problems } : {}),
    });
  }
  return found;
}

/**
 * vCards as lines: under the names of a contact's record, and with labels, each with the card that it comes from. A card of a
 * group is none: its name is a label of its members.
 */
export async function* vcardLines(
  source: ByteSource,
  encoding: string,
  groupsOf: () => Promise<ReadonlyMap<string, readonly string[]>>,
): AsyncGenerator<readonly CardLine[]> {
  yield [{ cells: [...CARD_HEADER] }];
  const groups = await groupsOf();
  for await (const card of cardTexts(source, encoding)) {
    let found: CardLine[];
    try {
      found = linesOfCards(card, groups);
    } catch {
      const text = card.lines.join('\n').replaceAll('\0', '');
      found = [{ cells: [], card: text, problem: UNFORESEEN, isUnread: true }];
    }
    yield found;
  }
}

import { labelsOfCard } from '#lib/contacts/card-labels.ts';
import { LABELS, labelsCell, labelsOfGroups } from '#lib/contacts/labels.ts';
import { withoutReason } from '#lib/contacts/refused-card.ts';
import { FOLD_BYTES, unfoldBytes } from '#lib/contacts/unfold-bytes.ts';
import { parseVcards, VCARD_MAX_LENGTH, type Vcard, writeVcard } from '#lib/contacts/vcard.ts';
import { CONTACT_FIELDS, contactOfVcard } from '#lib/contacts/vcard-contact.ts';
import { CONTACT_RECORD } from '#lib/fields/contact-record.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';
import type { Line } from './read-csv.ts';

const PIECE_BYTES = 256 * 1024;
/** Of a card, without those that continue another one: a picture whose lines are not marked as such has as many. */
const CARD_LINES_MAX = 60_000;

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

/** The pieces of a file of cards, without folds inside of characters. */
async function* unfoldedPieces(source: ByteSource): AsyncGenerator<Uint8Array> {
  let cut: Uint8Array = new Uint8Array();
  for (let done = 0; done < source.size; ) {
    const bytes = await source.read(done, PIECE_BYTES);
    if (bytes.length === 0) break;
    done += bytes.length;
    const whole = unfoldBytes(Buffer.concat([cut, bytes]));
    const until = Math.max(0, whole.length - FOLD_BYTES);
    cut = whole.slice(until);
    yield whole.subarray(0, until);
  }
  yield cut;
}

async function* textLines(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  let rest = '';
  for await (const bytes of unfoldedPieces(source)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    if (rest.length > VCARD_MAX_LENGTH) throw new ImportAborted('The file has a line that is too long.');
    yield* lines;
  }
  yield* (rest + decoder.decode()).split(/\r\n|\n|\r/);
}

/** The lines of each card of a file. */
async function* cardTexts(source: ByteSource, encoding: string): AsyncGenerator<string[]> {
  let card: string[] = [];
  let depth = 0;
  let length = 0;
  let count = 0;
  for await (const line of textLines(source, encoding)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) depth += 1;
    if (depth === 0) continue;
    length += line.length + 1;
    if (!/^[ \t]/.test(line)) count += 1;
    // What makes a card longer than any is left out; the rest of it is read.
    if (length <= VCARD_MAX_LENGTH && count <= CARD_LINES_MAX) card.push(line);
    if (/^END:VCARD\s*$/i.test(line)) {
      depth -= 1;
      if (depth > 0) continue;
      yield card;
      card = [];
      length = 0;
      count = 0;
    }
  }
  yield card;
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
  for await (const lines of cardTexts(source, encoding)) {
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

/**
 * vCards as lines: under the names of a contact's record, and with labels, each with the card that it comes from. A card of a
 * group is none: its name is a label of its members.
 */
export async function* vcardLines(
  source: ByteSource,
  encoding: string,
  groupsOf: () => Promise<ReadonlyMap<string, readonly string[]>>,
): AsyncGenerator<readonly Line[]> {
  yield [{ cells: [...CARD_HEADER] }];
  const groups = await groupsOf();
  for await (const lines of cardTexts(source, encoding)) {
    const found: Line[] = [];
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
      });
    }
    yield found;
  }
}

import { withoutReason } from '#lib/contacts/refused-card.ts';
import { FOLD_BYTES, unfoldBytes } from '#lib/contacts/unfold-bytes.ts';
import { parseVcards, VCARD_MAX_LENGTH, writeVcard } from '#lib/contacts/vcard.ts';
import { CONTACT_FIELDS, contactOfVcard } from '#lib/contacts/vcard-contact.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, guessEncodingOf, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';
import { type Line, openCsv, type TextReading } from './read-csv.ts';
import { type ReadableLines, spoolRows } from './spooled-rows.ts';

const PIECE_BYTES = 256 * 1024;
/** Of a card, without those that continue another one: a picture whose lines are not marked as such has as many. */
const CARD_LINES_MAX = 60_000;

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

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

/** vCards as lines: under the names of a contact's record, each with the card that it comes from. */
async function* vcardLines(source: ByteSource, encoding: string): AsyncGenerator<readonly Line[]> {
  yield [{ cells: [...CONTACT_FIELDS] }];
  let card: string[] = [];
  let depth = 0;
  let length = 0;
  let count = 0;
  function* cards(): Generator<Line> {
    const lines = card;
    card = [];
    length = 0;
    count = 0;
    for (const one of parseVcards(lines)) {
      const contact = contactOfVcard(one);
      // The database has no NUL in a text, and a card no use for one.
      const own = withoutReason(one);
      const text = (own ? writeVcard(own) : lines.join('\n')).replaceAll('\0', '');
      yield { cells: CONTACT_FIELDS.map((field) => contact[field] ?? ''), card: text };
    }
  }
  for await (const line of textLines(source, encoding)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) depth += 1;
    if (depth === 0) continue;
    length += line.length + 1;
    if (!/^[ \t]/.test(line)) count += 1;
    // What makes a card longer than any is left out; the rest of it is read.
    if (length <= VCARD_MAX_LENGTH && count <= CARD_LINES_MAX) card.push(line);
    if (/^END:VCARD\s*$/i.test(line)) {
      depth -= 1;
      if (depth === 0) yield [...cards()];
    }
  }
  yield [...cards()];
}

/** Lines that are read from the file each time. */
const readAgain = (groups: () => AsyncIterable<readonly Line[]>): ReadableLines => ({
  groups,
  close: async () => undefined,
});

/** How a file is read. */
export type FileReading = TextReading & { sheet: number };

/**
 * The lines of a file to be imported, by what it contains: delimited text in any encoding, records (a JSON object a
 * line), a workbook, vCards. In groups; the first line names the columns.
 * @param how the sheet of a workbook, from 0; of text its encoding and delimiter, where not as detected
 * @param readRows reads the rows of a workbook, or of records: by default all of them, which takes long
 * @throws ImportAborted for another kind of file, a damaged or a protected one; also while lines are read
 */
export async function readImportLines(
  services: Pick<Services, 'extraction'>,
  source: ByteSource,
  { sheet, ...chosen }: FileReading,
  signal: AbortSignal,
  readRows: typeof spoolRows = spoolRows,
): Promise<ReadableLines> {
  const head = await source.read(0, LINES_SAMPLE_BYTES);
  // A zip, and the container of a protected workbook.
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    return readRows(services, { source, extension: 'xlsx', sheet }, signal);
  if (detectText(head).text) {
    const isOfCards = /^\s*BEGIN:VCARD\b/i.test(Buffer.from(head).toString('latin1').replace(/^ï»¿/, ''));
    const encoding = isOfCards
      ? await guessEncodingOf(
          { size: source.size, read: async (...part) => unfoldBytes(await source.read(...part)) },
          unfoldBytes(head),
        )
      : (chosen.encoding ?? (await guessEncodingOf(source, head)));
    const text = createDecoder(encoding)
      .decode(head)
      .replace(/^\uFEFF/, '')
      .trimStart();
    if (/^BEGIN:VCARD\b/i.test(text))
      return { ...readAgain(() => vcardLines(source, encoding)), ofCards: true, isNamed: true };
    if (text.startsWith('{'))
      return {
        ...(await readRows(services, { source, extension: 'record', sheet: 0 }, signal)),
        isNamed: true,
      };
  }
  const csv = await openCsv(source, chosen);
  if (!csv) throw new ImportAborted('The file is not text. Save it as CSV, and import that.');
  return { ...readAgain(csv.groups), text: { encoding: csv.encoding, separator: csv.separator } };
}

import { FOLD_BYTES, unfoldBytes } from '#lib/contacts/unfold-bytes.ts';
import { parseVcards, VCARD_MAX_LENGTH } from '#lib/contacts/vcard.ts';
import { CONTACT_FIELDS, contactOfVcard } from '#lib/contacts/vcard-contact.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, guessEncodingOf, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';
import { type Line, readCsv } from './read-csv.ts';

const PIECE_BYTES = 256 * 1024;
/** Rows of a workbook that are read at once, in a process of their own. */
const WINDOW_ROWS = 10_000;

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

/** Why no rows of a workbook can be read, for its user. */
export const workbookProblem = (code: string): ImportAborted =>
  new ImportAborted(
    code === 'encrypted'
      ? 'The workbook is protected by a password. Save it without one, and import that.'
      : 'The file is damaged, or no file that can be imported.',
  );

/** The rows of a workbook's sheet, or of a file of records: read by the process that reads untrusted files. */
async function* windowLines(
  { extraction }: Pick<Services, 'extraction'>,
  source: ByteSource,
  extension: 'xlsx' | 'record',
  sheet: number,
): AsyncGenerator<readonly Line[]> {
  for (let from = 1; ; from += WINDOW_ROWS) {
    const window = { sheet, from, to: from + WINDOW_ROWS, whole: true };
    const result = await extraction.rows({ source, extension, window });
    if (!result.ok) throw workbookProblem(result.code);
    yield result.rows.map(({ cells }) => ({ cells }));
    if (!result.hasMore) return;
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

/** vCards as lines: under the names of a contact's record, each with the card that it comes from. */
async function* vcardLines(source: ByteSource, encoding: string): AsyncGenerator<readonly Line[]> {
  yield [{ cells: [...CONTACT_FIELDS] }];
  let card: string[] = [];
  let depth = 0;
  let length = 0;
  function* cards(): Generator<Line> {
    const lines = card;
    card = [];
    length = 0;
    for (const one of parseVcards(lines)) {
      const contact = contactOfVcard(one);
      yield { cells: CONTACT_FIELDS.map((field) => contact[field] ?? ''), card: lines.join('\n') };
    }
  }
  for await (const line of textLines(source, encoding)) {
    if (/^BEGIN:VCARD\s*$/i.test(line)) depth += 1;
    if (depth === 0) continue;
    length += line.length;
    // What makes a card longer than any is left out; the rest of it is read.
    if (length <= VCARD_MAX_LENGTH) card.push(line);
    if (/^END:VCARD\s*$/i.test(line)) {
      depth -= 1;
      if (depth === 0) yield [...cards()];
    }
  }
  yield [...cards()];
}

/**
 * The lines of a file to be imported, by what it contains: delimited text in any encoding, records (a JSON object a
 * line), a workbook, vCards. In groups; the first line names the columns.
 * @throws ImportAborted for another kind of file, and while it is read for a damaged or protected one
 */
export async function readImportLines(
  services: Pick<Services, 'extraction'>,
  source: ByteSource,
  sheet: number,
): Promise<AsyncIterable<readonly Line[]>> {
  const head = await source.read(0, LINES_SAMPLE_BYTES);
  // A zip, and the container of a protected workbook.
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0))
    return windowLines(services, source, 'xlsx', sheet);
  if (detectText(head).text) {
    const isOfCards = /^\s*BEGIN:VCARD\b/i.test(Buffer.from(head).toString('latin1').replace(/^ï»¿/, ''));
    const encoding = isOfCards
      ? await guessEncodingOf(
          { size: source.size, read: async (...part) => unfoldBytes(await source.read(...part)) },
          unfoldBytes(head),
        )
      : await guessEncodingOf(source, head);
    const text = createDecoder(encoding)
      .decode(head)
      .replace(/^\uFEFF/, '')
      .trimStart();
    if (/^BEGIN:VCARD\b/i.test(text)) return vcardLines(source, encoding);
    if (text.startsWith('{')) return windowLines(services, source, 'record', 0);
  }
  const lines = await readCsv(source);
  if (!lines) throw new ImportAborted('The file is not text. Save it as CSV, and import that.');
  return lines;
}

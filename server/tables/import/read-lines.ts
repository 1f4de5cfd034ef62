import { unfoldBytes } from '#lib/contacts/unfold-bytes.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { guessEncodingOf, isTextual, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { WantedSheet } from '#server/platform/extraction/result.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { groupsOfCards, vcardLines } from './card-lines.ts';
import { ImportAborted } from './import-aborted.ts';
import { refuseOtherText, refuseOtherWorkbook } from './other-format.ts';
import { type Line, openCsv, type TextReading } from './read-csv.ts';
import { type ReadableLines, spoolRows } from './spooled-rows.ts';

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);

/** Lines that are read from the file each time. */
const readAgain = (groups: () => AsyncIterable<readonly Line[]>): ReadableLines => ({
  groups,
  close: async () => undefined,
});

/** How a file is read. */
export type FileReading = TextReading & { sheet: WantedSheet };

/**
 * The lines of a file to be imported, by what it contains: delimited text in any encoding, records (a JSON object a
 * line), a workbook, vCards. In groups; the first line names the columns.
 * @param how the sheet of a workbook; of text its encoding and delimiter, where not as detected
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
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04) || startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
    await refuseOtherWorkbook(source, Buffer.from(head));
    return readRows(services, { source, extension: 'xlsx', sheet }, signal);
  }
  if (isTextual(head)) {
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
    if (/^BEGIN:VCARD\b/i.test(text)) {
      let groups: ReturnType<typeof groupsOfCards> | null = null;
      const groupsOf = () => {
        groups ??= groupsOfCards(source, encoding);
        return groups;
      };
      return { ...readAgain(() => vcardLines(source, encoding, groupsOf)), ofCards: true, isNamed: true };
    }
    if (text.startsWith('{'))
      return {
        ...(await readRows(services, { source, extension: 'record', sheet: 0 }, signal)),
        isNamed: true,
      };
    refuseOtherText(text);
  }
  const csv = await openCsv(source, chosen);
  if (!csv) throw new ImportAborted('The file is not text. Save it as CSV, and import that.');
  return { ...readAgain(csv.groups), text: { encoding: csv.encoding, separator: csv.separator } };
}

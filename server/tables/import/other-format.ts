import { zipNames } from '#server/platform/extraction/zip-names.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';

const PART_BYTES = 1024 * 1024;
/** What a workbook with a password is stored under in its container (MS-OFFCRYPTO, 2.3.4.4). */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

const SAVE_ANEW = 'Open it in a spreadsheet program, save it as .xlsx or CSV, and import that.';
/** Files of other programs that are zips, by names in them. */
const ZIPS: readonly [pattern: RegExp, sentence: string][] = [
  [/^xl\/workbook\.bin$/i, `This is a binary workbook (.xlsb). ${SAVE_ANEW}`],
  [/^content\.xml$/i, `This is a file of OpenDocument, such as .ods. ${SAVE_ANEW}`],
  [/^Index(?:\/|\.zip$)/, `This is a file of Numbers. ${SAVE_ANEW}`],
  [/^word\//i, 'This is a Word document, of which no rows can be imported.'],
  [/^ppt\//i, 'This is a presentation, of which no rows can be imported.'],
];
/** Texts of other kinds, by how they begin. */
const TEXTS: readonly [pattern: RegExp, sentence: string][] = [
  [/^<(?:!doctype|html|head|body|table|meta|\?xml)\b/i, `This is a web page, or XML. ${SAVE_ANEW}`],
  [
    /^\[\s*\{/,
    'This is a list in JSON. Records are imported from a file with one JSON object a line; rows from CSV, or .xlsx.',
  ],
];

async function contains({ size, read }: ByteSource, wanted: Buffer): Promise<boolean> {
  let before = Buffer.alloc(0);
  for (let at = 0; at < size; ) {
    const part = await read(at, PART_BYTES);
    if (part.length === 0) return false;
    at += part.length;
    const bytes = Buffer.concat([before, part]);
    if (bytes.includes(wanted)) return true;
    before = bytes.subarray(-wanted.length);
  }
  return false;
}

/** @throws ImportAborted for a file of another program than those that write workbooks (.xlsx), with what it is */
export async function refuseOtherWorkbook(source: ByteSource, head: Buffer): Promise<void> {
  if (head[0] === 0xd0) {
    if (await contains(source, ENCRYPTED)) return;
    throw new ImportAborted(`This is a file of an older program, such as .xls. ${SAVE_ANEW}`);
  }
  const names = await zipNames(source, head);
  const found = ZIPS.find(([pattern]) => names.some((name) => pattern.test(name)));
  if (found) throw new ImportAborted(found[1]);
}

/** @throws ImportAborted for a text that is no delimited one, by how it begins */
export function refuseOtherText(text: string): void {
  const found = TEXTS.find(([pattern]) => pattern.test(text));
  if (found) throw new ImportAborted(found[1]);
}

import Papa from 'papaparse';
import { COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { separatorOf, withoutSeparatorLine } from '#lib/text/csv-separator.ts';
import { createDecoder } from '#lib/text/text-decoder.ts';
import { guessEncoding, isTextual, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import type { WantedSheet } from '#server/platform/extraction/result.ts';
import type { Services } from '#server/platform/services.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';
import { refuseOtherWorkbook } from './other-format.ts';
import { workbookProblem } from './spooled-rows.ts';

/** Rows of a workbook that its first one is looked for in. */
export const SAMPLE_ROWS = 1_000;
/** A large workbook is unpacked to its end before its first row is read. */
export const SAMPLE_TIMEOUT_MS = 60_000;

/**
 * Looks at the beginning of a file, so that no table is made for one that has none.
 * @throws ImportAborted with the reason
 */
export async function checkFile(
  { extraction }: Pick<Services, 'extraction'>,
  source: ByteSource,
  { fileName, sheet }: { fileName: string; sheet: WantedSheet },
): Promise<void> {
  const extension = extensionOf(fileName);
  let header: readonly string[] | undefined;
  if (extension === 'xlsx' || extension === 'record') {
    if (extension === 'xlsx') await refuseOtherWorkbook(source, await source.read(0, LINES_SAMPLE_BYTES));
    const window = { sheet, from: 1, to: 1 + SAMPLE_ROWS, whole: true };
    const result = await extraction.rows({ source, extension, window }, { timeoutMs: SAMPLE_TIMEOUT_MS });
    if (!result.ok) throw workbookProblem(result.code);
    header = result.hasMore ? (result.rows[0]?.cells ?? ['']) : result.rows[0]?.cells;
  } else {
    const head = await source.read(0, LINES_SAMPLE_BYTES);
    if (!isTextual(head)) throw new ImportAborted('The file is not text. Save it as CSV, and convert that.');
    const start = createDecoder(await guessEncoding(head)).decode(head);
    const options = { delimiter: separatorOf(start), preview: 1, skipEmptyLines: 'greedy' as const };
    [header] = Papa.parse<string[]>(withoutSeparatorLine(start), options).data;
  }
  if (!header) throw new ImportAborted('There are no rows in it.');
  if (header.length > COLUMNS_MAX) throw new ImportAborted(`A table has ${COLUMNS_MAX} columns at most.`);
}

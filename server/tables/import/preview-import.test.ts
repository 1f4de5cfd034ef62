import { afterAll, expect, test } from 'vitest';
import { CHECKED_CELLS_MAX, COLUMNS_MAX } from '#lib/contract/table-limits.ts';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { type ByteSource, sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { ImportAborted } from './import-aborted.ts';
import { previewImport } from './preview-import.ts';

const extraction = createExtraction();
afterAll(() => extraction.close());

const MB = 1024 * 1024;

/** A file that begins with a text and repeats another one for 40 MB; how many bytes of it are read is counted. */
function longFile(start: string, repeated: string): { source: ByteSource; bytesRead: () => number } {
  const whole = sourceOfBytes(Buffer.concat([Buffer.from(start), Buffer.alloc(40 * MB, repeated)]));
  let bytes = 0;
  const source: ByteSource = {
    size: whole.size,
    read: async (offset, length) => {
      const part = await whole.read(offset, length);
      bytes += part.length;
      return part;
    },
  };
  return { source, bytesRead: () => bytes };
}

const previewOf = (source: ByteSource, signal = new AbortController().signal) =>
  previewImport({ extraction }, source, { sheet: 0, isContacts: false }, signal);

test('a line has no more cells than a table has columns, and lines no more than a check reads', async () => {
  const lines = `${'a,'.repeat(1_000)}\n`.repeat(250);
  const { lines: shown } = await previewOf(sourceOfBytes(Buffer.from(lines)));
  expect(shown).toHaveLength((2 * CHECKED_CELLS_MAX) / COLUMNS_MAX);
  expect(new Set(shown.map(({ length }) => length))).toEqual(new Set([COLUMNS_MAX]));
});

test.each([
  ['empty lines', 'Name\n', '\n', [['Name']]],
  ['a line without an end', 'Name\n', 'a,', null],
  ['a card without an end', 'BEGIN:VCARD\nFN:Ada\n', 'NOTE:More\n', null],
])('of a text only the beginning is read: %s', async (_, start, repeated, wanted) => {
  const { source, bytesRead } = longFile(start, repeated);
  const { lines } = await previewOf(source);
  if (wanted) expect(lines).toEqual(wanted);
  expect(lines.length).toBeLessThanOrEqual(3);
  expect(bytesRead()).toBeLessThan(32 * MB);
});

test('a text is not read any more once its time is over', async () => {
  const { source, bytesRead } = longFile('Name\n', '\n');
  await expect(previewOf(source, AbortSignal.abort())).rejects.toBeInstanceOf(ImportAborted);
  expect(bytesRead()).toBe(0);
});

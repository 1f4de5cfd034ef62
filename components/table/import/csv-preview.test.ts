import { expect, test } from 'vitest';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { openCsv } from '#server/tables/import/read-csv.ts';
import { readCsvPreview } from './csv-preview.ts';

const LINES = 'Größe;Name\n7;Äpfel für Łódź\n';

function utf32(text: string): Buffer {
  const bytes = Buffer.alloc(4 * [...text].length);
  for (const [at, letter] of [...text].entries()) bytes.writeUInt32LE(letter.codePointAt(0) ?? 0, 4 * at);
  return bytes;
}

async function headersOnServer(bytes: Buffer): Promise<string[] | undefined> {
  const groups = (await openCsv(sourceOfBytes(bytes)))?.groups();
  for await (const [first] of groups ?? []) return first?.cells;
}

test.each<[string, Buffer]>([
  ['UTF-8', Buffer.from(LINES)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${LINES}`)],
  ['UTF-16', Buffer.from(`\uFEFF${LINES}`, 'utf16le')],
  ['UTF-32', utf32(`\uFEFF${LINES}`)],
  ['Latin 1', Buffer.from('Größe;Name\n7;Äpfel für Möbel\n', 'latin1')],
  [
    'UTF-8, longer than what is looked at',
    Buffer.from(`Größe;Name\n${'7;Äpfel für Łódź, ganz gewiß\n'.repeat(5000)}`),
  ],
  [
    'UTF-8, below notes that are separated otherwise',
    Buffer.from(`${'A note, of the device\n'.repeat(40)}\nGröße;Name\n${'7;Äpfel für Łódź\n'.repeat(9000)}`),
  ],
])('the headers of a file in %s are chosen as the import knows them', async (_, bytes) => {
  const head = await readCsvPreview(new File([new Uint8Array(bytes)], 'sizes.csv'));
  expect(head?.headers).toEqual(['Größe', 'Name']);
  expect(head?.samples[1]).toContain('Äpfel für');
  expect(await headersOnServer(bytes)).toEqual(head?.headers);
});

test('a file that is no text has no headers', async () => {
  const bytes = Uint8Array.from({ length: 4096 }, (_, at) => (at * 7) % 256);
  expect(await readCsvPreview(new File([bytes], 'picture.csv'))).toBeNull();
});

test('shows a file of refused lines as the lines that they were', async () => {
  const csv = 'Left out: line,Left out: reason,City\n3,City is too long,Bonn\n';
  const head = await readCsvPreview(new File([csv], 'refused.csv'));
  expect([head?.headers, head?.samples]).toEqual([['City'], ['Bonn']]);
});

test('shows no line that only names the separator', async () => {
  expect((await readCsvPreview(new File(['sep=;\nCity;Rank\nBonn;1\n'], 'a.csv')))?.headers).toEqual([
    'City',
    'Rank',
  ]);
});

test('shows each line of a file that has lines of Windows and of Unix', async () => {
  const head = await readCsvPreview(new File(['City,Rank\r\nBonn,1\nKiel,2\r\n\uFEFFUlm,3\n'], 'a.csv'));
  expect(head?.lines).toEqual([
    ['City', 'Rank'],
    ['Bonn', '1'],
    ['Kiel', '2'],
    ['Ulm', '3'],
  ]);
});

test('numbers the columns of a file that have the same header', async () => {
  const head = await readCsvPreview(new File(['City,City\nBonn,Kiel\n'], 'cities.csv'));
  expect(head?.headers).toEqual(['City', 'City (2)']);
  expect(head?.samples).toEqual(['Bonn', 'Kiel']);
});

import { afterAll, expect, test } from 'vitest';
import { VCARD_MAX_LENGTH } from '#lib/contacts/vcard.ts';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { readImportLines } from './read-lines.ts';

const extraction = createExtraction();
afterAll(() => extraction.close());

async function cardsOf(text: string) {
  const source = sourceOfBytes(Buffer.from(text));
  const file = await readImportLines({ extraction }, source, { sheet: 0 }, new AbortController().signal);
  const lines = [];
  for await (const group of file.groups()) lines.push(...group);
  await file.close();
  return lines.slice(1).map(({ cells, card = '' }) => ({ name: cells[0], card }));
}

test.each([
  ['empty lines', '\n', VCARD_MAX_LENGTH + 1_000_000],
  ['short lines', 'TEL:1\n', 500_000],
  ['folds', ' \n', VCARD_MAX_LENGTH],
])(
  'of a card that is endless only the beginning is taken, and the next card is read: %s',
  async (_, line, times) => {
    const endless = `BEGIN:VCARD\nFN:Ada\n${line.repeat(times)}END:VCARD\n`;
    const cards = await cardsOf(`${endless}BEGIN:VCARD\nFN:Bo\nEND:VCARD\n`);
    expect(cards.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
    expect(cards[0]?.card.length).toBeLessThanOrEqual(VCARD_MAX_LENGTH);
    expect(cards[0]?.card.match(/\n(?! )/g)?.length).toBeLessThanOrEqual(60_000);
  },
);

test('a card with a large picture is taken whole', async () => {
  const picture = Array.from({ length: 40_000 }, () => ` ${'A'.repeat(74)}`).join('\n');
  const card = `BEGIN:VCARD\nFN:Ada\nPHOTO:data:image/jpeg;base64,\n${picture}\nEND:VCARD`;
  expect(await cardsOf(`${card}\n`)).toEqual([{ name: 'Ada', card }]);
});

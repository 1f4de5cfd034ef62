import { describe, expect, it } from 'vitest';
import { type CardText, cardTexts } from './card-texts.ts';

async function textsOf(text: string) {
  const bytes = Buffer.from(text);
  const source = {
    size: bytes.length,
    read: async (from: number, length: number) => bytes.subarray(from, from + length),
  };
  const found: CardText[] = [];
  for await (const one of cardTexts(source, 'utf-8')) found.push(one);
  return found;
}
const card = (...lines: string[]) => ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\r\n');
const NOT_ENDED = 'The card has no end (END:VCARD): a part of it may be missing';
/** A picture of so many bytes of text, in lines that are folded. */
const photo = (length: number) => `PHOTO;ENCODING=b:${`${'QUJD'.repeat(18)}\r\n `.repeat(length / 72)}`;

describe('the cards of a file', () => {
  it('are found where one has no end', async () => {
    const file = `BEGIN:VCARD\nFN:A\nTEL:1\n${card('FN:B')}BEGIN:VCARD\nFN:C\n${card('FN:D')}BEGIN:VCARD\nFN:E`;
    const found = await textsOf(file);
    expect(found.map(({ lines }) => lines.filter((line) => line.startsWith('FN')).join())).toEqual([
      ...['FN:A', 'FN:B', 'FN:C', 'FN:D', 'FN:E'],
    ]);
    expect(found.map(({ problems }) => problems)).toEqual([[NOT_ENDED], [], [NOT_ENDED], [], [NOT_ENDED]]);
  });

  it('have those inside of them that an agent introduces', async () => {
    const [one, ...more] = await textsOf(card('FN:A', 'AGENT;X=1:', '', card('FN:B').trim(), 'TEL:1'));
    expect(more).toEqual([]);
    expect(one?.lines).toContain('TEL:1');
    expect(one?.problems).toEqual([]);
  });

  it.each(['\r\n ', ''])('are read without a picture that is too long, folded by %j', async (fold) => {
    const long = photo(6_000_000).replaceAll('\r\n ', fold);
    const found = await textsOf(card('FN:A', 'NOTE:x', long, 'EMAIL:a@example.org') + card('FN:B'));
    expect(found).toEqual([
      {
        lines: ['BEGIN:VCARD', 'VERSION:3.0', 'FN:A', 'NOTE:x', 'EMAIL:a@example.org', 'END:VCARD'],
        problems: ['Left out of the card, which is too long: PHOTO'],
      },
      { lines: ['BEGIN:VCARD', 'VERSION:3.0', 'FN:B', 'END:VCARD'], problems: [] },
    ]);
  });

  it('lose their longest property where others make them too long', async () => {
    const notes = Array.from({ length: 3 }, (_, n) => `X-NOTE-${n}:${'x'.repeat(500_000)}`);
    const [found] = await textsOf(card('FN:A', photo(3_000_000), ...notes, 'EMAIL:a@example.org'));
    expect(found?.problems).toEqual(['Left out of the card, which is too long: PHOTO']);
    expect(found?.lines.map((line) => line.slice(0, 8))).toEqual([
      ...['BEGIN:VC', 'VERSION:', 'FN:A', 'X-NOTE-0', 'X-NOTE-1', 'X-NOTE-2', 'EMAIL:a@', 'END:VCAR'],
    ]);
  });

  it('are bounded whatever they have', async () => {
    const [found, next] = await textsOf(
      card('FN:A', ...Array(100_000).fill(`X-A:${'x'.repeat(100)}`)) + card('FN:B'),
    );
    expect(found?.lines.join('\n').length).toBeLessThanOrEqual(4_000_000);
    expect(found?.problems).toEqual(['Left out of the card, which is too long: X-A']);
    expect(next?.lines).toContain('FN:B');
  });
});

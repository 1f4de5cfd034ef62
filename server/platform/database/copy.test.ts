import { expect, test } from 'vitest';
import { type CopyGroups, CopyInput } from './copy.ts';

async function textsOf(groups: CopyGroups): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of new CopyInput(groups).texts()) texts.push(text.toString());
  return texts;
}

test('writes cells as COPY reads them, whatever characters they have', async () => {
  const rows = [
    ['a\\b\tc\nd\r', null, 1.5],
    ['', '\\N', -0.25],
    ['Grüße 🎉', 'é', 0],
  ];
  expect((await textsOf([rows])).join('')).toBe(
    'a\\\\b\\tc\\nd\\r\t\\N\t1.5\n\t\\\\N\t-0.25\nGrüße 🎉\té\t0\n',
  );
});

test('gives many rows in several texts, each of whole rows', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => [String(n), 'Stands by the window']);
  const texts = await textsOf([rows, [], rows]);
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.every((text) => text.endsWith('\n'))).toBe(true);
  expect(texts.join('').split('\n')).toHaveLength(20_001);
});

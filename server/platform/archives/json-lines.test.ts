import { describe, expect, it } from 'vitest';
import { linesOfJson } from './json-lines.ts';
import { UnreadableArchive } from './read-zip.ts';

async function* chunksOf(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

async function allOf(lines: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

describe('lines of JSON', () => {
  it.each([1, 3, 100])('are read from chunks of %i bytes', async (size) => {
    const lines = await allOf(linesOfJson(chunksOf('{"a":1}\n\n{"b":2}', size)));
    expect(lines).toEqual(['{"a":1}', '', '{"b":2}']);
  });

  it('are refused where one is too long, or empty in its place where long ones are skipped', async () => {
    const text = `1\n${'x'.repeat(50)}\n2\n${'y'.repeat(50)}`;
    await expect(allOf(linesOfJson(chunksOf(text, 4), 10))).rejects.toThrow(UnreadableArchive);
    const skipped = linesOfJson(chunksOf(text, 4), 10, { skipsLong: true });
    expect(await allOf(skipped)).toEqual(['1', '', '2', '']);
  });
});

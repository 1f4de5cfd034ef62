import { expect, it } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { alignBlocks, withPartOf } from './align-blocks.ts';

const read = (...blocks: string[]) => parseMarkdown(blocks.join('\n\n'));

function aligned(before: ReturnType<typeof read>, after: ReturnType<typeof read>) {
  const pairs = alignBlocks(before, after);
  if (!pairs) throw new Error('they have something in common');
  return pairs;
}
const texts = (pairs: ReturnType<typeof aligned>) =>
  pairs.map(({ before, after, isSame }) => [before?.textContent, after?.textContent, isSame]);

it('puts what was changed beside what it was, and what was added or removed beside nothing', () => {
  const before = read('# Plan', 'It is 200.', 'Gone', 'Last');
  const after = read('First', '# Plan', 'It is 300.', 'Last', '- more');
  expect(texts(aligned(before, after))).toEqual([
    [undefined, 'First', false],
    ['Plan', 'Plan', true],
    ['It is 200.', 'It is 300.', false],
    ['Gone', undefined, false],
    ['Last', 'Last', true],
    [undefined, 'more', false],
  ]);
});

it('restores one part, the one of several equal ones that was meant, and leaves the rest', () => {
  const older = read('A', 'One', 'B', 'One', 'C');
  const newest = read('A', 'Two', 'B', 'Two', 'C', 'D');
  const shown = aligned(older, newest);
  const part = shown.filter(({ isSame }) => !isSame)[1];
  if (!part) throw new Error('there are two');
  const restored = withPartOf(older, newest, { shown, part });
  expect(restored && writeMarkdown(restored)).toBe('A\n\nTwo\n\nB\n\nOne\n\nC\n\nD');
});

it('restores what was removed where it was, and nothing where the text is another by now', () => {
  const older = read('A', 'Gone', 'B');
  const shown = aligned(older, read('A', 'B'));
  const part = shown.find(({ isSame }) => !isSame);
  if (!part) throw new Error('one is gone');
  const now = withPartOf(older, read('A', 'B', 'C'), { shown, part });
  expect(now && writeMarkdown(now)).toBe('A\n\nGone\n\nB\n\nC');
  expect(withPartOf(older, read('A', 'Else', 'B'), { shown, part })).toBeNull();
});

it('takes a bounded time for texts that have nothing in common', () => {
  const text = (word: string) => read(...Array.from({ length: 6_000 }, (_, at) => `${word} ${at}`));
  const begun = performance.now();
  alignBlocks(text('one'), text('other'));
  expect(performance.now() - begun).toBeLessThan(10_000);
});

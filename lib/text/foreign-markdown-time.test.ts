import { expect, it } from 'vitest';
import { readForeignMarkdown } from './foreign-markdown.ts';

const ticks = (count: number) => '`'.repeat(count);

it.each([
  ['a ==b== `==c==` ==d==', 'a b `==c==` d'],
  ['``==a`b==`` ==c==', '``==a`b==`` c'],
  ['`==a== ``b', '`a ``b'],
  ['==a== ``` ==b== ``', 'a ``` b ``'],
])('changes what is outside of code alone: %s', (text, changed) => {
  expect(readForeignMarkdown(text)).toBe(changed);
});

it.each([
  ['runs of backticks', `==a==\na${ticks(200_000)}${'x'.repeat(200_000)}`],
  ['many runs of backticks', `==a==\na${Array.from({ length: 600 }, (_, n) => ticks(n + 1)).join('x')}`],
  ['spaces in a heading', `<h1>a${' '.repeat(500_000)}b</h1>`],
  ['lists in lists', '<ul><li>'.repeat(60_000)],
  ['tags below a long line', `    ${'x'.repeat(500_000)}\n${`    ${'<b>'.repeat(400)}\n`.repeat(50)}`],
  ['a notice of many lines', `:::info\n${'a\n'.repeat(300_000)}:::`],
  ['many runs of code', `<code>${'` '.repeat(300_000)}</code>`],
])('reads hostile texts in linear time: %s', (_, text) => {
  const begin = process.cpuUsage();
  readForeignMarkdown(text);
  const { user } = process.cpuUsage(begin);
  // What is quadratic in these takes minutes.
  expect(user / 1_000).toBeLessThan(15_000);
});

it('puts a block of code into a fence that it does not contain', () => {
  const text = readForeignMarkdown('<pre>a\n```\nb</pre>');
  expect(text.trim()).toBe('````\na\n```\nb\n````');
});

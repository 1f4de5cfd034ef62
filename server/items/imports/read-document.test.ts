import { expect, it } from 'vitest';
import { withoutTitle } from './read-document.ts';

it.each([
  ['# Oars\n\nLong', 'Oars', 'Long'],
  ['\n # Oars ##  \r\nLong', 'Oars', 'Long'],
  ['# C\\# notes', 'C# notes', ''],
  ['#\tOars', 'Oars', ''],
  ['#Oars\nLong', 'Oars', '#Oars\nLong'],
  ['## Oars\nLong', 'Oars', '## Oars\nLong'],
  ['# Boats\nLong', 'Oars', '# Boats\nLong'],
  [`# ${'o'.repeat(2_000)}`, 'Oars', `# ${'o'.repeat(2_000)}`],
])('leaves out a heading that repeats the title: %j', (text, title, rest) => {
  expect(withoutTitle(text, title)).toBe(rest);
});

it('takes a heading with many spaces in a moment', () => {
  const text = `# a${' '.repeat(500_000)}xxx`;
  const start = process.cpuUsage();
  expect(withoutTitle(text, 'a')).toBe(text);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
});

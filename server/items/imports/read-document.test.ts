import { afterAll, expect, it } from 'vitest';
import { createExtraction } from '#server/platform/extraction/extract.ts';
import { readDocument, withoutTitle } from './read-document.ts';

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

const extraction = createExtraction();
afterAll(() => extraction.close());

it('reads HTML in Markdown of other programs, and leaves that of our own exports', async () => {
  const text = '<h1>Oars</h1>\n\n<p align="center">Long <b>ones</b></p>';
  const file = { path: 'Oars.md', bytes: Buffer.from(text), title: 'Oars' };
  const [foreign, own] = await Promise.all(
    [false, true].map((isOwnExport) => readDocument({ extraction }, { ...file, isOwnExport })),
  );
  expect(foreign?.markdown.trim()).toBe('Long **ones**');
  expect(own?.markdown).toBe(text);
});

it('counts the pictures of other sites that became links, not in our own exports', async () => {
  const file = { path: 'Oars.md', bytes: Buffer.from('![oar](https://example.org/oar.png)'), title: 'Oars' };
  expect(await readDocument({ extraction }, { ...file, isOwnExport: false })).toMatchObject({
    markdown: '[oar](https://example.org/oar.png)',
    linked_pictures: 1,
  });
  expect(await readDocument({ extraction }, { ...file, isOwnExport: true })).toMatchObject({
    markdown: '![oar](https://example.org/oar.png)',
    linked_pictures: 0,
  });
  const page = { path: 'Oars.html', title: 'Oars', isOwnExport: false };
  const bytes = Buffer.from('<p><img src="https://example.org/oar.png" alt="oar"></p>');
  expect(await readDocument({ extraction }, { ...page, bytes })).toMatchObject({
    markdown: '[oar](https://example.org/oar.png)',
    linked_pictures: 1,
  });
});

import { describe, expect, it } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { readForeignMarkdown } from './foreign-markdown.ts';

const read = (markdown: string): string => writeMarkdown(parseMarkdown(readForeignMarkdown(markdown)));

describe('Markdown of other programs', () => {
  it.each([
    [
      'aligned paragraphs',
      '<p align="center">\n  <b>Oars</b> and <i>sails</i>\n</p>\n\nText',
      '**Oars** and *sails*\n\nText',
    ],
    [
      'headings',
      '<h1 align="center">Boat\nhouse</h1>\n<h3>Inner <em>x</em></h3>\nText',
      '# Boat house\n\n### Inner *x*\n\nText',
    ],
    [
      'links',
      'See <a href="https://e.org/a?b=c" target="_blank">the <b>site</b></a><a name="top"></a>.',
      'See [the **site**](https://e.org/a?b=c).',
    ],
    ['keys', 'Press <kbd>Ctrl</kbd>+<kbd>C &lt;</kbd>', 'Press `Ctrl`+`C <`'],
    ['lowered and raised text', 'H<sub>2</sub>O, x<sup>2</sup>, 1<sup>st</sup>', 'H₂O, x², 1st'],
    ['comments', 'a<!-- hidden\n\n# not -->b', 'ab'],
    [
      'tables',
      '<table align="left">\n  <thead><tr><th>Name</th><th align="right">Size</th></tr></thead>\n  <tbody>\n  <tr>\n    <td>\n\n**Oar**\n\n</td>\n    <td><p>1</p><p>2</p></td>\n  </tr></tbody>\n</table>\n\nEnd',
      '| Name | Size |\n| --- | --: |\n| **Oar** | 1<br>2 |\n\nEnd',
    ],
    [
      'merged cells',
      '<table><tr><td colspan="2">a | b</td></tr><tr><td>c<ul><li>d</li></ul></td><td>e</td></tr></table>',
      '<table>\n<tr>\n<td colspan="2">a | b</td>\n</tr>\n<tr>\n<td>c<br>• d</td>\n<td>e</td>\n</tr>\n</table>',
    ],
    [
      'tables in cells',
      '<table><tr><td>a<table><tr><td>b</td><td><h2>c</h2></td></tr></table></td></tr></table>',
      '| a<br>b<br>c |\n| --- |',
    ],
    [
      'toggles',
      '<details open><summary><b>More</b></summary><p>\n\n- a\n\n</p></details>\nText',
      '<details>\n<summary>**More**</summary>\n\n- a\n\n</details>\n\nText',
    ],
    ['lists', '<ul>\n <li>a</li>\n <li>b <ol><li>c</li></ol></li>\n</ul>\nText', '- a\n- b\n  1. c\n\nText'],
    ['code blocks', '<pre><code>if a &lt; b:\n  c</code></pre>', '```\nif a < b:\n  c\n```'],
    ['quotes', '<blockquote>\n<p>a</p>\n\nb</blockquote>', '> a\n>\n> b'],
    ['HTML in an item', '- <p>a</p>\n  <p>b</p>\n- c', '- a\n\n  b\n\n- c'],
    ['HTML in a quote', '> <p>a</p>\n> b', '> a\n>\n> b'],
    [
      "Outline's notices",
      ':::info\nMind **this**\n\n- a\n:::\n\n:::warning\nCare\n:::',
      '> [!NOTE]\n> Mind **this**\n>\n> - a\n\n> [!WARNING]\n> Care',
    ],
    ["Outline's mentions", 'Ask @[Ada](mention://0f0c/user/1)', 'Ask @Ada'],
    [
      "Obsidian's callouts",
      '> [!note] Own title\n> text\n\n> [!faq]- Folded\n> text\n\n> [!bug]\n> text',
      '> [!NOTE]\n> **Own title**\n>\n> text\n\n> [!NOTE]\n> **Folded**\n>\n> text\n\n> [!CAUTION]\n> text',
    ],
    [
      "Obsidian's highlights and comments",
      'A ==high== `==x==`%%hidden%%\n\n%%\nall\n%%\n\nif a == b and c == d',
      'A high `==x==`\n\nif a == b and c == d',
    ],
    [
      "Notion's callouts",
      '<aside>\n💡 Mind **this**\n\n</aside>\n\nAfter',
      '> [!TIP]\n> Mind **this**\n\nAfter',
    ],
    [
      "Notion's callouts with an icon of their own",
      '<aside>\n🛶 Row\n\n- a\n</aside>',
      '> [!NOTE]\n> 🛶 Row\n>\n> - a',
    ],
  ])('has its %s as documents have them', (_name, markdown, expected) => {
    expect(read(markdown)).toBe(expected);
  });

  it.each([
    ['code', 'a `<b>x</b>` b\n\n```html\n<p>x</p>\n<!-- x -->\n:::info\nx\n:::\n```\n\n``<kbd>`x`</kbd>``'],
    ['escaped and unknown tags', 'a \\<b>x and Map<K, V> <T> a<b <https://e.org/a>'],
    ['an open comment', 'a <!-- b'],
    ['an open notice', ':::info\n\ntext'],
    ['indented code', 'Text\n\n    <b>x</b>\n    <p>y</p>\n\nEnd'],
    ['callouts', '> [!NOTE]\n> text'],
  ])('leaves %s as it is', (_name, markdown) => {
    expect(readForeignMarkdown(markdown)).toBe(markdown);
  });

  it.each([
    [
      'columns',
      '<div data-columns>\n<div data-column>\n\na\n\n</div>\n\n<div data-column>\n\nb\n\n</div>\n\n</div>',
    ],
    ['pictures', '<span data-picture data-width="50">![a](b.png)<br>Map</span>'],
    ['toggles', '<details>\n<summary>More **of** it</summary>\n\nText\n\n</details>'],
    [
      'tables',
      '<table>\n<col width="100">\n<col>\n<tr>\n<th colspan="2">a</th>\n</tr>\n<tr>\n<td align="right">b<br>c</td>\n<td>d</td>\n</tr>\n</table>',
    ],
    ['links to items', '@[Ada](user:01890000-0000-7000-8000-000000000001) and $a == b$'],
  ])('reads %s of our own documents as before', (_name, markdown) => {
    expect(read(markdown)).toBe(writeMarkdown(parseMarkdown(markdown)));
  });

  it.each([
    '<b>',
    '<sub>',
    '<details>',
    '<blockquote>',
    '<table><td>',
    '<p>',
    '`<a href="x">``',
    '<!--',
    '%%\n',
    ':::info\n',
    '<ul><li>',
    '- <p>',
    '<h1>',
  ])('reads a text of 20,000 times %s without end', (piece) => {
    const started = process.cpuUsage();
    readForeignMarkdown(piece.repeat(20_000));
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(20);
  });
});

import { describe, expect, it } from 'vitest';
import { rewriteLinks } from './markdown-links.ts';

const upper = (text: string) =>
  rewriteLinks(text, {
    address: (address, isPicture) =>
      address.startsWith('http') ? null : `${isPicture ? 'P-' : ''}${address.toUpperCase()}`,
    wiki: (target, label, isEmbed) => `${isEmbed ? '!' : ''}[${label ?? target}](${target.toUpperCase()})`,
  });

describe('links of a Markdown text', () => {
  it.each([
    ['[a](b.md) and ![c](d.png "title")', '[a](B.MD) and ![c](P-D.PNG "title")'],
    ['[![c](d.png)](b.md)', '[![c](P-D.PNG)](B.MD)'],
    ['[a](<b c.md>)', '[a](<B C.MD>)'],
    ['[a](b(1).md)', '[a](B%281%29.MD)'],
    ['[a][ref]\n\n[ref]: b.md "t"', '[a][ref]\n\n[ref]: B.MD "t"'],
    ['[[Page]] ![[pic.png]] [[Page|name]]', '[Page](PAGE) ![pic.png](PIC.PNG) [name](PAGE)'],
    ['- [ ] task [a](b.md)', '- [ ] task [a](B.MD)'],
  ])('are rewritten: %j', (text, result) => {
    expect(upper(text)).toBe(result);
  });

  it.each([
    '`[a](b.md)`',
    '``[a](b.md) ` ``',
    '```\n[a](b.md)\n[[Page]]\n```',
    '- ~~~ md\n  [a](b.md)\n  ~~~',
    '\\[a](b.md)',
    '[a](http://example.test/b.md)',
    'a](b.md)',
    '[a] (b.md)',
    '[a]()',
  ])('stay where they are code, or none: %j', (text) => {
    expect(upper(text)).toBe(text);
  });

  it('are found in linear time in a hostile text', () => {
    const begin = process.cpuUsage();
    for (const part of ['[', '![', '](', '[[', '`', '[a](', '<']) upper(part.repeat(400_000 / part.length));
    upper(Array.from({ length: 1_000 }, (_, n) => '`'.repeat(n)).join(' '));
    expect(process.cpuUsage(begin).user / 1000).toBeLessThan(10_000);
  });
});

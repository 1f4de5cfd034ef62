import { describe, expect, it } from 'vitest';
import { cpuTime } from '#tests/harness/cpu-time.ts';
import { plainMarkdown } from './plain-markdown.ts';

describe('the text of Markdown', () => {
  it.each([
    ['## Rules ##', 'Rules'],
    ['a **bold *and slanted* word** and ~~gone~~', 'a bold and slanted word and gone'],
    [
      '__strong__ and _soft_, but snake_case_name and 2 * 3 * 4',
      'strong and soft, but snake_case_name and 2 * 3 * 4',
    ],
    ['see [the rules](https://example.test/a_b "Rules") and ![a boat](boat.png)', 'see the rules and a boat'],
    ['see [**the** rules][1]\n\n[1]: https://example.test', 'see the rules\n\n'],
    ['<https://example.test/a> and `const a_b = **c**`', 'https://example.test/a and const a_b = **c**'],
    ['- [ ] open\n- [x] done\n* point\n1. [X] numbered\n2. kept', 'open\ndone\npoint\nnumbered\n2. kept'],
    ['> quoted\n> > twice', 'quoted\ntwice'],
    ['| Name | Age |\n| --- | :-: |\n| **Ann** | 4 |', 'Name · Age\n\nAnn · 4'],
    ['Name | Age\n--- | ---\nAnn | 4', 'Name · Age\n\nAnn · 4'],
    ['```js\nconst a = **b** | c;\n```\nafter', '\nconst a = **b** | c;\n\nafter'],
    ['Title\n=====\ntext\n***\nmore', 'Title\n\ntext\n\nmore'],
    ['water[^1] and more\n\n[^1]: from the well', 'water and more\n\nfrom the well'],
    ['5 \\* 3 and a|b and [no link] and a < b', '5 * 3 and a|b and [no link] and a < b'],
    ['> [!TIP]\n> Bring gloves', '\nBring gloves'],
    [
      '<details>\n<summary>More **words**</summary>\n\nhidden\n\n</details>\nafter',
      '\nMore words\n\nhidden\n\n\nafter',
    ],
    ['| a<br>b | @[Ada](user:1) |\n| --- | --- |', 'a b · @Ada\n'],
    [
      '<span data-picture data-width="50" data-align="left">![a boat](b.png)<br>At sea</span>',
      'a boat At sea',
    ],
    ['unclosed **bold and `code', 'unclosed **bold and `code'],
  ])('%j is %j', (written, read) => {
    expect(plainMarkdown(written).text).toBe(read);
  });

  it('keeps places where they belong', () => {
    const written = '## The **deposit**\n\n- pay the [deposit](https://example.test/deposit) by `May`';
    const spans = [...written.matchAll(/deposit|May/g)].map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
    }));
    const { text, spans: moved } = plainMarkdown(written, spans);
    expect(text).toBe('The deposit\n\npay the deposit by May');
    expect(moved.map(({ start, end }) => text.slice(start, end))).toEqual(['deposit', 'deposit', 'May']);
  });

  const SIGNS = [
    '[',
    '![',
    '![[',
    '*',
    '_a',
    '`',
    '``a`',
    '[a](',
    '|',
    '\\',
    '<https://',
    '> ',
    '[^a',
    ']((',
    ' ',
    '\t',
  ];
  it.each(SIGNS.flatMap((sign) => ['', '# ', '***', '|'].map((begin) => [begin, sign])))(
    'takes linear time for a line of %j and many %j',
    (begin, sign) => {
      expect(cpuTime(() => void plainMarkdown(`${begin}${sign.repeat(40_000)}x`))).toBeLessThan(1_000);
    },
  );

  it('keeps the signs of a heading that belong to its text', () => {
    expect(plainMarkdown('# C#').text).toBe('C#');
    expect(plainMarkdown('# C# ##  ').text).toBe('C#');
    expect(plainMarkdown('#  ##').text).toBe('##');
  });
});

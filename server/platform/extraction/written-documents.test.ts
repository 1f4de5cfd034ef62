import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import type { DocumentToWrite, FileFormat } from './document-to-write.ts';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

const ORIGIN = 'https://hub.example';

async function written(
  markdown: string,
  format: FileFormat,
  {
    title = 'Handbook',
    pictures = [],
  }: { title?: string; pictures?: { address: string; bytes: Buffer }[] } = {},
): Promise<Buffer> {
  let offset = 0;
  const ranges = pictures.map(({ address, bytes }) => {
    const one = { address, offset, size: bytes.length };
    offset += bytes.length;
    return one;
  });
  const document: DocumentToWrite = {
    title,
    markdown,
    origin: ORIGIN,
    modified: '2026-11-20T08:00:00Z',
    pictures: ranges,
  };
  const head = Buffer.from(JSON.stringify(document));
  const source = sourceOfBytes(Buffer.concat([head, ...pictures.map(({ bytes }) => bytes)]));
  const result = await extraction.writeDocument({ source, head: head.length, format });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.file;
}

/** What an import makes of a Word file: its Markdown, without the title. */
async function readAgain(file: Buffer) {
  const result = await extraction.convertDocument(file, 'docx');
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return { markdown: result.markdown.replace(/^# Handbook\n+/, ''), pictures: result.pictures ?? [] };
}

const usual = (markdown: string): string => writeMarkdown(parseMarkdown(markdown));

const BLOCKS: Record<string, string> = {
  headings: '# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### Six\n\nText.',
  marks:
    'Plain, **bold**, *italic*, ~~struck~~, `code`, ***both***, and a [link](https://example.org/a?b=c#d).',
  'line breaks': 'One\\\ntwo',
  'bullet lists': '- one\n- two\n  - inner\n    - deep\n- three',
  'ordered lists': '1. one\n2. two\n   1. inner\n   2. next\n3. three',
  'numbers of lists': '5. five\n6. six\n   3. inner\n7. seven',
  'alignment of columns': '| a | b | c |\n| --- | :-: | --: |\n| 1 | 2 | 3 |\n|  | **x** |  |',
  'lists of both kinds': '- one\n  1. first\n  2. second\n- two',
  'further paragraphs of an item': '- one\n\n  more of one\n\n- two',
  tasks: '- [ ] open\n- [x] done\n  - [x] inner\n- [ ] **bold** task',
  tables: '| Name | Size |\n| --- | --- |\n| **Oar** | 3 |\n| Sail | 12 |',
  'tables without header cells':
    '<table>\n<tr>\n<td>a</td>\n<td>b</td>\n</tr>\n<tr>\n<td>c</td>\n<td>d</td>\n</tr>\n</table>',
  'merged cells':
    '<table>\n<tr>\n<th colspan="2">Crew</th>\n<th>Oars</th>\n</tr>\n<tr>\n<td rowspan="2">Ada</td>\n<td>bow</td>\n<td>2</td>\n</tr>\n<tr>\n<td>stern</td>\n<td>1</td>\n</tr>\n</table>',
  code: '```python\ndef row(n):\n    return n * 2\n\nprint(row(3))\n```',
  diagrams: '```mermaid\ngraph TD\n  Oar --> Sail\n```',
  'code of no language': '```\na < b && c\n```',
  quotes: '> One line.\n>\n> - with a list\n>\n> > and a quote',
  callouts: '> [!WARNING]\n> Take care.\n>\n> - of this\n> - and that',
  toggles: '<details>\n<summary>More **of** it</summary>\n\nHidden text.\n\n- and a list\n\n</details>',
  formulas: 'Inline $a^2 + b^2$ here.\n\n$$\n\\int_0^1 x \\, dx\n$$',
  rules: 'Above\n\n---\n\nBelow',
  'text from right to left': 'שלום **עולם**\n\n- مرحبا بالعالم',
};

describe('a document as a DOCX file', () => {
  it.each(Object.entries(BLOCKS))('is imported again with the same %s', async (_name, markdown) => {
    expect((await readAgain(await written(markdown, 'docx'))).markdown).toBe(usual(markdown));
  });

  it('has the pictures that it was given, and links to the others', async () => {
    const bytes = await picture();
    const file = await written('A ![map](/map) and ![gone](/gone/file).', 'docx', {
      pictures: [{ address: '/map', bytes }],
    });
    const again = await readAgain(file);
    expect(again.markdown).toBe(`A ![map](picture-1.png) and [gone](${ORIGIN}/gone/file).`);
    expect(again.pictures[0]?.bytes.equals(bytes)).toBe(true);
  });

  it('has LaTeX that no equation is like as it was typed', async () => {
    const markdown = 'Water is $\\ce{H2O}$.\n\n$$\n\\ce{CO2}\n$$';
    expect((await readAgain(await written(markdown, 'docx'))).markdown).toBe(markdown);
  });

  it('has columns one below the other, dates as they are read, and addresses of items', async () => {
    const id = '01890000-0000-7000-8000-000000000001';
    const columns =
      '<div data-columns>\n<div data-column>\n\nLeft @[2026-11-27](date:2026-11-27)\n\n</div>\n<div data-column>\n\nRight\n\n</div>\n</div>';
    const { markdown } = await readAgain(
      await written(`${columns}\n\nSee [item](/hub/~/${id} "item").`, 'docx'),
    );
    expect(markdown).toMatch(/^Left Nov 27, 2026\n\nRight\n\nSee /);
    expect(markdown).toContain(`${ORIGIN}/hub/~/${id}`);
  });

  it('has absolute addresses of items, and is whole whatever characters the text has', async () => {
    const file = await written('See [it](/acme/notes/1)\u0000\u0007\ud800 & <b> \u{1f389}', 'docx', {
      title: '\u0001A & <B>',
    });
    expect((await readAgain(file)).markdown).toContain(`[it](${ORIGIN}/acme/notes/1)`);
  });
});

const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

/** The text of each page of a PDF. */
async function pagesOf(file: Buffer): Promise<string[]> {
  const result = await extraction.extract({ source: sourceOfBytes(file), extension: 'pdf' });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  const pages: string[] = Array.from({ length: result.meta.pages ?? 0 }, () => '');
  for (const { where, text } of result.passages)
    if (where.type === 'page') pages[where.page - 1] += `${text}\n`;
  return pages;
}

describe('a document as a PDF', () => {
  it('has the text of every block, headings as its outline, links, and pictures', async () => {
    const markdown = `${Object.values(BLOCKS).join('\n\n')}\n\n![map](/map)\n\nПривет Ελλάδα`;
    const file = await written(markdown, 'pdf', { pictures: [{ address: '/map', bytes: await picture() }] });
    const text = (await pagesOf(file)).join('\n');
    for (const part of [
      'Handbook',
      'Three',
      'struck',
      'more of one',
      'Sail',
      'print(row(3))',
      'Oar --> Sail',
      'and a quote',
      'Warning',
      'Hidden text',
      'Привет Ελλάδα',
    ])
      expect(text).toContain(part);
    const source = file.toString('latin1');
    expect(source).toContain('/Outlines');
    expect(source).toContain('(https://example.org/a?b=c#d)');
    expect(source).toContain('/Subtype /Image');
  });

  it('repeats the header of a table on each of its pages, and numbers them', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => `| row ${at} | ${'text '.repeat(12)} |`);
    const pages = await pagesOf(await written(`| Label | Notes |\n| --- | --- |\n${rows.join('\n')}`, 'pdf'));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) expect(page).toContain('Label');
    expect(pages.join('\n')).toContain('row 119');
    expect(pages.at(-1)).toMatch(new RegExp(`\\b${pages.length}\\b`));
  });

  it('says where letters are missing in its fonts, and has the text as a file', async () => {
    const file = await written('ᏣᎳᎩ and more', 'pdf');
    expect((await pagesOf(file)).join()).toContain('document.md');
    expect(file.toString('latin1')).toContain('/EmbeddedFile');
  });

  it('shows Hebrew, Arabic, Thai, Chinese, Japanese, Korean and emoji, also as bold', async () => {
    const parts = ['שלום עולם', 'שנת 2026', 'ภาษาไทย', '维基百科', '日本語のテキスト', '한국어', '🚀 ✅ → ☐'];
    const markdown = parts.map((part) => `${part}\n\n**${part}**`).join('\n\n');
    const file = await written(`${markdown}\n\nمرحبا`, 'pdf', { title: '手册 – דף' });
    const text = (await pagesOf(file)).join('\n');
    for (const part of [...parts, '手册']) expect(text).toContain(part);
    expect(text).toMatch(/[\u0600-\u06ff]/);
    expect(text).not.toContain('[…]');
    expect(file.toString('latin1')).not.toContain('/EmbeddedFile');
  });

  it('shows the scripts of South and Southeast Asia, the Caucasus and Ethiopia', async () => {
    const parts = ['বাংলা', 'தமிழ்', 'తెలుగు', 'ગુજરાતી', 'ਪੰਜਾਬੀ', 'ಕನ್ನಡ', 'മലയാളം', 'ଓଡ଼ିଆ', 'සිංහල'];
    parts.push('ខ្មែរ', 'ລາວ', 'မြန်မာ', 'ქართული', 'Հայերեն', 'አማርኛ', 'हिन्दी');
    for (const part of parts) {
      const file = await written(`${part} **${part}** *2026*`, 'pdf');
      const text = (await pagesOf(file)).join('\n');
      expect(text, part).not.toContain('[…]');
      // What is joined is read in the order of its forms: each has letters of the script.
      expect(text.match(/[^\p{ASCII}\p{P}]/gu)?.length ?? 0, part).toBeGreaterThan(3);
      expect(file.toString('latin1'), part).not.toContain('/EmbeddedFile');
    }
  });

  it('is written where marks stand in an order that no language has', async () => {
    const marks = Array.from({ length: 0x30 }, (_, at) => String.fromCodePoint(0x5b0 + at)).join('');
    const vowels = Array.from({ length: 0x50 }, (_, at) => String.fromCodePoint(0x930 + at)).join('');
    const text = (await pagesOf(await written(`${marks} ${vowels} \u202e\u2067 end`, 'pdf'))).join();
    expect(text).toContain('end');
  });

  it('takes a row that is longer than a page, and a text without any space', async () => {
    const pages = await pagesOf(
      await written(`| a |\n| --- |\n| ${'long '.repeat(3_000)} |\n\n${'x'.repeat(9_000)}`, 'pdf'),
    );
    expect(pages.length).toBeGreaterThan(3);
  });
});

describe('a document of 1 MB', () => {
  const section = `## Part\n\n${'Words of a handbook that goes on. '.repeat(30).trim()}\n\n- one\n- two`;
  const count = Math.ceil(1_000_000 / section.length);
  const markdown = Array.from({ length: count }, () => section).join('\n\n');

  it('is written whole as DOCX within the limit of production', async () => {
    const again = await readAgain(await written(markdown, 'docx'));
    expect(again.markdown.length).toBe(usual(markdown).length);
  }, 60_000);

  it('is written whole as PDF within the limit of production', async () => {
    const text = (await pagesOf(await written(markdown, 'pdf'))).join('\n');
    expect(text.match(/\bPart\b/g)).toHaveLength(count);
  }, 60_000);
});

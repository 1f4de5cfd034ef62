import { afterAll, describe, expect, it } from 'vitest';
import { zipOf } from '#tests/harness/archive.ts';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

type Format = Parameters<typeof extraction.convertDocument>[1];

async function markdownOf(file: Buffer | string, format: Format): Promise<string> {
  const result = await extraction.convertDocument(Buffer.from(file), format);
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.markdown;
}

const docx = (body: string): Promise<Buffer> => {
  const paragraphs = body
    .replaceAll(/<p>(.*?)<\/p>/g, '<w:p><w:r><w:t>$1</w:t></w:r></w:p>')
    .replaceAll(/<(\/?)t([rc])>/g, '<$1w:t$2>');
  return zipOf({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:tbl>${paragraphs}</w:tbl></w:body></w:document>`,
  });
};

const odt = (table: string): Promise<Buffer> =>
  zipOf({
    'content.xml': `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb"><office:body><office:text>${table}</office:text></office:body></office:document-content>`,
  });

const CREW =
  '<table><tr><th><p>Name</p></th><th>Notes</th></tr><tr><td><p>Ada</p></td><td><p>first</p><p>second</p></td></tr></table>';
const CREW_MARKDOWN = '| Name | Notes |\n| --- | --- |\n| Ada | first<br>second |';

describe('a table whose cells have several blocks', () => {
  it('stays one table of a DOCX file', async () => {
    const row = '<tr><tc><p>Ada</p></tc><tc><p>first</p><p>second</p></tc><tc><p>12</p></tc></tr>';
    expect(await markdownOf(await docx(`${row}${row}`), 'docx')).toBe(
      '| Ada | first<br>second | 12 |\n| --- | --- | --- |\n| Ada | first<br>second | 12 |',
    );
  });

  it('stays one table of an OpenDocument text', async () => {
    const cell = (content: string) => `<table:table-cell>${content}</table:table-cell>`;
    const list = '<text:list><text:list-item><text:p>oar</text:p></text:list-item></text:list>';
    const row = `<table:table-row>${cell('<text:p>a</text:p><text:p>b</text:p>')}${cell(list)}</table:table-row>`;
    expect(await markdownOf(await odt(`<table:table>${row}</table:table>`), 'odt')).toBe(
      '| a<br>b | • oar |\n| --- | --- |',
    );
  });

  it.each<[string, Format, string]>([
    ['content that a program sends as HTML', 'html', CREW],
    ['a page of Confluence', 'confluence', CREW],
    [
      'a page that Confluence exported as HTML',
      'page',
      `<html><body><div id="main-content"><div class="table-wrap">${CREW.replace('<table>', '<table class="confluenceTable">')}</div></div></body></html>`,
    ],
    [
      'a page of Notion',
      'page',
      `<html><body><article class="page"><div class="page-body">${CREW.replace('<table>', '<table class="simple-table">')}</div></article></body></html>`,
    ],
    [
      'a document of Google',
      'page',
      `<html><head><style>.c1{color:red}</style></head><body>${CREW.replaceAll('<p>', '<p class="c1">')}</body></html>`,
    ],
  ])('stays one table of %s', async (_name, format, page) => {
    expect(await markdownOf(page, format)).toBe(CREW_MARKDOWN);
  });
});

const inCell = (content: string, around = ''): string =>
  `<table><tr><td${around}>${content}</td><td>z</td></tr></table>`;

describe('a cell of an imported table', () => {
  it.each([
    [
      'bullets',
      '<p>x</p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>y',
      'x<br>• a<br>\u2003◦ b<br>• c<br>y',
    ],
    ['numbers', '<ol start="3"><li><p>a</p><p>more</p></li><li>b</li></ol>', '3\\. a<br>more<br>4. b'],
    [
      'boxes',
      '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
      '☑ a<br>☐ b',
    ],
    ['code', '<pre><code>if a:\n  b</code></pre>', '`if a:`<br>`\u00a0\u00a0b`'],
    ['tables', 'a<table><tr><td><b>b</b></td><td><p>c</p><p>d</p></td></tr></table>', 'a<br>**b** · c d'],
    ['callouts', '<aside data-callout="tip"><p>Mind <em>this</em></p></aside>', 'Mind *this*'],
    ['toggles', '<details><summary>More</summary><p>text</p></details>', 'More<br>text'],
    ['formulas', '<div data-math="a^2">a^2</div>', '$a^2$'],
    ['pictures', '<figure><img src="a.png"><figcaption>Map</figcaption></figure>', '![](a.png)<br>Map'],
    [
      'links and emphasis around blocks',
      '<b><a href="https://e.org"><p>a</p><p>b</p></a></b>',
      '[**a**](https://e.org)<br>[**b**](https://e.org)',
    ],
  ])('has its %s in lines', async (_name, content, line) => {
    expect(await markdownOf(inCell(content), 'html')).toBe(`| ${line} | z |\n| --- | --- |`);
  });

  it('stays merged', async () => {
    expect(await markdownOf(inCell('<p>a</p><p>b</p>', ' rowspan="1" colspan="2"'), 'html')).toBe(
      '<table>\n<tr>\n<td colspan="2">a<br>b</td>\n<td>z</td>\n</tr>\n</table>',
    );
  });
});

it('has the caption of an imported table above it', async () => {
  expect(await markdownOf('<table><caption>Crew <b>2</b></caption><tr><td>a</td></tr></table>', 'html')).toBe(
    'Crew **2**\n\n| a |\n| --- |',
  );
});

import { Buffer } from 'node:buffer';
import PDFDocument from 'pdfkit';
import { afterAll, describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { docx, epub, pptx } from '#tests/fixtures/make/office.ts';
import { zip } from '#tests/fixtures/make/zip.ts';
import { createExtraction, type ExtractResult } from './extract.ts';

const extraction = createExtraction();
afterAll(() => extraction.close());

async function read(bytes: Uint8Array | string, extension: string) {
  const result: ExtractResult = await extraction.extract({
    source: sourceOfBytes(Buffer.from(bytes)),
    extension,
  });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  const text = result.passages.map((passage) => passage.text).join('\n');
  return { ...result, text, html: result.preview?.type === 'html' ? result.preview.html : '' };
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const docxPart = (name: string, body: string) => ({
  name: `word/${name}.xml`,
  data: `<?xml version="1.0"?><w:x ${W}>${body}</w:x>`,
});

describe('text beside the text of a file', () => {
  it('is found in headers, footers and alternative texts of a .docx file', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const file = docx(
      ['# Report', 'The body.', { picture: png, alt: 'A map of Fernhollow' }],
      [
        docxPart('header1', '<w:p><w:r><w:t>Quillhaven Trust</w:t></w:r></w:p>'),
        docxPart('footer1', '<w:p><w:r><w:t>Draft of Brindlemoor</w:t></w:r></w:p>'),
      ],
    );
    const { text, passages } = await read(file, 'docx');
    expect(text).toContain('Quillhaven Trust');
    expect(text).toContain('Draft of Brindlemoor');
    expect(passages.find((passage) => passage.text.includes('Fernhollow'))?.where).toEqual({
      type: 'section',
      heading: 'Report',
    });
  });

  it('is found in the diagrams, equations and comments of a .docx file', async () => {
    const diagram = (text: string) =>
      `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:pt><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:dataModel>`;
    const file = docx(
      [
        '# Process',
        {
          refersTo: [['diagramData', 'diagrams/data1.xml']],
          xml: (id) =>
            `<w:p><w:r><w:drawing><dgm:relIds xmlns:dgm="d" r:dm="${id}" r:lo="rId90" r:qs="rId91" r:cs="rId92"/></w:drawing></w:r></w:p>`,
        },
        '# Physics',
        {
          xml: () =>
            '<w:p><m:oMath xmlns:m="m"><m:r><m:t>Kestrelforce</m:t></m:r><m:sSup><m:e><m:r><m:t>xyzzy</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></w:p>',
        },
        {
          xml: () => '<w:p><w:r><w:t>Remarked</w:t></w:r><w:r><w:commentReference w:id="7"/></w:r></w:p>',
        },
      ],
      [
        { name: 'word/diagrams/data1.xml', data: diagram('Harvest at Ottermead') },
        docxPart(
          'comments',
          '<w:comment w:id="7"><w:p><w:r><w:t>Ask Wrenfield</w:t></w:r></w:p></w:comment>',
        ),
      ],
    );
    const { passages } = await read(file, 'docx');
    const headingOf = (text: string) => passages.find((passage) => passage.text.includes(text))?.heading;
    expect(headingOf('Harvest at Ottermead')).toBe('Process');
    expect(headingOf('Kestrelforce')).toBe('Physics');
    expect(headingOf('xyzzy')).toBe('Physics');
    expect(headingOf('Ask Wrenfield')).toBe('Physics');
  });

  it('is found in the notes and the form of a PDF, on their page', async () => {
    const pdf = new PDFDocument({ info: { Title: 'Osprey ledger', Author: 'Ida Wren' } });
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.font('Helvetica').text('Visible line');
    pdf.addPage().text('Second page');
    pdf.note(100, 100, 50, 50, 'Ask Thornapple about it');
    pdf.initForm();
    pdf.formText('name', 100, 200, 200, 30, { value: 'Mistlethwaite' });
    pdf.end();
    await new Promise((resolve) => pdf.on('end', resolve));
    const { passages, title, text } = await read(Buffer.concat(chunks), 'pdf');
    const second = passages.filter(({ where }) => where.type === 'page' && where.page === 2);
    expect(second.map((passage) => passage.text).join('\n')).toMatch(/Thornapple[\s\S]*Mistlethwaite/);
    expect(title).toBe('Osprey ledger');
    expect(text).toContain('Ida Wren');
  });

  it('is found in the files that a message contains, under their names', async () => {
    const attached = Buffer.from('name;crop\nSalterford;pears\n').toString('base64');
    const mail = [
      'From: a@example.test',
      'Subject: Orchard',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'See the list.',
      '--b',
      'Content-Type: text/csv; name="crops.csv"',
      'Content-Disposition: attachment; filename="crops.csv"',
      'Content-Transfer-Encoding: base64',
      '',
      attached,
      '--b',
      'Content-Type: application/pdf; name="broken.pdf"',
      'Content-Disposition: attachment; filename="broken.pdf"',
      '',
      'not a pdf',
      '--b--',
      '',
    ].join('\r\n');
    const { passages, html } = await read(mail, 'eml');
    expect(passages.find((passage) => passage.text.includes('Salterford'))).toMatchObject({
      where: { type: 'section', heading: 'crops.csv' },
      heading: 'crops.csv',
    });
    expect(html).toContain('<h2>crops.csv</h2>');
  });

  it('is found in the charts and diagrams of a presentation', async () => {
    const diagram =
      '<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:t><a:p><a:r><a:t>Ottermead weir</a:t></a:r></a:p></dgm:t></dgm:dataModel>';
    const chart = `<c:chartSpace xmlns:c="c" xmlns:a="a"><a:p><a:r><a:t>Larchmere sales</a:t></a:r></a:p><c:strCache><c:pt><c:v>Wexcombe</c:v></c:pt></c:strCache><c:numCache><c:pt><c:v>4217</c:v></c:pt></c:numCache></c:chartSpace>`;
    const file = pptx(
      [{ title: 'Sales', lines: [] }],
      [
        {
          name: 'ppt/slides/_rels/slide1.xml.rels',
          data: '<Relationships><Relationship Id="rId9" Type="http://x/chart" Target="../charts/chart1.xml"/><Relationship Id="rId10" Type="http://x/diagramData" Target="../diagrams/data1.xml"/></Relationships>',
        },
        { name: 'ppt/diagrams/data1.xml', data: diagram },
        { name: 'ppt/charts/chart1.xml', data: chart },
      ],
    );
    const { passages, text } = await read(file, 'pptx');
    expect(passages[0]?.where).toEqual({ type: 'slide', slide: 1 });
    expect(text).toContain('Larchmere sales');
    expect(text).toContain('Wexcombe');
    expect(text).toContain('Ottermead weir');
    expect(text).not.toContain('4217');
  });

  it('is found in the authors of a book, and its pictures are not read as text', async () => {
    const book = epub('Sedgewick almanac', [{ title: 'One', html: '<p>Chaffinch</p>' }], {
      authors: ['Tamsin Yarrow', 'Edda Quill'],
      pictures: ['<svg xmlns="http://www.w3.org/2000/svg"><text>Pictureword</text></svg>'],
    });
    const { text } = await read(book, 'epub');
    expect(text).toContain('Chaffinch');
    expect(text).toContain('Tamsin Yarrow, Edda Quill');
    expect(text).not.toContain('Pictureword');
  });

  it('is found in the title and author of an HTML page', async () => {
    const page =
      '<title>Peatfield register</title><meta name="author" content="Tamsin Yarrow"><h1>Other</h1>';
    expect((await read(page, 'html')).text).toMatch(/Peatfield register\nTamsin Yarrow/);
    expect(
      (await read(epub('Sedgewick almanac', [{ title: 'One', html: '<p>x</p>' }]), 'epub')).text,
    ).toContain('Sedgewick almanac');
  });
});

describe('a file that a library can not cope with', () => {
  it('is read where 300,000 elements of a page are nested', async () => {
    const { text } = await read(`${'<div>'.repeat(300_000)}bottomword<p>after</p>`, 'html');
    expect(text).toContain('bottomword');
    expect(text).toContain('after');
  }, 20_000);

  it('has a plain preview where a .docx file has very many paragraphs', async () => {
    const lines = Array.from({ length: 60_000 }, (_, i) => `Paragraph ${i} of many words`);
    const { text, preview } = await read(docx(['# Long', ...lines]), 'docx');
    expect(text).toContain('Paragraph 59999 of many words');
    expect(preview).toMatchObject({ type: 'html', truncated: true });
  }, 60_000);

  it('is read without a sheet that only shows a chart', async () => {
    const rel = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
    const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const rels = (...items: string[]) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
    const workbook = zip([
      {
        name: '[Content_Types].xml',
        data: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
      },
      { name: '_rels/.rels', data: rels(rel('rId1', 'officeDocument', 'xl/workbook.xml')) },
      {
        name: 'xl/_rels/workbook.xml.rels',
        data: rels(
          rel('rId1', 'chartsheet', 'chartsheets/sheet1.xml'),
          rel('rId2', 'worksheet', 'worksheets/sheet1.xml'),
        ),
      },
      {
        name: 'xl/workbook.xml',
        data: `<workbook ${S} ${R}><sheets><sheet name="Chart" sheetId="1" r:id="rId1"/><sheet name="Data" sheetId="2" r:id="rId2"/></sheets></workbook>`,
      },
      { name: 'xl/chartsheets/sheet1.xml', data: `<chartsheet ${S}/>` },
      {
        name: 'xl/worksheets/sheet1.xml',
        data: `<worksheet ${S}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Hazelbury</t></is></c></row></sheetData></worksheet>`,
      },
    ]);
    const { text, meta } = await read(workbook, 'xlsx');
    expect(text).toContain('Hazelbury');
    expect(meta).toMatchObject({ sheets: 1, chart_sheets: ['Chart'] });
  });
});

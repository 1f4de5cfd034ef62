import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { MAX_PASSAGE_BYTES, type Passage, type PassageLocation } from '#lib/text/passage.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { deepJson, deepXml } from '#tests/fixtures/make/hostile.ts';
import { docx, pptx } from '#tests/fixtures/make/office.ts';
import { pdf } from '#tests/fixtures/make/pdf.ts';
import { createExtraction, type ExtractResult } from './extract.ts';

const fixture = (path: string) => fileURLToPath(new URL(`../../../tests/fixtures/${path}`, import.meta.url));
// How long a picture may take is tried in pool.test.ts; a busy machine takes longer.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

const extract = (path: string) => extraction.extract({ path: fixture(path), extension: extensionOf(path) });
const extractBytes = (bytes: Uint8Array | string, extension: string) =>
  extraction.extract({ source: sourceOfBytes(Buffer.from(bytes)), extension });

function read(result: ExtractResult): Extract<ExtractResult, { ok: true }> {
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result;
}

const previewText = (result: ExtractResult) => JSON.stringify(read(result).preview);

describe('the text of a file', () => {
  it.each<[string, string, PassageLocation]>([
    ['handbook.pdf', 'quillfeather', { type: 'page', page: 1 }],
    ['handbook.pdf', 'marlinspike', { type: 'page', page: 2 }],
    ['handbook.pdf', 'Café and saltmarsh', { type: 'page', page: 3 }],
    ['minutes.docx', 'dovecote', { type: 'section', heading: 'Minutes of the board' }],
    ['minutes.docx', 'larchshingle', { type: 'section', heading: 'Decisions' }],
    ['german.docx', 'Fingerhutstraße', { type: 'section', heading: 'Hausordnung' }],
    [
      'budget.xlsx',
      'Seed drawers, walnutwood · Q2 · 620 · 2026-05-02',
      { type: 'rows', sheet: 'Budget', from: 1, to: 4 },
    ],
    ['budget.xlsx', 'Thistledown', { type: 'rows', sheet: 'Grants', from: 1, to: 2 }],
    ['slides.pptx', 'hollyhockery', { type: 'slide', slide: 1 }],
    ['slides.pptx', 'foxglovery', { type: 'slide', slide: 2 }],
    ['book.epub', 'hedgerowcroft', { type: 'section', heading: 'Winter' }],
    ['book.epub', 'withywindle', { type: 'section', heading: 'April' }],
    ['members.csv', 'Keeps the books', { type: 'rows', from: 1, to: 5 }],
    ['members.csv', '国立植物園', { type: 'rows', from: 1, to: 5 }],
    ['measurements.tsv', 'rookery · 2026-03-02', { type: 'rows', from: 1, to: 3 }],
    ['visits.record', 'saw a goldcrestling', { type: 'rows', from: 1, to: 3 }],
    ['notes.md', 'bramblewick', { type: 'section', heading: 'Spring notes' }],
    ['notes.md', 'south · fennel', { type: 'section', heading: 'Beds' }],
    ['notes.md', 'cloudberry', { type: 'section', heading: 'Water' }],
    ['guide.mdx', 'sundialplot', { type: 'section', heading: 'Guide' }],
    ['letter.eml', 'tamarisk', { type: 'message' }],
    ['letter.eml', 'quote-2026.txt', { type: 'message' }],
    ['letter.eml', 'Date: Tue, 03 Mar 2026 09:15:00 +0100', { type: 'message' }],
    ['page.html', 'marrowfats', { type: 'section', heading: 'Seed exchange' }],
    ['page.html', 'No hybrids & no fees', { type: 'section', heading: 'Rules' }],
    ['data.json', 'crop: skirretroot', { type: 'text', part: 1 }],
    ['feed.xml', 'ivyporch & kept', { type: 'text', part: 1 }],
    ['settings.yaml', 'sallowbirch', { type: 'text', part: 1 }],
    ['rota.yml', 'appleloft', { type: 'text', part: 1 }],
    ['server.log', 'cisternvalve', { type: 'text', part: 1 }],
    ['pump.conf', 'wellspringhouse', { type: 'text', part: 1 }],
    ['plain.txt', 'osierbank', { type: 'text', part: 1 }],
    ['german-latin1.txt', 'Mühlenstraße', { type: 'text', part: 1 }],
    ['utf16.txt', 'Peverellmead blooms early. Ωmega', { type: 'text', part: 1 }],
    ['japanese-sjis.txt', '水車小屋の隣', { type: 'text', part: 1 }],
    ['japanese.md', '秋に二倍の種', { type: 'section', heading: '種子図書館の案内' }],
    ['chinese-gb18030.txt', '水磨坊', { type: 'text', part: 1 }],
    ['chinese.txt', '温室', { type: 'text', part: 1 }],
    ['arabic.txt', 'الخريف', { type: 'text', part: 1 }],
    ['people.vcf', 'Ashgrove', { type: 'text', part: 1 }],
  ])('of %s holds “%s” at its place', async (name, text, where) => {
    const { passages } = read(await extract(`files/${name}`));
    expect(passages.find((passage) => passage.text.includes(text))?.where).toEqual(where);
  });

  it.each([
    ['handbook.pdf', { pages: 3 }],
    ['slides.pptx', { slides: 2 }],
    ['budget.xlsx', { sheets: 2, rows: 6 }],
    ['members.csv', { rows: 5 }],
    ['letter.eml', { attachments: ['quote-2026.txt'] }],
    ['german-latin1.txt', { encoding: 'windows-1252' }],
    ['photo.jpg', { width: 800, height: 1200, textless: true }],
    ['diagram.svg', { width: 1200, height: 800 }],
    ['old.doc', { textless: true }],
    ['old.xls', { textless: true }],
    ['tone.wav', { textless: true }],
    ['inbox.mbox', { textless: true }],
  ])('comes with facts about %s', async (name, meta) => {
    expect(read(await extract(`files/${name}`)).meta).toMatchObject(meta);
  });

  it.each([
    ['minutes.docx', 'Minutes of the board'],
    ['book.epub', 'A Year at Larkfield'],
    ['letter.eml', 'Wicket gate repairs – quote'],
    ['page.html', 'Seed exchange'],
    ['notes.md', 'Spring notes'],
  ])('names %s', async (name, title) => {
    expect(read(await extract(`files/${name}`)).title).toBe(title);
  });

  it('is cut into passages that are small enough, in batches that are waited for', async () => {
    const paragraph = `${'Larkfield keeps seeds. '.repeat(40)}\n\n`;
    const batches: number[] = [];
    const seen: Passage[] = [];
    let waiting = 0;
    const done: number[] = [];
    const result = await extraction.extract(
      { source: sourceOfBytes(Buffer.from(paragraph.repeat(3000))), extension: 'txt' },
      {
        onProgress: (bytes) => done.push(bytes),
        onPassages: async (batch) => {
          expect(++waiting).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          waiting--;
          batches.push(batch.length);
          seen.push(...batch);
        },
      },
    );
    expect(read(result).passages).toEqual([]);
    expect(batches.length).toBeGreaterThan(5);
    expect(done.at(-1)).toBe(paragraph.length * 3000);
    expect(Math.max(...seen.map(({ text }) => Buffer.byteLength(text)))).toBeLessThanOrEqual(
      MAX_PASSAGE_BYTES,
    );
    expect(seen.reduce((sum, { text }) => sum + text.split('Larkfield').length - 1, 0)).toBe(40 * 3000);
  });

  it('stops at 20 MB and reports it', async () => {
    let bytes = 0;
    const result = await extraction.extract(
      { source: sourceOfBytes(Buffer.from('word '.repeat(5 * 1024 * 1024))), extension: 'log' },
      {
        onPassages: (batch) => {
          for (const { text } of batch) bytes += Buffer.byteLength(text);
        },
      },
    );
    expect(read(result).meta.truncated).toBe(true);
    expect(bytes).toBeLessThanOrEqual(20 * 1024 * 1024);
  });

  it('is not expected of a PDF of pictures only', async () => {
    expect(read(await extractBytes(pdf([[], []]), 'pdf')).meta).toEqual({ pages: 2, textless: true });
  });

  it('of a PDF with a password is read with it', async () => {
    const path = fixture('hostile/encrypted.pdf');
    const opened = read(await extraction.extract({ path, extension: 'pdf', password: 'open sesame' }));
    expect(opened.passages[0]?.text).toContain('padlockery');
    const workbook = fixture('hostile/encrypted.xlsx');
    const rows = read(
      await extraction.extract({ path: workbook, extension: 'xlsx', password: 'open sesame' }),
    );
    expect(rows.passages[0]?.text).toContain('padlockery');
    expect(await extraction.extract({ path, extension: 'pdf', password: 'wrong' })).toMatchObject({
      code: 'encrypted',
    });
  });
});

describe('a broken or hostile file', () => {
  it.each([
    ['encrypted.pdf', 'encrypted', /password-protected/],
    ['encrypted.xlsx', 'encrypted', /password-protected/],
    ['truncated.pdf', 'corrupt', /damaged/],
    ['truncated.docx', 'incomplete', /end of the file is missing/],
    ['bomb.docx', 'too_large', /unpacks/],
    ['lying-size.docx', 'corrupt', /damaged/],
    ['traversal.docx', 'corrupt', /unsafe file names/],
    ['broken.json', 'corrupt', /JSON is broken.*too early, line 3/],
    ['broken.xml', 'corrupt', /XML is broken near line 1/],
    ['entity-bomb.svg', 'corrupt', /damaged/],
    ['huge.svg', 'too_large', /pixels/],
    ['picture-named.txt', 'corrupt', /binary/],
    ['empty.txt', 'empty', /empty/],
  ])('%s fails as %s', async (name, code, message) => {
    const result = await extract(`hostile/${name}`);
    expect(result).toMatchObject({ ok: false, code });
    expect(result.ok ? '' : result.message).toMatch(message);
  });

  it('does not expand entities', async () => {
    const { passages } = read(await extract('hostile/entity-bomb.xml'));
    const text = passages.map((passage) => passage.text).join('\n');
    expect(text).toMatch(/before[\s\S]*after/);
    expect(text).not.toContain('aaaa');
    expect(text).not.toContain('root:');
  });

  it('loses its NUL characters', async () => {
    const { passages } = read(await extract('hostile/nul.txt'));
    expect(passages[0]?.text).toContain('beforeafter');
    expect(JSON.stringify(passages)).not.toContain('\\u0000');
  });

  it.each([
    ['json', deepJson(500_000)],
    ['xml', deepXml(200_000)],
    ['html', `${'<div>'.repeat(50_000)}bottomword`],
    ['md', `${'> '.repeat(2000)}bottomword`],
  ])('is read or refused when nested deeply: %s', async (extension, text) => {
    const result = await extractBytes(text, extension);
    if (result.ok) expect(result.passages.length).toBeLessThan(100);
    else expect(['corrupt', 'incomplete', 'out_of_memory', 'crashed']).toContain(result.code);
    expect(read(await extract('files/plain.txt')).passages).toHaveLength(1);
  });

  it('of random bytes after a good start never stops the reader of the next one', async () => {
    for (const extension of ['pdf', 'docx', 'xlsx', 'pptx', 'epub', 'eml', 'jpg', 'csv']) {
      const name = {
        pdf: 'handbook',
        docx: 'minutes',
        xlsx: 'budget',
        pptx: 'slides',
        epub: 'book',
        eml: 'letter',
        jpg: 'photo',
        csv: 'members',
      }[extension];
      const bytes = readFileSync(fixture(`files/${name}.${extension}`));
      for (let i = 200; i < bytes.length; i += 37) bytes[i] = (i * 31) & 255;
      await extractBytes(bytes, extension);
    }
    expect(read(await extract('files/plain.txt')).passages).toHaveLength(1);
  });
});

describe('a preview', () => {
  it.each([
    'files/notes.md',
    'files/guide.mdx',
    'files/page.html',
    'files/letter.eml',
    'hostile/script.html',
    'hostile/javascript-link.docx',
  ])('of %s runs nothing and loads nothing', async (path) => {
    const preview = read(await extract(path)).preview;
    expect(preview?.type).toBe('html');
    const html = preview?.type === 'html' ? preview.html : '';
    expect(html).not.toMatch(/<(?:script|style|iframe|form|input|svg|img|link|meta|base)\b/i);
    expect(html).not.toMatch(/\son\w+=|href="(?!https?:|mailto:)|scriptword/i);
    expect(html).not.toContain('tracker.example');
  });

  it('keeps small pictures that a document holds itself', async () => {
    const dot = (
      await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
        .png()
        .toBuffer()
    ).toString('base64');
    const html = `<p>a<img src="data:image/png;base64,${dot}"><img src="data:image/svg+xml;base64,${dot}"></p>`;
    expect(previewText(await extractBytes(html, 'html'))).toMatch(/image\/png/);
    expect(previewText(await extractBytes(html, 'html'))).not.toMatch(/svg/);
  });

  it('of a table shows its first 200 rows', async () => {
    const csv = Array.from({ length: 1000 }, (_, i) => `${i};"a;b";x`).join('\n');
    const { preview, meta } = read(await extractBytes(csv, 'csv'));
    expect(meta.rows).toBe(1000);
    expect(preview).toMatchObject({ type: 'table', truncated: false, sheets: [{ has_more: true }] });
    if (preview?.type !== 'table') throw new Error('no table');
    expect(preview.sheets[0]?.rows).toHaveLength(200);
    expect(preview.sheets[0]?.rows[7]).toEqual(['7', 'a;b', 'x']);
  });

  it('of Markdown shows boxes, footnotes and addresses as documents do, and finds tokens without their signs', async () => {
    const text =
      '# Notes\n\nThe well[^1] at https://example.test is **deep**.\n\n- [x] dug\n- [ ] lined\n\n[^1]: Built in 1911.\n';
    const { preview, passages } = read(await extractBytes(text, 'md'));
    const html = preview?.type === 'html' ? preview.html : '';
    expect(html).toContain('<li data-task><input type="checkbox" disabled checked /> dug</li>');
    expect(html).toContain('<sup data-footnote><a href="#fn-1" id="fnref-1">1</a></sup>');
    expect(html).toContain('<li id="fn-1">');
    expect(html).toContain('href="https://example.test" rel="noopener noreferrer nofollow"');
    const found = passages.map((passage) => passage.text).join('\n');
    expect(found).toContain('The well at https://example.test is deep.');
    expect(found).toContain('Built in 1911.');
    expect(found).not.toMatch(/↩|\[|\*/);
  });

  it('of a presentation has a heading for every slide, at which an address can open it', async () => {
    const slides = [
      { title: 'Spring', lines: ['One'] },
      { title: '', lines: ['Two'] },
    ];
    const { preview } = read(await extractBytes(pptx(slides), 'pptx'));
    expect(preview).toMatchObject({
      html: '<section id="slide=1"><h2>1. Spring</h2><p>One</p></section><section id="slide=2"><h2>Slide 2</h2><p>Two</p></section>',
    });
  });

  it('of a .docx file has alternative texts: the author’s, else the number of the picture', async () => {
    const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
    const html = previewText(
      await extractBytes(docx([{ picture: png, alt: 'A map' }, { picture: png }]), 'docx'),
    );
    expect(html).toMatch(/alt=\\"A map\\"/);
    expect(html).toMatch(/alt=\\"Picture 2\\"/);
    const plain = `<p>a<img src="data:image/png;base64,${png.toString('base64')}"></p>`;
    expect(previewText(await extractBytes(plain, 'html'))).toMatch(/alt=\\"Picture\\"/);
  });

  it('of a table can be read on from any row, however many there are before it', async () => {
    const lines = Array.from({ length: 90_000 }, (_, i) => (i % 10 === 3 ? '' : `${i + 1};"a\nb";x`));
    const source = sourceOfBytes(Buffer.from(lines.join('\n')));
    const window = { sheet: 0, from: 89_998, to: 90_001 };
    const result = await extraction.rows({ source, extension: 'csv', window });
    expect(result).toEqual({
      ok: true,
      rows: [89_998, 89_999, 90_000].map((number) => ({ number, cells: [String(number), 'a\nb', 'x'] })),
      hasMore: false,
    });
    const budget = await extraction.rows({
      path: fixture('files/budget.xlsx'),
      extension: 'xlsx',
      window: { sheet: 1, from: 2, to: 10 },
    });
    expect(budget).toMatchObject({ ok: true, rows: [{ number: 2 }], hasMore: false });
    const none = await extraction.rows({ path: fixture('files/notes.md'), extension: 'md', window });
    expect(none).toMatchObject({ ok: false, code: 'unsupported' });
  });

  it('of a long document is cut, and stays well-formed', async () => {
    const long = docx(
      Array.from({ length: 12_000 }, (_, i) => `Paragraph ${i} ${'of many words '.repeat(8)}`),
    );
    const { preview } = read(await extractBytes(long, 'docx'));
    if (preview?.type !== 'html') throw new Error('no html');
    expect(preview.truncated).toBe(true);
    expect(preview.html.length).toBeLessThanOrEqual(1024 * 1024);
    expect(preview.html.split('<p>').length).toBe(preview.html.split('</p>').length);
  });
});

describe('a picture', () => {
  const thumbnail = (path: string, width = 300) =>
    extraction.thumbnail({ path: fixture(path), extension: extensionOf(path), width });

  it.each(['photo.jpg', 'map.png', 'icon.gif', 'garden.webp', 'scan.tiff', 'diagram.svg', 'handbook.pdf'])(
    'of %s is a small WebP',
    async (name) => {
      const result = await thumbnail(`files/${name}`);
      if (!result.ok) throw new Error(result.message);
      const { format, width, height } = await sharp(result.image).metadata();
      expect(format).toBe('webp');
      expect([width, height]).toEqual([result.width, result.height]);
      expect(width).toBeLessThanOrEqual(300);
    },
  );

  it('is rotated upright and stripped of its location', async () => {
    expect((await sharp(fixture('files/photo.jpg')).metadata()).exif?.length).toBeGreaterThan(50);
    const result = await thumbnail('files/photo.jpg');
    if (!result.ok) throw new Error(result.message);
    expect([result.width, result.height]).toEqual([300, 450]);
    expect((await sharp(result.image).metadata()).exif).toBeUndefined();
  });

  it('of a huge page is clamped', async () => {
    const result = await extraction.renderPage({
      path: fixture('hostile/huge-page.pdf'),
      extension: 'pdf',
      page: 1,
      width: 100_000,
    });
    if (!result.ok) throw new Error(result.message);
    expect(Math.max(result.width, result.height)).toBeLessThanOrEqual(4096);
  });

  it('of a page comes at the requested width; of no page, with a reason', async () => {
    const file = { path: fixture('files/handbook.pdf'), extension: 'pdf' };
    expect(await extraction.renderPage({ ...file, page: 3, width: 640 })).toMatchObject({
      ok: true,
      width: 640,
      height: 906,
    });
    for (const page of [0, 4, 1e9]) {
      expect(await extraction.renderPage({ ...file, page, width: 640 })).toMatchObject({
        ok: false,
        message: 'The file has no such page.',
      });
    }
  });

  it('of an svg draws nothing from outside of it', async () => {
    const result = await thumbnail('hostile/external.svg');
    if (!result.ok) throw new Error(result.message);
    const { channels } = await sharp(result.image).removeAlpha().stats();
    expect(channels.every(({ min }) => min > 250)).toBe(true);
  });

  it.each([
    ['files/drawing.bmp', 'unsupported'],
    ['files/tone.wav', 'unsupported'],
    ['hostile/huge.svg', 'too_large'],
    ['hostile/entity-bomb.svg', 'corrupt'],
    ['hostile/text-named.png', 'corrupt'],
    ['hostile/encrypted.pdf', 'encrypted'],
  ])('of %s fails as %s', async (path, code) => {
    expect(await thumbnail(path)).toMatchObject({ ok: false, code });
  });
});

import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { sourceOfBytes } from '#server/platform/storage/byte-source.ts';
import { createExtraction } from './extract.ts';

// A busy machine takes longer than the limits of production.
const extraction = createExtraction({ pictureTimeoutMs: 120_000 });
afterAll(() => extraction.close());

/** Two pixels to the point of A4. */
const WIDTH = 1190;
const MARGIN = 124;
/** Below the title of a page. */
const BELOW_TITLE = 220;
const FOOT = 1580;

async function pdfOf(markdown: string): Promise<Buffer> {
  const document = { title: 'F', markdown, origin: 'https://hub.example', modified: '2026-11-20T08:00:00Z' };
  const head = Buffer.from(JSON.stringify({ ...document, pictures: [] }));
  const source = sourceOfBytes(head);
  const result = await extraction.writeDocument({ source, head: head.length, format: 'pdf' });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.file;
}

async function textOf(file: Buffer): Promise<string> {
  const result = await extraction.extract({ source: sourceOfBytes(file), extension: 'pdf' });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.passages.map(({ text }) => text).join('\n');
}

/** Whether formulas are drawn, whose glyphs are forms. */
const isDrawn = (file: Buffer): boolean => file.toString('latin1').includes('/Subtype /Form');

type Range = { from: number; to: number };

/** Where a page has ink below its title: whether a pixel has, and the ranges of rows and of columns. */
async function inkOf(file: Buffer, { page = 1 }: { page?: number } = {}) {
  const top = page === 1 ? BELOW_TITLE : 0;
  const result = await extraction.renderPage({
    source: sourceOfBytes(file),
    extension: 'pdf',
    page,
    width: WIDTH,
  });
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  const { data, info } = await sharp(result.image).greyscale().raw().toBuffer({ resolveWithObject: true });
  const has = (x: number, y: number) => (data[y * info.width + x] ?? 255) < 128;
  const all = { from: 0, to: info.width - 1 };
  const rows = (columns: Range = all) => rangesWhere(top, FOOT, (y) => someOf(columns, (x) => has(x, y)));
  const columns = (within: Range) => rangesWhere(0, info.width, (x) => someOf(within, (y) => has(x, y)));
  return { rows, columns };
}

function someOf({ from, to }: Range, test: (at: number) => boolean): boolean {
  for (let at = from; at <= to; at += 1) if (test(at)) return true;
  return false;
}

function rangesWhere(start: number, end: number, test: (at: number) => boolean): Range[] {
  const ranges: Range[] = [];
  for (let at = start; at < end; at += 1) {
    if (!test(at)) continue;
    const last = ranges.at(-1);
    if (last && last.to === at - 1) last.to = at;
    else ranges.push({ from: at, to: at });
  }
  return ranges;
}

const extent = (ranges: readonly Range[]): Range => ({
  from: Math.min(...ranges.map(({ from }) => from)),
  to: Math.max(...ranges.map(({ to }) => to)),
});

describe('a formula in a PDF', () => {
  it('of its own is in the middle of the page without its source, which search and copying find', async () => {
    const latex =
      '\\mathrm{H} \\mathrel{\\rlap{\\hphantom{\\text{aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa}}}} \\mathrm{H}';
    const file = await pdfOf(`$$\n${latex}\n$$`);
    const ink = await inkOf(file);
    const { from, to } = extent(ink.columns(extent(ink.rows())));
    expect(to - from).toBeLessThan(100);
    expect(Math.abs((from + to) / 2 - WIDTH / 2)).toBeLessThan(4);
    expect(await textOf(file)).toContain(latex);
  });

  it('within a line stands on its baseline', async () => {
    const ink = await inkOf(await pdfOf('HHHH $\\mathrm{H}\\mathrm{H}$ HHHH'));
    const line = extent(ink.rows());
    const letters = ink.columns(line);
    expect(letters.length).toBe(10);
    const bottoms = letters.map((letter) => extent(ink.rows(letter)).to);
    expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThanOrEqual(1);
  });

  it('that is high or deep moves lines apart and touches none', async () => {
    const text = 'HHHH '.repeat(30);
    const tall = '$\\displaystyle\\left(\\sum_{i=1}^{n} \\frac{1}{2}\\right)$';
    const plain = (await inkOf(await pdfOf(text.repeat(3)))).rows();
    const apart = (await inkOf(await pdfOf(`${text}${tall} ${text}${text}`))).rows();
    const most = (ranges: readonly Range[]) => Math.max(...ranges.map(({ from, to }) => to - from));
    // Still bands of ink with white between them, of which the formula's is the highest.
    expect(apart.length).toBeGreaterThanOrEqual(plain.length);
    expect(most(apart)).toBeGreaterThan(3 * most(plain));
    expect(most(apart)).toBeLessThan(100);
  });

  it('continues in the next line where it may be broken, and stays within the margins', async () => {
    const sum = Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join(' + ');
    const ink = await inkOf(await pdfOf(`Words $${sum}$ words.`));
    expect(ink.rows().length).toBeGreaterThan(1);
    const { from, to } = extent(ink.columns(extent(ink.rows())));
    expect(from).toBeGreaterThanOrEqual(MARGIN - 2);
    expect(to).toBeLessThanOrEqual(WIDTH - MARGIN + 2);
  });

  it('of its own that is too wide is made smaller', async () => {
    const sum = Array.from({ length: 24 }, (_, at) => `x_{${at}}`).join(' + ');
    const ink = await inkOf(await pdfOf(`$$\n${sum}\n$$`));
    expect(ink.rows()).toHaveLength(1);
    const { from, to } = extent(ink.columns(extent(ink.rows())));
    expect(from).toBeGreaterThanOrEqual(MARGIN - 2);
    expect(to).toBeLessThanOrEqual(WIDTH - MARGIN + 2);
    expect(to - from).toBeGreaterThan(WIDTH - 2 * MARGIN - 12);
  });

  it('is never divided between two pages', async () => {
    const matrix = `\\left( \\begin{matrix} ${Array.from({ length: 12 }, () => 'a').join(' \\\\ ')} \\end{matrix} \\right)`;
    const text = Array.from({ length: 28 }, () => 'Words.').join('\n\n');
    const file = await pdfOf(`${text}\n\n$$\n${matrix}\n$$`);
    const ink = await inkOf(file, { page: 2 });
    const [first, ...more] = ink.rows();
    expect(more).toEqual([]);
    expect(first && first.to - first.from).toBeGreaterThan(300);
  });

  it('is drawn in headings, lists, tables and paragraphs from right to left', async () => {
    const places = ['# H $x$', '- H $x$', '| $x$ |\n| --- |\n| a |', 'שלום $x$ עולם', '> $x$', '- [ ] $x$'];
    for (const markdown of places) expect(isDrawn(await pdfOf(markdown)), markdown).toBe(true);
  });

  it('is part of the link that it stands in', async () => {
    const file = (await pdfOf('[$x$](https://example.org/formula)')).toString('latin1');
    expect(file.match(/\(https:\/\/example\.org\/formula\)/g)).toHaveLength(1);
  });

  it('is from left to right in a paragraph from right to left, also where it is broken', async () => {
    const sum = Array.from({ length: 14 }, (_, at) => `x_{${at}}`).join(' + ');
    const ink = await inkOf(await pdfOf(`שלום $\\rule{9em}{1em} = ${sum}$ עולם`));
    const [line = { from: 0, to: 0 }] = ink.rows();
    const widest = ink
      .columns(line)
      .reduce((one, other) => (other.to - other.from > one.to - one.from ? other : one));
    // The rule begins the formula: all but the first word is to the right of it.
    expect(extent(ink.columns(line)).to - widest.to).toBeGreaterThan(400);
  });

  it('is its source where it is broken, too long, or takes too much', async () => {
    const sources = [
      '\\frac{a}{b',
      '\\nosuchcommand',
      'x+'.repeat(5000),
      '\\def\\a{\\a\\a}\\a',
      `x \\kern-9999em x`,
    ];
    for (const latex of sources) {
      const inline = await pdfOf(`Words $${latex}$ words.`);
      const block = await pdfOf(`$$\n${latex}\n$$`);
      for (const file of [inline, block]) {
        expect(isDrawn(file), latex.slice(0, 20)).toBe(false);
        expect((await textOf(file)).replace(/\s/g, '')).toContain(latex.slice(0, 60).replace(/\s/g, ''));
      }
    }
  });

  it('with what no page can show leaves the others drawn', async () => {
    const formulas = [
      '\\textcolor{valueOf}{x}',
      'x\\mmlToken{mo}[mathsize=0.0003em,minsize=9em,stretchy=true]{|}',
      '\\enclose{horizontalstrike}[data-thickness=10000000000000000000000em]{x}',
    ];
    for (const latex of formulas) expect(isDrawn(await pdfOf(`$${latex}$ and $y$`)), latex).toBe(true);
  });

  it('of many hostile ones leaves the others of the document drawn, within the limit of production', async () => {
    const bomb = (at: number) => `\\def\\a{${'x'.repeat(1500)}}${'\\a '.repeat(300)} ${at}`;
    const bombs = Array.from({ length: 30 }, (_, at) => `$$\n${bomb(at)}\n$$`).join('\n\n');
    const file = await pdfOf(`$$\nx\n$$\n\n${bombs}\n\nThe end.`);
    expect(isDrawn(file)).toBe(true);
    expect(await textOf(file)).toContain('The end.');
  }, 90_000);
});

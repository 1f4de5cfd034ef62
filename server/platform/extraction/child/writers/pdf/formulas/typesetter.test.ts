import { beforeAll, describe, expect, it } from 'vitest';
import { type Drawing, readDrawing } from './drawing.ts';
import { KATEX_MACROS } from './katex-macros.ts';
import { Typesetter } from './typesetter.ts';

const widthOf = (text: string, size: number) => (text.length * size) / 2;
let typesetter: Typesetter;
beforeAll(async () => {
  typesetter = await Typesetter.load({ widthOf, timeoutMs: 20_000 });
});

const drawn = (latex: string, isBlock = false, by = typesetter): Drawing => {
  const options = { isBlock, width: 40_000 };
  return readDrawing(by.typeset(latex, options), options);
};
const widths = ({ sections }: Drawing) => sections.map(({ left, right }) => right - left);

describe('a formula', () => {
  it('has the size of its glyphs, in thousandths of an em', () => {
    const { ascent, depth, sections } = drawn('x');
    expect({ ascent, depth, width: widths({ ascent, depth, sections }) }).toEqual({
      ascent: 442,
      depth: 11,
      width: [572],
    });
  });

  it.each([
    '\\frac{a}{b}',
    '\\sqrt[3]{x}',
    '\\sum_{i=1}^{n} i',
    '\\begin{pmatrix} a & b \\\\ c & d \\\\ e & f \\end{pmatrix}',
    'f = \\begin{cases} 1 & \\text{if } x > 0 \\\\ 0 \\end{cases}',
    '\\begin{aligned} a &= b \\\\ &= c \\end{aligned}',
    '\\hat{x} \\vec{v} \\overline{AB} \\widehat{abc}',
    '\\underbrace{a + b}_{2} \\overbrace{c}^{1} \\boxed{x} \\cancel{y}',
    '\\begin{array}{|c:c|} \\hline a & b \\\\ \\hdashline c & d \\end{array}',
    '\\enclose{circle}{x} \\colorbox{yellow}{y} \\color{red} z',
    '\\mathbb{R} \\mathcal{F} \\mathfrak{g} \\mathbf{v} \\mathtt{t}',
    '\\ce{2H2 + O2 -> 2H2O}',
    '\\begin{CD} A @>a>> B \\\\ @VVV @AAA \\\\ C @= D \\end{CD}',
    '\\text{größer, больше, שלום}',
    'a = b \\tag{7}',
  ])('is drawn within its size: %s', (latex) => {
    const { ascent, depth, sections } = drawn(latex, true);
    expect(sections).toHaveLength(1);
    expect(sections[0]?.shapes.length).toBeGreaterThan(0);
    for (const size of [ascent, ...widths({ ascent, depth, sections })]) expect(size).toBeGreaterThan(300);
    expect(ascent + depth).toBeLessThan(8000);
  });

  it('of its own is in the middle, with its number at the margin', () => {
    const shapes = drawn('w \\tag{7}', true).sections.flatMap((section) => section.shapes);
    const lefts = shapes.map(({ matrix }) => matrix[4]);
    const [width = 0] = widths(drawn('w'));
    expect(lefts[0]).toBeCloseTo(40_000 / 2 - width / 2, -2);
    expect(lefts.slice(1).every((left) => left > 38_000 && left < 40_000)).toBe(true);
  });

  it('has each command that the pages know and MathJax does not', () => {
    for (const [name, replacement] of Object.entries(KATEX_MACROS))
      expect(() => drawn(`x \\${name}${Array.isArray(replacement) ? '{x}' : ' '}y`), name).not.toThrow();
  });

  it('is as large as its ink where TeX takes it for flat or for nothing wide', () => {
    expect(drawn('\\smash{\\frac{a}{b}}').ascent).toBeCloseTo(drawn('\\frac{a}{b}').ascent, 0);
    expect(widths(drawn('\\rlap{wwww}'))[0]).toBeGreaterThan(2000);
    expect(drawn('\\kern-5em x').sections[0]?.left).toBeLessThan(-4000);
  });

  it('within a line may be broken after relations and operators that are in no brackets; a short one may not', () => {
    const sum = Array.from({ length: 12 }, (_, at) => `a_{${at}}`).join(' + ');
    expect(drawn(`${sum} = 0`).sections).toHaveLength(13);
    expect(drawn(`f(${sum}) = 0`).sections).toHaveLength(2);
    expect(drawn(`${sum} = 0`, true).sections).toHaveLength(1);
    expect(drawn('a + b = c').sections).toHaveLength(1);
  });

  it('has letters that its typefaces lack as one text, as wide as it is in the fonts of the file', () => {
    const [section] = drawn('\\text{größer שלום}').sections;
    expect(section?.shapes).toMatchObject([{ kind: 'text', text: 'größer שלום' }]);
    expect(section?.right).toBeCloseTo(widthOf('größer שלום', 884), 0);
  });

  it.each(['\\frac{a}{b', 'x^', '\\nosuchcommand', '\\href{https://example.org}{x}', '\\require{html} x'])(
    'that is broken or no formula is not drawn: %s',
    (latex) => {
      expect(() => drawn(latex)).toThrow();
    },
  );

  it('knows nothing that another one defined', () => {
    expect(() => drawn('\\def\\mine{1} \\mine')).not.toThrow();
    expect(() => drawn('\\mine')).toThrow();
    expect(() => drawn('\\renewcommand{\\alpha}{wwwwwwww} \\alpha')).not.toThrow();
    expect(widths(drawn('\\alpha'))[0]).toBeLessThan(1000);
    expect(() => drawn('\\Newextarrow{\\alpha}{0,0}{0x2192} \\alpha{x}')).not.toThrow();
    expect(widths(drawn('\\alpha'))[0]).toBeLessThan(1000);
    const labelled = '\\begin{equation} x \\label{a} \\end{equation}';
    expect([drawn(labelled, true), drawn(labelled, true)]).toHaveLength(2);
  });
});

describe('a colour', () => {
  const colors = (latex: string) =>
    drawn(latex).sections.flatMap(({ shapes }) => shapes.map(({ kind, color }) => `${kind} ${color}`));

  it('is a name of CSS or six digits, with and without their sign, or by three', () => {
    expect(colors('\\textcolor{RED}{x}')).toEqual(['glyph red']);
    expect(colors('\\colorbox{ffeeaa}{x}')).toEqual(['box #ffeeaa', 'glyph null']);
    expect(colors('\\textcolor{#0af}{x}')).toEqual(['glyph #00aaff']);
  });

  it('that is not known is that of the text, and not behind it', () => {
    for (const name of ['valueOf', 'constructor', 'nosuchcolor'])
      expect(colors(`\\textcolor{${name}}{x}`)).toEqual(['glyph null']);
    expect(colors('\\colorbox{nosuchcolor}{x}')).toEqual(['glyph null']);
  });
});

describe('a hostile formula', () => {
  it.each([
    ['a macro that expands without end', '\\def\\a{\\a\\a}\\a'],
    ['a thousand groups in each other', `${'{'.repeat(1000)}x${'}'.repeat(1000)}`],
    ['roots that are nested too deep', `${'\\sqrt{'.repeat(450)}x${'}'.repeat(450)}`],
    ['a size without a number', '\\hspace{1e999em} x'],
    ['a line that is too wide', '\\enclose{horizontalstrike}[data-thickness=10000000000000000000000em]{x}'],
    ['a window without a size', 'x\\mmlToken{mo}[mathsize=0.0003em,minsize=9em,stretchy=true]{|}'],
  ])('of %s is not drawn, and the next one is', (_name, latex) => {
    expect(() => drawn(latex)).toThrow();
    expect(widths(drawn('x'))).toEqual([572]);
  });

  it('that takes too long is stopped, and the next one is drawn', async () => {
    const hasty = await Typesetter.load({ widthOf, timeoutMs: 300 });
    const bomb = `\\def\\a{${'x'.repeat(2000)}}${'\\a '.repeat(400)}`;
    expect(() => drawn(bomb, true, hasty)).toThrow('timed out');
    const patient = await Typesetter.load({ widthOf, timeoutMs: 20_000 });
    expect(widths(drawn('x', false, patient))).toEqual([572]);
  });
});

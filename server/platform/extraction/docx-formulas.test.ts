import { Math as Equation } from 'docx';
import { latexToMath } from 'docx/math';
import { afterAll, describe, expect, it } from 'vitest';
import { renderMath } from '#lib/documents/math.ts';
import { docx } from '#tests/fixtures/make/office.ts';
import { markFormulasOfDocx, writtenFormulas } from './child/formats/docx-formulas.ts';
import { createExtraction } from './extract.ts';

const extraction = createExtraction();
afterAll(() => extraction.close());

type XmlObject = Record<string, unknown>;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** What the library has of an element, as XML. */
function xmlOf(object: XmlObject): string {
  return Object.entries(object)
    .map(([name, content]) => {
      const parts = (Array.isArray(content) ? content : [content]) as (string | XmlObject)[];
      const attributes = parts.flatMap((part) =>
        typeof part === 'object' && part._attr ? Object.entries(part._attr as Record<string, string>) : [],
      );
      const inner = parts
        .filter((part) => typeof part === 'string' || !part._attr)
        .map((part) => (typeof part === 'string' ? escaped(part) : xmlOf(part)));
      return `<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}>${inner.join('')}</${name}>`;
    })
    .join('');
}

const equation = (latex: string): string =>
  xmlOf(new Equation({ children: [...latexToMath(latex)] }).prepForXml({ stack: [] } as never) as XmlObject);

/** The LaTeX that is read of a formula's XML. */
function latexOf(xml: string): string {
  const [, latex = ''] = /[\ue003\ue004]([^\ue005]*)\ue005/.exec(markFormulasOfDocx(xml, new Map())) ?? [];
  return latex.replaceAll(/&#(\d+);/g, (_whole, code) => String.fromCharCode(Number(code)));
}

const looks = (latex: string) => renderMath(latex, true)?.replace(/ alttext="[^"]*"/, '');

describe('an equation of a .docx file', () => {
  it.each([
    'x^2+y_1-z_i^2',
    '\\frac{a}{b}+\\sqrt[3]{x}-\\sqrt{2}',
    '\\sum_{i=1}^n i^2\\prod_k k',
    '\\int_0^\\infty e^{-x}\\,dx+\\iint f+\\oint_C g',
    '\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\\begin{vmatrix}a&b\\\\c&d\\end{vmatrix}',
    '\\begin{cases}x&\\text{if }x\\ge 0\\\\-x&\\text{otherwise}\\end{cases}',
    '\\begin{aligned}a&=b\\\\&=c\\end{aligned}',
    '\\mathbb{R}\\to\\mathcal{L}\\mathbf{x}\\boldsymbol{\\alpha}',
    '\\lim_{x\\to 0}\\frac{\\sin x}{x}=1+\\ln x+\\log_2 y',
    "\\hat{x}\\vec{v}\\bar{w}\\overline{AB}\\tilde{x}\\ddot{z}f'(x)",
    '\\left(\\frac{1}{2}\\right)\\left|x\\right|\\left[0,1\\right)\\left\\{x\\middle|y\\right\\}',
    '\\alpha\\beta\\Gamma\\le\\ne\\infty\\partial\\nabla\\times\\cdot',
    '\\underbrace{a+b}_{n}+\\overset{!}{=}',
    '\\binom{n}{k}\\operatorname{rank} A\\max_{x\\in X}f(x)',
    '\\{x\\mid x>0\\}50\\%A\\&B',
    '\\boxed{x}\\cancel{y}\\phantom{z}{}_a^bX',
  ])('is read as LaTeX that looks like %s', (latex) => {
    const read = latexOf(equation(latex));
    expect(looks(read)).not.toBeNull();
    expect(looks(read)).toBe(looks(latex));
  });

  it('is read as other programs write it: with looks, letters of alphabets, and what it leaves out', () => {
    const run = (text: string) =>
      `<m:r><w:rPr><w:rFonts w:ascii="Cambria Math"/></w:rPr><m:t>${text}</m:t></m:r>`;
    const look = '<m:ctrlPr><w:rPr><w:i/></w:rPr></m:ctrlPr>';
    expect(
      latexOf(
        `<m:oMath xmlns:m="m">${run('𝑥=')}<m:nary><m:naryPr><m:limLoc m:val="subSup"/>${look}</m:naryPr><m:sub>${run('0')}</m:sub><m:sup>${run('1')}</m:sup><m:e><m:d><m:dPr>${look}</m:dPr><m:e>${run('𝐀ℝ')}</m:e></m:d></m:e></m:nary></m:oMath>`,
      ),
    ).toBe('x=\\int_0^1 \\left(\\mathbf{A}\\mathbb{R}\\right)');
  });

  it('has its number where it stands alone, and a line of several equations keeps them', () => {
    const numbered = `<m:oMath><m:eqArr><m:e><m:r><m:t>E=mc#(7)</m:t></m:r></m:e></m:eqArr></m:oMath>`;
    expect(latexOf(`<m:oMathPara>${numbered}</m:oMathPara>`)).toBe('E=mc \\tag{7}');
    expect(latexOf(numbered)).toBe('E=mc\\quad(7)');
  });

  it('keeps the LaTeX that our export wrote it by, until somebody changes it there', () => {
    const written = writtenFormulas(
      '<Properties><property name="formula-1"><vt:lpwstr>a^2  +  b^2</vt:lpwstr></property><property name="formula-2"><vt:lpwstr>\\nothing</vt:lpwstr></property></Properties>',
    );
    expect(markFormulasOfDocx(equation('a^2+b^2'), written)).toContain('a^2  +  b^2');
    expect(markFormulasOfDocx(equation('a^2-b^2'), written)).toContain('a^2-b^2');
    expect(writtenFormulas('<Properties><property')).toEqual(new Map());
  });

  it('that is deep beyond reading, cut off, or no XML loses neither its text nor the rest', () => {
    const deep = `<m:oMath>${'<m:e>'.repeat(5_000)}<m:r><m:t>x</m:t></m:r>${'</m:e>'.repeat(5_000)}</m:oMath>`;
    expect(markFormulasOfDocx(`${deep}after`, new Map())).toMatch(/after$/);
    expect(markFormulasOfDocx('<m:oMath><m:r><m:t>x</m:t></m:oMath>after', new Map())).toBe(
      '<w:r><w:t xml:space="preserve">x</w:t></w:r>after',
    );
    const open = '<m:oMath>'.repeat(200_000);
    const begin = performance.now();
    expect(markFormulasOfDocx(open, new Map())).toBe(open);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});

describe('a .docx file with equations', () => {
  it('is imported with formulas in lines and in blocks, in cells too', async () => {
    const file = docx([
      {
        xml: () =>
          `<w:p><w:r><w:t xml:space="preserve">With </w:t></w:r>${equation('a<b')}<w:r><w:t>.</w:t></w:r></w:p>`,
      },
      {
        xml: () =>
          `<w:p><m:oMathPara><m:oMathParaPr/>${equation('\\frac{1}{2}')}${equation('x^2')}</m:oMathPara></w:p>`,
      },
      {
        xml: () =>
          `<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc><w:tc><w:p>${equation('y_1')}</w:p></w:tc></w:tr></w:tbl>`,
      },
    ]);
    const result = await extraction.convertDocument(file, 'docx');
    expect(result.ok && result.markdown).toContain('With $a<b$.');
    expect(result.ok && result.markdown).toContain('$$\n\\frac{1}{2}\n$$\n\n$$\nx^2\n$$');
    expect(result.ok && result.markdown).toContain('| cell | $y_1$ |');
  });
});

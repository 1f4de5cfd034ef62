import katex from 'katex';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A formula as MathML, which browsers show without styles or typefaces of its own; null where it is none. It has no
 * addresses, and nothing that runs.
 */
export function renderMath(latex: string, isBlock: boolean): string | null {
  try {
    const html = katex.renderToString(latex, {
      output: 'mathml',
      displayMode: isBlock,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
    });
    // The LaTeX is no text of the page, but what it is called.
    const [math = ''] = /<math\b.*<\/math>/s.exec(html) ?? [];
    const name = latex.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);
    return math
      .replace(/<annotation\b.*<\/annotation>/s, '')
      .replace('<math ', () => `<math alttext="${name}" `);
  } catch {
    return null;
  }
}

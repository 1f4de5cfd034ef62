import { inlineFormula } from './formula.ts';

const LATEX = 'annotation[encoding="application/x-tex"]';
/** What programs put a formula into, with its picture for readers beside it; the outermost comes first. */
const FORMULAS = 'figure.equation, .katex-display, .katex, .mwe-math-element, math';
const BLOCKS = 'figure.equation, .katex-display, math[display="block"]';

const latexOf = (element: Element): string => {
  const math = element.tagName.toLowerCase() === 'math' ? element : element.querySelector('math');
  const own = element.querySelector(LATEX)?.textContent ?? math?.getAttribute('alttext') ?? '';
  // Wikipedia writes how it is shown around each.
  return own
    .trim()
    .replace(/^\{\\(?:display|text)style\s([\s\S]*)\}$/, '$1')
    .trim();
};

/** Gives formulas of other programs (KaTeX, MathML) the form that documents have, by the LaTeX that they were made of. */
export function markFormulas(document: Document): void {
  for (const one of document.querySelectorAll(FORMULAS)) {
    if (one.parentElement?.closest(FORMULAS)) continue;
    const latex = latexOf(one);
    if (!latex) continue;
    const isBlock = one.matches(BLOCKS);
    const line = inlineFormula(latex);
    const formula = document.createElement(isBlock ? 'div' : line ? 'span' : 'code');
    if (isBlock || line) formula.setAttribute('data-math', isBlock ? latex : line);
    formula.textContent = latex;
    one.replaceWith(formula);
  }
}

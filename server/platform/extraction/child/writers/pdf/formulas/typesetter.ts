import { runInThisContext } from 'node:vm';
import loader, { type LiteNode, type MathDocument, type MathJax, type TexOptions } from 'mathjax';
import { KATEX_MACROS } from './katex-macros.ts';

/** What is understood beside plain TeX: as much as the pages show, and nothing with addresses. */
const EXTENSIONS = [
  ...['ams', 'amscd', 'boldsymbol', 'braket', 'cancel', 'centernot', 'color', 'configmacros', 'enclose'],
  ...['extpfeil', 'gensymb', 'mathtools', 'mhchem', 'newcommand', 'textmacros', 'unicode', 'upgreek'],
];
const TEX: TexOptions = { packages: ['base', ...EXTENSIONS], maxMacros: 500, macros: KATEX_MACROS };
/** Commands that change what later formulas mean, which on a page they don't. */
const DEFINES = /\\(?:let|label|mathtoolsset|declare\w*|\w*(?:def|new)\w*)/i;
/** Letters that MathJax's typefaces may lack: the fonts of the file have them. */
const NOT_ASCII = /\P{ASCII}/u;
/** A formula's letters are as tall as this part of its size; `ex` is what makes texts among them fit to those around it. */
const METRICS = { em: 16, ex: 8 };

/** Formulas set by MathJax: SVG as a tree of elements, in thousandths of an em. */
export class Typesetter {
  readonly #mathJax: MathJax;
  readonly #timeoutMs: number;
  #document: MathDocument | null = null;

  private constructor(mathJax: MathJax, timeoutMs: number) {
    this.#mathJax = mathJax;
    this.#timeoutMs = timeoutMs;
  }

  /** `widthOf`: how wide a text of a size is in the fonts of the file, for letters that MathJax has not. */
  static async load({
    widthOf,
    timeoutMs,
  }: {
    widthOf(text: string, size: number): number;
    timeoutMs: number;
  }): Promise<Typesetter> {
    const mathJax = await loader.init({
      loader: { load: ['input/tex-base', 'output/svg', ...EXTENSIONS.map((name) => `[tex]/${name}`)] },
      tex: TEX,
      svg: { fontCache: 'none' },
      startup: { typeset: false },
    });
    const { adaptor, document } = mathJax.startup;
    document.outputJax.measureTextNode = (text) => {
      const size = Number.parseFloat(String(text.attributes?.['font-size'] ?? '')) || 1000;
      return { w: widthOf(adaptor.textContent(text), size) / 1000, h: 0.75, d: 0.2 };
    };
    return new Typesetter(mathJax, timeoutMs);
  }

  /** The SVG of a formula; throws for one that is broken in ways that MathJax has no message for, or takes too long. */
  typeset(latex: string, { isBlock, width }: { isBlock: boolean; width: number }): LiteNode {
    const { outputJax } = this.#mathJax.startup.document;
    outputJax.options.mtextFont = NOT_ASCII.test(latex) ? 'serif' : '';
    const document = this.#document ?? this.#newDocument();
    // What was stopped midway is not used again.
    this.#document = null;
    const tree = withTimeout(
      () =>
        document.convert(latex, {
          display: isBlock,
          ...METRICS,
          containerWidth: (width / 1000) * METRICS.em,
        }),
      this.#timeoutMs,
    );
    this.#document = DEFINES.test(latex) ? null : document;
    return tree;
  }

  #newDocument(): MathDocument {
    const { _, startup } = this.#mathJax;
    const InputJax = new _.input.tex_ts.TeX(TEX);
    return _.mathjax.mathjax.document('', { InputJax, OutputJax: startup.document.outputJax });
  }
}

const RUN = 'hubkeepFormula';

/** Runs what never waits, and stops it where it takes longer, which nothing but a script's time limit does. */
function withTimeout<T>(work: () => T, timeoutMs: number): T {
  const results: T[] = [];
  Object.assign(globalThis, { [RUN]: () => void results.push(work()) });
  try {
    runInThisContext(`${RUN}()`, { timeout: timeoutMs });
  } finally {
    Reflect.deleteProperty(globalThis, RUN);
  }
  for (const result of results) return result;
  throw new Error('The formula was not set.');
}

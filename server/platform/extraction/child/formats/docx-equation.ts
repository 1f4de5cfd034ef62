import {
  ACCENTS,
  ALPHABETS,
  BRACKETS,
  FUNCTIONS,
  GROUPS,
  LARGE_OPERATORS,
  MATRICES,
  WIDE_ACCENTS,
} from './docx-equation-signs.ts';
import { joinLatex, latexOfPlainText, latexOfSigns } from './latex-text.ts';

/** An element of a formula of Word (ECMA-376 part 1, 22.1), without the prefix of its name. */
export type MathElement = {
  name: string;
  /** Its `m:val`. */
  value: string | null;
  text: string;
  children: MathElement[];
};

/** Deeper than that no formula is read: the rest stays out. */
const MAX_DEPTH = 60;

const childOf = (element: MathElement, name: string): MathElement | null =>
  element.children.find((child) => child.name === name) ?? null;

/** The value of a property of an element, such as the sign of a sum; null where it has none. */
function property(element: MathElement, name: string): string | null {
  const own = childOf(element, `${element.name}Pr`);
  const found = own && childOf(own, name);
  return found ? (found.value ?? '') : null;
}

/** Whether a property is on: without a value it is. */
const isOn = (value: string | null): boolean => value !== null && !['0', 'false', 'off'].includes(value);

/** What a script stands at. */
const base = (latex: string): string => (/^(?:[^{}\\]|\\[a-zA-Z]+)$/.test(latex) ? latex : `{${latex}}`);
const script = (sign: '_' | '^', latex: string): string =>
  latex === '' ? '' : sign + (/^[^{}\\]$/.test(latex) ? latex : `{${latex}}`);

/** Primes are written without the sign of a superscript. */
const superscript = (latex: string): string => (/^'+$/.test(latex) ? latex : script('^', latex));

/** Writes the formulas of Word as LaTeX. */
class Writer {
  #depth = 0;
  /** Whether `&` is where equations below each other are aligned. */
  #isAligned = false;
  /** The number of the equation, which stands behind all of it. */
  tag = '';

  of(elements: readonly MathElement[]): string {
    if (this.#depth >= MAX_DEPTH) return '';
    this.#depth += 1;
    const latex = joinLatex(elements.map((element) => this.#element(element)));
    this.#depth -= 1;
    return latex;
  }

  #part(element: MathElement, name: string): string {
    const part = childOf(element, name);
    return part ? this.of(part.children) : '';
  }

  #element(element: MathElement): string {
    const e = () => this.#part(element, 'e');
    switch (element.name) {
      case 'r':
        return this.#run(element);
      case 'f':
        return this.#fraction(element);
      case 'sSup':
        return base(e()) + superscript(this.#part(element, 'sup'));
      case 'sSub':
        return base(e()) + script('_', this.#part(element, 'sub'));
      case 'sSubSup':
        return base(e()) + script('_', this.#part(element, 'sub')) + superscript(this.#part(element, 'sup'));
      case 'sPre':
        return `{}${script('_', this.#part(element, 'sub'))}${script('^', this.#part(element, 'sup'))}${base(e())}`;
      case 'rad':
        return this.#root(element);
      case 'nary':
        return this.#largeOperator(element);
      case 'd':
        return this.#brackets(element);
      case 'm':
        return this.#matrix(element, 'matrix');
      case 'eqArr':
        return this.#equations(element);
      case 'acc':
        return this.#accent(element);
      case 'bar':
        return `${property(element, 'pos') === 'top' ? '\\overline' : '\\underline'}{${e()}}`;
      case 'borderBox':
        return this.#box(element);
      case 'groupChr':
        return this.#group(element);
      case 'limLow':
      case 'limUpp':
        return this.#limit(element);
      case 'func':
        return joinLatex([this.#functionName(element), this.#argument(e())]);
      case 'phant':
        return isOn(property(element, 'show')) || !property(element, 'show') ? e() : `\\phantom{${e()}}`;
      default:
        // Boxes, what was inserted, and what later versions have: the formula inside.
        return element.name.endsWith('Pr') ? '' : this.of(element.children);
    }
  }

  #run(element: MathElement): string {
    const text = element.children
      .filter(({ name }) => name === 't')
      .map((child) => child.text)
      .join('');
    if (text === '') return '';
    const properties = childOf(element, 'rPr');
    const value = (name: string) => (properties ? (childOf(properties, name)?.value ?? null) : null);
    if (properties && childOf(properties, 'nor') && isOn(value('nor') ?? ''))
      return `\\text{${latexOfPlainText(text)}}`;
    const latex = this.#isAligned ? text.split('&').map(latexOfSigns).join('&') : latexOfSigns(text);
    const style = value('sty');
    const alphabet = ALPHABETS[value('scr') ?? ''];
    const inAlphabet = alphabet ? `${alphabet}{${latex}}` : latex;
    if (style === 'b') return alphabet ? `\\boldsymbol{${inAlphabet}}` : `\\mathbf{${latex}}`;
    if (style === 'bi') return `\\boldsymbol{${inAlphabet}}`;
    if (style === 'p' && !alphabet && /[a-zA-Z]/.test(text)) {
      const name = text.trim();
      return FUNCTIONS.has(name) ? `\\${name}` : `\\mathrm{${latex}}`;
    }
    return inAlphabet;
  }

  #fraction(element: MathElement): string {
    const [above, below] = [this.#part(element, 'num'), this.#part(element, 'den')];
    const type = property(element, 'type');
    if (type === 'lin') return `${base(above)}/${base(below)}`;
    if (type === 'noBar') return `\\genfrac{}{}{0pt}{}{${above}}{${below}}`;
    return `\\frac{${above}}{${below}}`;
  }

  #root(element: MathElement): string {
    const degree = isOn(property(element, 'degHide')) ? '' : this.#part(element, 'deg');
    return `\\sqrt${degree ? `[${degree}]` : ''}{${this.#part(element, 'e')}}`;
  }

  #largeOperator(element: MathElement): string {
    const sign = property(element, 'chr') ?? '∫';
    const operator = LARGE_OPERATORS[sign] ?? latexOfSigns(sign);
    const isIntegral = /int$/.test(operator);
    const isUnder = property(element, 'limLoc') === 'undOvr';
    const limits = isIntegral === isUnder ? (isUnder ? '\\limits' : '\\nolimits') : '';
    const hasLimits = LARGE_OPERATORS[sign] !== undefined && property(element, 'limLoc') !== null;
    const [below, above] = [this.#part(element, 'sub'), this.#part(element, 'sup')];
    const scripts = script('_', below) + script('^', above);
    return joinLatex([
      operator + (hasLimits && scripts ? limits : '') + scripts,
      scripts ? ' ' : '',
      this.#part(element, 'e'),
    ]);
  }

  #brackets(element: MathElement): string {
    const open = property(element, 'begChr') ?? '(';
    const close = property(element, 'endChr') ?? ')';
    const separator = property(element, 'sepChr') ?? '|';
    const items = element.children.filter(({ name }) => name === 'e');
    const [only] = items;
    const inner = only?.children.filter(({ name }) => !name.endsWith('Pr')) ?? [];
    const [content] = inner;
    if (items.length === 1 && inner.length === 1 && content) {
      if (content.name === 'm' && MATRICES[open + close])
        return this.#matrix(content, MATRICES[open + close]);
      if (open === '{' && close === '' && (content.name === 'm' || content.name === 'eqArr'))
        return this.#matrix(content, 'cases');
      if (content.name === 'f' && property(content, 'type') === 'noBar' && open === '(' && close === ')')
        return `\\binom{${this.#part(content, 'num')}}{${this.#part(content, 'den')}}`;
    }
    const side = (sign: string) => BRACKETS[sign] ?? latexOfSigns(sign);
    const middle = separator === '|' ? '\\middle|' : latexOfSigns(separator);
    const parts = items.flatMap(({ children }, at) => [...(at > 0 ? [middle] : []), this.of(children)]);
    return joinLatex([`\\left${side(open)}`, ...parts, `\\right${side(close)}`]);
  }

  #matrix(element: MathElement, environment = 'matrix'): string {
    const rows =
      element.name === 'eqArr'
        ? this.#rowsOf(element)
        : element.children
            .filter(({ name }) => name === 'mr')
            .map((row) => row.children.filter(({ name }) => name === 'e'))
            .map((cells) => cells.map((cell) => this.of(cell.children)).join(' & '));
    return `\\begin{${environment}}${rows.join(' \\\\ ')}\\end{${environment}}`;
  }

  #rowsOf(element: MathElement): string[] {
    const before = this.#isAligned;
    this.#isAligned = true;
    const rows = element.children.filter(({ name }) => name === 'e').map(({ children }) => this.of(children));
    this.#isAligned = before;
    return rows;
  }

  /** Equations below each other; a single one has a number behind it, after a sign for that. */
  #equations(element: MathElement): string {
    const rows = this.#rowsOf(element);
    const [only = ''] = rows;
    const numbered = /^([\s\S]*)\\#\s*\(?([^()]*)\)?$/.exec(only);
    if (rows.length === 1 && numbered) {
      this.tag = numbered[2]?.trim() ?? '';
      return numbered[1]?.trim() ?? '';
    }
    return `\\begin{aligned}${rows.join(' \\\\ ')}\\end{aligned}`;
  }

  #accent(element: MathElement): string {
    const e = this.#part(element, 'e');
    const accent = ACCENTS[property(element, 'chr') ?? '\u0302'] ?? '\\hat';
    // What is above more than a letter grows with it.
    const isWide = !/^(?:[^{}\\]|\\[a-zA-Z]+)$/.test(e);
    return `${isWide ? (WIDE_ACCENTS[accent] ?? accent) : accent}{${e}}`;
  }

  #box(element: MathElement): string {
    const e = this.#part(element, 'e');
    const [rising, falling] = ['strikeBLTR', 'strikeTLBR'].map((name) => isOn(property(element, name)));
    if (rising && falling) return `\\xcancel{${e}}`;
    if (rising) return `\\cancel{${e}}`;
    if (falling) return `\\bcancel{${e}}`;
    return isOn(property(element, 'strikeH')) ? `\\sout{${e}}` : `\\boxed{${e}}`;
  }

  #group(element: MathElement): string {
    const isBelow = property(element, 'pos') !== 'top';
    const command = GROUPS[property(element, 'chr') ?? '⏟'];
    return `${command ?? (isBelow ? '\\underbrace' : '\\overbrace')}{${this.#part(element, 'e')}}`;
  }

  #limit(element: MathElement): string {
    const [e, limit] = [this.#part(element, 'e'), this.#part(element, 'lim')];
    const isBelow = element.name === 'limLow';
    if (/^\\(?:under|over)(?:brace|bracket|group)\{/.test(e)) return e + script(isBelow ? '_' : '^', limit);
    const operator = /^\\(?:lim|liminf|limsup|max|min|sup|inf|det|gcd|Pr)$/.test(e);
    if (operator && isBelow) return e + script('_', limit);
    return `\\${isBelow ? 'underset' : 'overset'}{${limit}}{${e}}`;
  }

  #functionName(element: MathElement): string {
    const name = this.#part(element, 'fName');
    return name.replace(/^\\mathrm(?=\{)/, '\\operatorname');
  }

  /** What a function is of; a space keeps it off a name that ends with a letter. */
  #argument(latex: string): string {
    return /^[a-zA-Z]/.test(latex) ? ` ${latex}` : latex;
  }
}

/** A formula of Word as LaTeX; `isBlock` where it stands alone, and may have a number. */
export function latexOfEquation(math: MathElement, isBlock: boolean): string {
  const writer = new Writer();
  const latex = writer.of(math.children).replaceAll(/ {2,}/g, ' ').trim();
  if (!writer.tag) return latex;
  return isBlock ? `${latex} \\tag{${writer.tag}}` : `${latex}\\quad(${writer.tag})`;
}

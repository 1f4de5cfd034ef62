/* The signs and names that formulas of Word have (ECMA-376 part 1, 22.1), as LaTeX. */

export const LARGE_OPERATORS: Readonly<Record<string, string>> = {
  '∑': '\\sum',
  '∏': '\\prod',
  '∐': '\\coprod',
  '∫': '\\int',
  '∬': '\\iint',
  '∭': '\\iiint',
  '∮': '\\oint',
  '∯': '\\oiint',
  '∰': '\\oiiint',
  '⋃': '\\bigcup',
  '⋂': '\\bigcap',
  '⋁': '\\bigvee',
  '⋀': '\\bigwedge',
  '⨁': '\\bigoplus',
  '⨂': '\\bigotimes',
  '⨀': '\\bigodot',
  '⨄': '\\biguplus',
  '⨆': '\\bigsqcup',
};

export const ACCENTS: Readonly<Record<string, string>> = {
  '\u0302': '\\hat',
  '^': '\\hat',
  '\u030c': '\\check',
  '\u0303': '\\tilde',
  '~': '\\tilde',
  '\u0301': '\\acute',
  '\u0300': '\\grave',
  '\u0307': '\\dot',
  '\u0308': '\\ddot',
  '\u20db': '\\dddot',
  '\u0306': '\\breve',
  '\u0304': '\\bar',
  '\u0305': '\\bar',
  '¯': '\\bar',
  '\u030a': '\\mathring',
  '\u20d7': '\\vec',
  '→': '\\vec',
  '\u20d6': '\\overleftarrow',
  '\u20e1': '\\overleftrightarrow',
  '\u20d1': '\\overrightharpoon',
  '\u20d0': '\\overleftharpoon',
};

export const WIDE_ACCENTS: Readonly<Record<string, string>> = {
  '\\hat': '\\widehat',
  '\\check': '\\widecheck',
  '\\tilde': '\\widetilde',
  '\\bar': '\\overline',
  '\\vec': '\\overrightarrow',
};

export const GROUPS: Readonly<Record<string, string>> = {
  '⏞': '\\overbrace',
  '⏟': '\\underbrace',
  '⎴': '\\overbracket',
  '⎵': '\\underbracket',
  '⏜': '\\overgroup',
  '⏝': '\\undergroup',
  '→': '\\xrightarrow',
  '←': '\\xleftarrow',
  '⇒': '\\xRightarrow',
  '⇐': '\\xLeftarrow',
};

export const BRACKETS: Readonly<Record<string, string>> = {
  '': '.',
  '{': '\\{',
  '}': '\\}',
  '⟨': '\\langle',
  '⟩': '\\rangle',
  '〈': '\\langle',
  '〉': '\\rangle',
  '⌈': '\\lceil',
  '⌉': '\\rceil',
  '⌊': '\\lfloor',
  '⌋': '\\rfloor',
  '‖': '\\|',
};

/** Matrices by the brackets around them. */
export const MATRICES: Readonly<Record<string, string>> = {
  '()': 'pmatrix',
  '[]': 'bmatrix',
  '{}': 'Bmatrix',
  '||': 'vmatrix',
  '‖‖': 'Vmatrix',
};

export const ALPHABETS: Readonly<Record<string, string>> = {
  'double-struck': '\\mathbb',
  script: '\\mathcal',
  fraktur: '\\mathfrak',
  'sans-serif': '\\mathsf',
  monospace: '\\mathtt',
};

export const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max ' +
    'min Pr sec sin sinh sup tan tanh'
  ).split(' '),
);

const SIGNS: Readonly<Record<string, string>> = {
  α: '\\alpha',
  β: '\\beta',
  γ: '\\gamma',
  δ: '\\delta',
  ϵ: '\\epsilon',
  ε: '\\varepsilon',
  ζ: '\\zeta',
  η: '\\eta',
  θ: '\\theta',
  ϑ: '\\vartheta',
  ι: '\\iota',
  κ: '\\kappa',
  λ: '\\lambda',
  μ: '\\mu',
  ν: '\\nu',
  ξ: '\\xi',
  π: '\\pi',
  ϖ: '\\varpi',
  ρ: '\\rho',
  ϱ: '\\varrho',
  σ: '\\sigma',
  ς: '\\varsigma',
  τ: '\\tau',
  υ: '\\upsilon',
  ϕ: '\\phi',
  φ: '\\varphi',
  χ: '\\chi',
  ψ: '\\psi',
  ω: '\\omega',
  Γ: '\\Gamma',
  Δ: '\\Delta',
  Θ: '\\Theta',
  Λ: '\\Lambda',
  Ξ: '\\Xi',
  Π: '\\Pi',
  Σ: '\\Sigma',
  Υ: '\\Upsilon',
  Φ: '\\Phi',
  Ψ: '\\Psi',
  Ω: '\\Omega',
  '≤': '\\le',
  '≥': '\\ge',
  '≠': '\\ne',
  '≈': '\\approx',
  '≡': '\\equiv',
  '∼': '\\sim',
  '≃': '\\simeq',
  '≅': '\\cong',
  '∝': '\\propto',
  '≪': '\\ll',
  '≫': '\\gg',
  '≺': '\\prec',
  '≻': '\\succ',
  '⊥': '\\perp',
  '∥': '\\parallel',
  '∣': '\\mid',
  '∈': '\\in',
  '∉': '\\notin',
  '∋': '\\ni',
  '⊂': '\\subset',
  '⊆': '\\subseteq',
  '⊃': '\\supset',
  '⊇': '\\supseteq',
  '∪': '\\cup',
  '∩': '\\cap',
  '∖': '\\setminus',
  '∅': '\\emptyset',
  '∧': '\\land',
  '∨': '\\lor',
  '¬': '\\neg',
  '∀': '\\forall',
  '∃': '\\exists',
  '∄': '\\nexists',
  '⊢': '\\vdash',
  '⊨': '\\models',
  '→': '\\to',
  '←': '\\gets',
  '↔': '\\leftrightarrow',
  '⇒': '\\Rightarrow',
  '⇐': '\\Leftarrow',
  '⇔': '\\Leftrightarrow',
  '↦': '\\mapsto',
  '↑': '\\uparrow',
  '↓': '\\downarrow',
  '⟶': '\\longrightarrow',
  '⟹': '\\Longrightarrow',
  '⟺': '\\iff',
  '⇌': '\\rightleftharpoons',
  '×': '\\times',
  '÷': '\\div',
  '·': '\\cdot',
  '⋅': '\\cdot',
  '±': '\\pm',
  '∓': '\\mp',
  '∗': '\\ast',
  '∘': '\\circ',
  '⊕': '\\oplus',
  '⊗': '\\otimes',
  '⊙': '\\odot',
  '∙': '\\bullet',
  '∞': '\\infty',
  '∂': '\\partial',
  '∇': '\\nabla',
  ℏ: '\\hbar',
  ℓ: '\\ell',
  ℜ: '\\Re',
  ℑ: '\\Im',
  ℘: '\\wp',
  ℵ: '\\aleph',
  '′': "'",
  '″': "''",
  '°': '^\\circ',
  '∠': '\\angle',
  '△': '\\triangle',
  '∴': '\\therefore',
  '∵': '\\because',
  '…': '\\ldots',
  '⋯': '\\cdots',
  '⋮': '\\vdots',
  '⋱': '\\ddots',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '⌈': '\\lceil ',
  '⌉': '\\rceil ',
  '⌊': '\\lfloor ',
  '⌋': '\\rfloor ',
  '‖': '\\|',
  '∑': '\\sum',
  '∏': '\\prod',
  '∫': '\\int',
  '√': '\\surd',
  '−': '-',
  '\u2061': '',
  '\u2062': '',
  '\u2063': '',
  '\u2009': '\\,',
  '\u2005': '\\:',
  '\u2003': '\\quad',
  '\u2002': '\\;',
  '\u00a0': '~',
  '\u200b': '',
  ' ': '\\ ',
  '&': '\\&',
  '\\': '\\backslash',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '#': '\\#',
  $: '\\$',
  _: '\\_',
  '^': '\\hat{}',
  '~': '\\sim',
};

/** What letters of one alphabet are written with (Unicode 16, Mathematical Alphanumeric Symbols); italic is how they are anyway. */
const ALPHABETS: readonly (readonly [from: number, to: number, command: string])[] = [
  [0x1d400, 0x1d433, '\\mathbf'],
  [0x1d434, 0x1d467, ''],
  [0x1d468, 0x1d49b, '\\boldsymbol'],
  [0x1d49c, 0x1d503, '\\mathcal'],
  [0x1d504, 0x1d537, '\\mathfrak'],
  [0x1d538, 0x1d56b, '\\mathbb'],
  [0x1d56c, 0x1d59f, '\\mathfrak'],
  [0x1d5a0, 0x1d66f, '\\mathsf'],
  [0x1d670, 0x1d6a3, '\\mathtt'],
  [0x1d6a8, 0x1d6e1, '\\boldsymbol'],
  [0x1d6e2, 0x1d71b, ''],
  [0x1d71c, 0x1d755, '\\boldsymbol'],
  [0x1d7ce, 0x1d7d7, '\\mathbf'],
  [0x1d7d8, 0x1d7e1, '\\mathbb'],
  [0x1d7e2, 0x1d7f5, '\\mathsf'],
  [0x1d7f6, 0x1d7ff, '\\mathtt'],
];
/** Letters that have a place of their own, outside of these. */
const LETTERS: Readonly<Record<string, string>> = {
  '\\mathbb': 'ℂℍℕℙℚℝℤ',
  '\\mathcal': 'ℬℰℱℋℐℒℳℛ',
  '\\mathfrak': 'ℭℌℨ',
};

/** How a letter is written: by which command, none where it is plain, and null where it is no such letter. */
function alphabetOf(letter: string): string | null {
  const code = letter.codePointAt(0) ?? 0;
  if (code > 0xffff) return ALPHABETS.find(([from, to]) => code >= from && code <= to)?.[2] ?? null;
  if (letter === 'ℎ') return '';
  return Object.keys(LETTERS).find((command) => LETTERS[command]?.includes(letter)) ?? null;
}

const TEXT_SIGNS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
};

/** A text within a formula as LaTeX that shows it, as words between the signs: a sign with a meaning there means itself. */
export const latexOfPlainText = (text: string): string =>
  text.replaceAll(/[\\^~{}$%#&_]/g, (sign) => TEXT_SIGNS[sign] ?? `\\${sign}`);

/** The signs of a formula as LaTeX: Greek, operators, arrows and the letters of alphabets by their commands. */
export function latexOfSigns(text: string): string {
  const runs: { command: string | null; parts: string[] }[] = [];
  for (const sign of text) {
    const command = alphabetOf(sign);
    const plain = command === null ? sign : sign.normalize('NFKC');
    const latex = SIGNS[plain] ?? plain;
    const last = runs.at(-1);
    if (last && last.command === command) last.parts.push(latex);
    else runs.push({ command, parts: [latex] });
  }
  return joinLatex(
    runs.map(({ command, parts }) => (command ? `${command}{${joinLatex(parts)}}` : joinLatex(parts))),
  );
}

/** Joins parts of LaTeX: a command ends before a letter. */
export function joinLatex(parts: readonly string[]): string {
  let whole = '';
  for (const part of parts) {
    if (part === '') continue;
    whole += /\\[a-zA-Z]+$/.test(whole.slice(-24)) && /^[a-zA-Z]/.test(part) ? ` ${part}` : part;
  }
  return whole;
}

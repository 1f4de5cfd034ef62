import { CODE_LANGUAGES } from '#lib/documents/code-languages.ts';
import { CALLOUT_KINDS } from '#lib/text/callout-kinds.ts';

/**
 * The styles by which a Word file has the blocks that Word doesn't know: written by the export of a document, read by
 * the import. Each is an id, which is also its name.
 */
export const DOCX_STYLES = {
  code: 'Code',
  inlineCode: 'CodeText',
  quote: 'QuoteBlock',
  toggle: 'Toggle',
  rule: 'HorizontalLine',
  formula: 'Formula',
  formulaBlock: 'FormulaBlock',
  listContinue: 'ListContinue',
} as const;

/**
 * How properties of a Word file begin that have the LaTeX of its formulas, and how long they may be. Anybody who changes a
 * formula in Word leaves them as they are: they are taken for formulas that are the same.
 */
export const FORMULA_PROPERTY = 'formula';
export const FORMULA_PROPERTY_MAX = 255;

/** Levels of nested lists in Word. */
export const LIST_LEVELS = 9;

/** The style of a block of code in a language; without a language where no block can be chosen to have it. */
export function codeStyle(language: unknown): string {
  const known = CODE_STYLES.find((one) => one.language === language);
  return known?.style ?? DOCX_STYLES.code;
}

/** The styles of code, each with its language. */
export const CODE_STYLES = [...CODE_LANGUAGES.map(([name]) => name), 'mermaid'].map((language) => ({
  language,
  style: `${DOCX_STYLES.code}-${language}`,
}));

/** The style of the table that is a callout. */
export const calloutStyle = (kind: string): string => `Callout-${kind}`;
export const CALLOUT_STYLES = CALLOUT_KINDS.map((kind) => ({ kind, style: calloutStyle(kind) }));

/** The style of a further paragraph of a list's item; `level` counts from 0. */
export const continueStyle = (level: number): string => `${DOCX_STYLES.listContinue}${level + 1}`;

const levels = Array.from({ length: LIST_LEVELS }, (_, level) => level);
const listPath = (level: number): string => Array.from({ length: level }, () => 'ul|ol > li > ').join('');

/** Mammoth's map from these styles to HTML (https://github.com/mwilliamson/mammoth.js#writing-style-maps). */
export const DOCX_STYLE_MAP: readonly string[] = [
  `p[style-name='${DOCX_STYLES.code}'] => pre:fresh`,
  ...CODE_STYLES.map(
    ({ language, style }) => `p[style-name='${style}'] => pre[data-language='${language}']:fresh`,
  ),
  `r[style-name='${DOCX_STYLES.inlineCode}'] => code`,
  `r[style-name='${DOCX_STYLES.formula}'] => span.formula`,
  `p[style-name='${DOCX_STYLES.formulaBlock}'] => div.formula:fresh`,
  `p[style-name='${DOCX_STYLES.rule}'] => hr:fresh`,
  `table[style-name='${DOCX_STYLES.quote}'] => table.quote:fresh`,
  `table[style-name='${DOCX_STYLES.toggle}'] => table.toggle:fresh`,
  ...CALLOUT_STYLES.map(({ kind, style }) => `table[style-name='${style}'] => table.callout-${kind}:fresh`),
  ...levels.map((level) => `p[style-name='${continueStyle(level)}'] => ${listPath(level + 1)}p:fresh`),
  // What Word's own templates have.
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  ...levels.flatMap((level) => [
    `p:unordered-list(${level + 1}) => ${listPath(level)}ul > li:fresh`,
    `p:ordered-list(${level + 1}) => ${listPath(level)}ol > li:fresh`,
  ]),
];

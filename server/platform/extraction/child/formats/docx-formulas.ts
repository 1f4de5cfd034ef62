import { BLOCK_MATH_MAX } from '#lib/documents/formula.ts';
import { renderMath } from '#lib/documents/math.ts';
import { FORMULA_PROPERTY, FORMULA_PROPERTY_MAX } from '#server/platform/extraction/docx-styles.ts';
import { latexOfEquation, type MathElement } from './docx-equation.ts';
import { readXmlText } from './xml-reader.ts';

/*
 * The library that reads Word files leaves equations out. They are written into the text as LaTeX before it reads that,
 * between letters that no text has, and marked as formulas in the HTML that it makes.
 */
const INLINE = '\ue003';
const BLOCK = '\ue004';
const CLOSE = '\ue005';
/** Bytes of XML of an equation: a longer one is no equation that somebody reads. */
const MAX_XML = 1024 * 1024;

/** The XML of a formula as its elements; null where it can't be read. */
function readMath(xml: string): MathElement | null {
  const root: MathElement = { name: '', value: null, text: '', children: [] };
  const open = [root];
  try {
    readXmlText(xml, {
      open: (name, attributes) => {
        const element = {
          name: name.replace(/^m:/, ''),
          value: attributes['m:val'] ?? null,
          text: '',
          children: [],
        };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      close: () => void open.pop(),
      text: (text) => {
        const last = open.at(-1);
        if (last) last.text += text;
      },
    });
  } catch {
    return null;
  }
  return root.children[0] ?? null;
}

const escapeXml = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What a formula looks like, whatever it was typed as; null where it is none. */
const lookOf = (latex: string): string | null =>
  renderMath(latex, true)?.replace(/ alttext="[^"]*"/, '') ?? null;

/** The LaTeX of the formulas that our export wrote, by what they look like. */
export function writtenFormulas(properties: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let isFormula = false;
  let text = '';
  try {
    readXmlText(properties, {
      open: (name, attributes) => {
        if (name === 'property') isFormula = attributes.name?.startsWith(`${FORMULA_PROPERTY}-`) ?? false;
        text = '';
      },
      text: (part) => {
        if (text.length <= FORMULA_PROPERTY_MAX) text += part;
      },
      close: () => {
        const look = isFormula && text.length <= FORMULA_PROPERTY_MAX ? lookOf(text) : null;
        if (look) found.set(look, text);
        text = '';
      },
    });
  } catch {
    return new Map();
  }
  return found;
}

type Written = ReadonlyMap<string, string>;

/** A formula as a run of text; what it has as text where it can't be read as LaTeX. */
function runOfMath(xml: string, isBlock: boolean, written: Written): string {
  const math = xml.length <= MAX_XML ? readMath(xml) : null;
  const read = math ? latexOfEquation(math, isBlock) : '';
  const latex = written.get(written.size > 0 ? (lookOf(read) ?? '') : '') ?? read;
  const isFormula = latex !== '' && latex.length <= BLOCK_MATH_MAX;
  const text = isFormula
    ? (isBlock ? BLOCK : INLINE) + latex + CLOSE
    : [...xml.matchAll(/<m:t(?: [^>]*)?>([^<]*)/g)].map(([, found]) => found).join('');
  return text === ''
    ? ''
    : `<w:r><w:t xml:space="preserve">${isFormula ? escapeXml(text) : text}</w:t></w:r>`;
}

/** Where an element that begins at a place is closed; null where it isn't. */
function closingTag(xml: string, name: string, from: number): { after: number } | null {
  const at = xml.indexOf(`</${name}>`, from);
  return at < 0 ? null : { after: at + name.length + 3 };
}

const BEGIN = /<m:(oMathPara|oMath)(?: [^>]*)?(\/?)>/g;

/**
 * Replaces the formulas of a Word file's main part with runs that have them as LaTeX.
 * @param written what is known of formulas by their equations
 */
export function markFormulasOfDocx(main: string, written: Written): string {
  const parts: string[] = [];
  let read = 0;
  BEGIN.lastIndex = 0;
  for (let found = BEGIN.exec(main); found; found = BEGIN.exec(main)) {
    const [whole, name = '', isEmpty] = found;
    if (isEmpty) continue;
    const closing = closingTag(main, `m:${name}`, found.index + whole.length);
    if (!closing) break;
    parts.push(main.slice(read, found.index));
    const xml = main.slice(found.index, closing.after);
    parts.push(name === 'oMathPara' ? runsOfParagraph(xml, written) : runOfMath(xml, false, written));
    read = closing.after;
    BEGIN.lastIndex = read;
  }
  return read === 0 ? main : parts.join('') + main.slice(read);
}

/** The formulas of a paragraph of formulas: each stands alone. */
function runsOfParagraph(xml: string, written: Written): string {
  const runs: string[] = [];
  let read = 0;
  for (const { index } of xml.matchAll(/<m:oMath(?: [^>]*)?>/g)) {
    const closing = index < read ? null : closingTag(xml, 'm:oMath', index);
    if (!closing) continue;
    runs.push(runOfMath(xml.slice(index, closing.after), true, written));
    read = closing.after;
  }
  return runs.join('');
}

const FORMULA = new RegExp(`([${INLINE}${BLOCK}])([^<${INLINE}${BLOCK}${CLOSE}]*)${CLOSE}`, 'g');
const ALONE = new RegExp(`<p>((?:${BLOCK}[^<${INLINE}${BLOCK}${CLOSE}]*${CLOSE})+)</p>`, 'g');

/** Marks the formulas in the HTML of a Word file. One that stands alone in its paragraph is a block. */
export function showFormulas(html: string): string {
  return html
    .replace(ALONE, (_whole, formulas: string) =>
      formulas.replace(FORMULA, (_one, _sign, latex: string) => `<div class="formula">${latex}</div>`),
    )
    .replace(FORMULA, (_whole, _sign, latex: string) => `<span class="formula">${latex}</span>`);
}

import { readXmlText } from './xml-reader.ts';

/*
 * The library that reads Word files knows neither the numbers of lists nor the alignment of paragraphs. They are written into
 * the text before it reads that, between letters that no text has, and taken out of the HTML that it makes.
 */
const NUMBER = '\ue000';
const ALIGN = '\ue002';
const CLOSE = '\ue001';
const ALIGNMENTS: Readonly<Record<string, string>> = { center: 'center', right: 'right', end: 'right' };

type Level = { start: number; isOrdered: boolean };
type Numbering = ReadonlyMap<string, ReadonlyMap<string, Level>>;

/** The levels of each numbering of a Word file (ECMA-376, 17.9), by its id. */
function numberingOf(xml: string): Numbering {
  const abstract = new Map<string, Map<string, Level>>();
  const numberings = new Map<string, Map<string, Level>>();
  let inAbstract: Map<string, Level> | null = null;
  let own: { id: string; levels: Map<string, Level> } | null = null;
  let level = '';
  readXmlText(xml, {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') {
        inAbstract = new Map();
        abstract.set(attributes['w:abstractNumId'] ?? '', inAbstract);
      } else if (name === 'w:num') own = { id: attributes['w:numId'] ?? '', levels: new Map() };
      else if (name === 'w:abstractNumId' && own) own.levels = new Map(abstract.get(value));
      else if (name === 'w:lvl' || name === 'w:lvlOverride') {
        level = attributes['w:ilvl'] ?? '';
        if (name === 'w:lvl') inAbstract?.set(level, { start: 1, isOrdered: true });
      } else if (name === 'w:start') setLevel(inAbstract, level, { start: Number(value) });
      else if (name === 'w:startOverride') setLevel(own?.levels, level, { start: Number(value) });
      else if (name === 'w:numFmt')
        setLevel(inAbstract, level, { isOrdered: value !== 'bullet' && value !== 'none' });
    },
    close: (name) => {
      if (name === 'w:abstractNum') inAbstract = null;
      if (name !== 'w:num' || !own) return;
      numberings.set(own.id, own.levels);
      own = null;
    },
  });
  return numberings;
}

function setLevel(
  levels: Map<string, Level> | null | undefined,
  level: string,
  change: Partial<Level>,
): void {
  const known = levels?.get(level);
  if (known && !Number.isNaN(change.start)) levels?.set(level, { ...known, ...change });
}

/** Counts the paragraphs of numbered lists as Word does. */
class Counter {
  readonly #numbering: Numbering;
  readonly #counts = new Map<string, number>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  /** The number of the next paragraph; null where its list has no numbers. */
  next(numbering: string, level: string): number | null {
    const found = this.#numbering.get(numbering)?.get(level);
    if (!found) return null;
    // Deeper levels begin again.
    for (const key of this.#counts.keys())
      if (key.startsWith(`${numbering} `) && Number(key.split(' ')[1]) > Number(level))
        this.#counts.delete(key);
    const key = `${numbering} ${level}`;
    const number = (this.#counts.get(key) ?? found.start - 1) + 1;
    this.#counts.set(key, number);
    return found.isOrdered ? number : null;
  }
}

const PROPERTIES = /<w:pPr>((?:(?!<w:pPr[ >])[\s\S])*?)<\/w:pPr>/g;
const FALSE_HEADER = /<w:tblHeader\s+w:val="(?:0|false|off)"\s*\/>/g;
const attributeIn = (xml: string, name: string): string =>
  new RegExp(`<w:${name}\\s+w:val="([^"]{1,20})"`).exec(xml)?.[1] ?? '';

/** Writes numbers and alignments into the text of a Word file's main part. */
export function markDocx(main: string, numbering: string | null): string {
  const counter = new Counter(numbering === null ? new Map() : numberingOf(numbering));
  return main.replace(FALSE_HEADER, '').replace(PROPERTIES, (whole, inner: string) => {
    const align = ALIGNMENTS[attributeIn(inner, 'jc')];
    const number = counter.next(attributeIn(inner, 'numId'), attributeIn(inner, 'ilvl') || '0');
    const marks = `${number === null ? '' : NUMBER + number + CLOSE}${align ? ALIGN + align + CLOSE : ''}`;
    return marks === '' ? whole : `${whole}<w:r><w:t>${marks}</w:t></w:r>`;
  });
}

const FIRST_NUMBER = new RegExp(`<ol><li>((?:<[a-z][^>]*>)*)${NUMBER}(\\d{1,9})${CLOSE}`, 'g');
const CELL_ALIGN = new RegExp(
  `<(t[dh])((?: [^>]*)?)>((?:<p>)?(?:<[a-z][^>]*>)*)${ALIGN}(center|right)${CLOSE}`,
  'g',
);
const MARKS = new RegExp(`[${NUMBER}${ALIGN}](?:\\d{1,9}|center|right)${CLOSE}`, 'g');

/** Takes the marks out of the HTML of a Word file: lists begin with their number, cells have their alignment. */
export function withoutMarks(html: string): string {
  return html
    .replace(FIRST_NUMBER, (_whole, tags: string, number: string) =>
      number === '1' ? `<ol><li>${tags}` : `<ol start="${number}"><li>${tags}`,
    )
    .replace(CELL_ALIGN, '<$1$2 align="$4">$3')
    .replace(MARKS, '')
    .replaceAll(/<p><\/p>(?!<\/t[dh]>)/g, '');
}

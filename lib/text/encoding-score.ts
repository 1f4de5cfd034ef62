import { ALPHABETS, HANGUL, HANZI, HANZI_TRADITIONAL, KANJI, LATIN } from './letter-frequencies.ts';
import { CUT_FROM_BYTES, createDecoder } from './text-decoder.ts';

/**
 * Each candidate encoding decodes the same bytes; the text that is the most probable as a text of some language
 * wins. Costs are negative logarithms of rough probabilities, so that those of characters add up.
 */

/** The languages that an encoding is used for. `prior` is what its rarity costs, once a text. */
type Candidate = { encoding: string; languages: readonly string[]; prior: number };

type Evidence = { bytes: Uint8Array; isCut: boolean };

type Language = { costs: ReadonlyMap<string, number>; other: number };

const WESTERN =
  'german french spanish portuguese italian dutch swedish danish finnish icelandic catalan'.split(' ');
const CENTRAL = ['polish', 'czech', 'slovak', 'hungarian', 'romanian', 'croatian', 'german'];
const CYRILLIC = ['russian', 'ukrainian', 'bulgarian', 'serbian'];

/** Where two fit alike, the first wins. */
const CANDIDATES: readonly Candidate[] = [
  { encoding: 'windows-1252', languages: WESTERN, prior: 0 },
  { encoding: 'shift_jis', languages: ['japanese'], prior: 2 },
  { encoding: 'gb18030', languages: ['chinese'], prior: 2 },
  { encoding: 'big5', languages: ['traditional'], prior: 3 },
  { encoding: 'euc-kr', languages: ['korean'], prior: 2 },
  { encoding: 'euc-jp', languages: ['japanese'], prior: 3 },
  { encoding: 'windows-1251', languages: CYRILLIC, prior: 0 },
  { encoding: 'windows-1250', languages: CENTRAL, prior: 2 },
  { encoding: 'windows-1253', languages: ['greek'], prior: 0 },
  { encoding: 'windows-1254', languages: ['turkish'], prior: 1 },
  { encoding: 'windows-1255', languages: ['hebrew'], prior: 0 },
  { encoding: 'windows-1256', languages: ['arabic', 'persian'], prior: 0 },
  { encoding: 'windows-1257', languages: ['lithuanian', 'latvian', 'estonian'], prior: 4 },
  { encoding: 'windows-874', languages: ['thai'], prior: 0 },
  { encoding: 'koi8-u', languages: ['russian', 'ukrainian'], prior: 2 },
  { encoding: 'ibm866', languages: ['russian', 'ukrainian', 'bulgarian'], prior: 2 },
  { encoding: 'iso-8859-2', languages: CENTRAL, prior: 3 },
  { encoding: 'iso-8859-5', languages: CYRILLIC, prior: 3 },
  { encoding: 'iso-8859-7', languages: ['greek'], prior: 2 },
  { encoding: 'iso-8859-15', languages: WESTERN, prior: 3 },
  { encoding: 'x-mac-cyrillic', languages: CYRILLIC, prior: 4 },
  { encoding: 'ibm850', languages: WESTERN, prior: 3 },
  { encoding: 'macintosh', languages: WESTERN, prior: 3 },
];

const ASCII_COST = 3.5;
/** A letter that the language doesn't have. */
const FOREIGN = 11;
const SYMBOL = 10;
/** Between letters nobody writes a symbol. */
const BETWEEN_LETTERS = 5;
const NOT_TEXT = 20;
/** A character of Chinese, Japanese or Korean that most people never write. */
const RARE_CHARACTER = 14;

/** Signs that texts of every language have, with their cost. */
const PUNCTUATION = new Map(
  [...'–—’“”„‘«»¿¡…°€·•№§©®™£\u00a0']
    .map((sign): [string, number] => [sign, 6.5])
    .concat(
      [...'、。，：；？！「」『』（）・〜～ー〒々〇％＋－／＝　①②③④⑤“”《》【】'].map(
        (sign): [string, number] => [sign, 5],
      ),
    ),
);

function alphabet(letters: string, first: number, step: number): Language {
  const costs = new Map<string, number>();
  for (const [rank, letter] of [...letters].entries()) {
    const cost = first + step * rank;
    if (!costs.has(letter)) costs.set(letter, cost);
    const upper = letter.toUpperCase();
    if (upper.length === 1 && !costs.has(upper)) costs.set(upper, cost + 1);
  }
  return { costs, other: FOREIGN };
}

function characters(frequent: string, kana: boolean): Language {
  const costs = new Map<string, number>();
  for (const character of frequent) costs.set(character, 6.3);
  if (kana) {
    for (let code = 0x3041; code <= 0x3093; code++) costs.set(String.fromCharCode(code), 4.5);
    for (let code = 0x30a1; code <= 0x30f6; code++) costs.set(String.fromCharCode(code), 5);
    for (let code = 0xff61; code <= 0xff9f; code++) costs.set(String.fromCharCode(code), 6);
  }
  for (let code = 0xff10; code <= 0xff5a; code++) costs.set(String.fromCharCode(code), 6.5);
  return { costs, other: FOREIGN };
}

/** The characters that a standard of two bytes lists first, since they are in use: rows `from` to `to`. */
function addFirstLevel(
  language: Language,
  encoding: string,
  from: number,
  to: number,
  cost: number,
): Language {
  const costs = new Map(language.costs);
  const decoder = new TextDecoder(encoding);
  for (let lead = from; lead <= to; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      const [character, more] = decoder.decode(new Uint8Array([lead, trail]));
      if (character && more === undefined && !costs.has(character)) costs.set(character, cost);
    }
  }
  return { ...language, costs };
}

let languages: ReadonlyMap<string, Language> | undefined;

function allLanguages(): ReadonlyMap<string, Language> {
  languages ??= new Map<string, Language>([
    ...Object.entries(LATIN).map(([name, letters]): [string, Language] => [
      name,
      alphabet(letters, 4.6, 0.3),
    ]),
    ...Object.entries(ALPHABETS).map(([name, letters]): [string, Language] => [
      name,
      alphabet(letters, 2.3, 0.12),
    ]),
    ['japanese', addFirstLevel(characters(KANJI, true), 'shift_jis', 0x88, 0x97, 9.5)],
    ['chinese', addFirstLevel(characters(HANZI, false), 'gbk', 0xb0, 0xd7, 9.5)],
    ['traditional', addFirstLevel(characters(HANZI_TRADITIONAL, false), 'big5', 0xa4, 0xc6, 9.5)],
    ['korean', addFirstLevel(characters(HANGUL, false), 'euc-kr', 0xb0, 0xc8, 8.5)],
  ]);
  return languages;
}

const ASCII_LETTER = /[a-z]/i;
const LETTER = /\p{L}|\p{M}/u;
const UPPER = /\p{Lu}/u;
const LOWER = /\p{Ll}/u;
const CJK = /[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
const LATIN_LETTER = /\p{Script=Latin}/u;
const UNREADABLE = /[\u0080-\u009f\ufffd\ue000-\uf8ff]|[\u{20000}-\u{10ffff}]/u;
const LINE_DRAWING = /[\u2500-\u259f]/;

/** What the characters of a text cost in any language, and how often each letter beyond ASCII stands in it. */
function weigh(text: string): { cost: number; letters: Map<string, number> } {
  let cost = 0;
  const letters = new Map<string, number>();
  const all = [...text];
  for (const [at, character] of all.entries()) {
    if (character < '\u0080') {
      cost += ASCII_COST;
      continue;
    }
    const before = all[at - 1] ?? ' ';
    if (UNREADABLE.test(character)) cost += NOT_TEXT;
    else if (CJK.test(character)) {
      const known = PUNCTUATION.get(character);
      if (known) cost += known;
      else letters.set(character, (letters.get(character) ?? 0) + 1);
      for (const neighbour of [before, all[at + 1] ?? ' ']) if (ASCII_LETTER.test(neighbour)) cost += 3;
    } else if (LETTER.test(character)) {
      letters.set(character, (letters.get(character) ?? 0) + 1);
      cost += letterCost(before, character, all[at + 1] ?? ' ');
    } else cost += symbolCost(before, character, all[at + 1] ?? ' ');
  }
  return { cost, letters };
}

/** What a letter costs because of its neighbours: capitals within a word, letters of two scripts in one. */
function letterCost(before: string, letter: string, after: string): number {
  let cost = 0;
  if (UPPER.test(letter)) {
    if (LOWER.test(before)) cost += 6;
    else if (LOWER.test(after) && UPPER.test(before)) cost += 3;
  }
  const isLatin = LATIN_LETTER.test(letter);
  for (const neighbour of [before, after]) {
    if (LETTER.test(neighbour) && LATIN_LETTER.test(neighbour) !== isLatin) cost += 4;
  }
  return cost;
}

function symbolCost(before: string, symbol: string, after: string): number {
  // Tables of DOS are drawn of lines.
  if (LINE_DRAWING.test(symbol) && (before === symbol || after === symbol)) return ASCII_COST;
  const isInside = LETTER.test(before) && LETTER.test(after) && symbol !== '’' && symbol !== '·';
  const isBeside = LETTER.test(before) || LETTER.test(after);
  const known = PUNCTUATION.get(symbol);
  const isMisplaced = /[°…®©™•]/.test(symbol) && !LETTER.test(before) && /\p{Ll}/u.test(after);
  return (known ?? SYMBOL + (isBeside ? 2 : 0)) + (isInside || isMisplaced ? BETWEEN_LETTERS : 0);
}

/** @param evidence bytes, and whether they may end within a character */
function costOf({ encoding, languages: names, prior }: Candidate, evidence: Evidence, most: number): number {
  const { cost, letters } = weigh(createDecoder(encoding).decode(evidence.bytes, { stream: evidence.isCut }));
  if (cost + prior > most) return cost + prior;
  let best = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const language = allLanguages().get(name);
    if (!language) continue;
    let sum = 0;
    for (const [letter, count] of letters) {
      const other = CJK.test(letter) ? RARE_CHARACTER : language.other;
      sum += count * (language.costs.get(letter) ?? other);
    }
    best = Math.min(best, sum);
  }
  return cost + prior + best;
}

/** How many bytes are weighed: more doesn't change the result. */
const EVIDENCE_BYTES = 4096;

/** The lines that have bytes beyond ASCII, since only those tell encodings apart. */
function evidenceOf(sample: Uint8Array): Evidence {
  const evidence = new Uint8Array(EVIDENCE_BYTES);
  let length = 0;
  for (let from = 0; from < sample.length && length < EVIDENCE_BYTES; ) {
    const lineEnd = sample.indexOf(10, from);
    const to = lineEnd < 0 ? sample.length : lineEnd + 1;
    const line = sample.subarray(from, Math.min(to, from + EVIDENCE_BYTES - length));
    if (line.some((byte) => byte > 127)) {
      evidence.set(line, length);
      length += line.length;
    }
    from = to;
  }
  return {
    bytes: evidence.subarray(0, length),
    isCut: length >= EVIDENCE_BYTES || sample.length >= CUT_FROM_BYTES,
  };
}

/** The most probable encoding of a text that is not Unicode. */
export function mostProbableEncoding(sample: Uint8Array): string {
  const evidence = evidenceOf(sample);
  let best = 'windows-1252';
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of CANDIDATES) {
    const cost = costOf(candidate, evidence, least);
    if (cost < least) {
      least = cost;
      best = candidate.encoding;
    }
  }
  return best;
}

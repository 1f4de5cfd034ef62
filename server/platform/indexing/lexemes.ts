import { codeTokens, signedTokens, tokenParts } from '#lib/text/joined-tokens.ts';
import { foldToken, type Token, type TokenizedText, tokenize, writtenToken } from '#lib/text/tokens.ts';

/**
 * How lexemes are made: raised with every change of it, so that the next start has what was indexed before indexed again
 * (`queueOutdatedHubs`; until then it is found by what it has).
 */
export const LEXEME_VERSION = 2;

/** The folded stem of each word, as it is spelled, in one language; a missing word is its own stem. */
export type Stems = ReadonlyMap<string, string>;

/** What one passage is found by. */
export type IndexedPassage = {
  hubId: string;
  spaceId: string;
  kind: string;
  title: TokenizedText | null;
  heading: TokenizedText | null;
  body: TokenizedText;
};

/** Parts that a phrase must not span are this many places apart. */
export const PHRASE_GAP = 20;
/**
 * The number of an item's first passages that include its title: a query may take one word of the title and
 * one of the text.
 */
export const PASSAGES_WITH_TITLE = 50;
/** PostgreSQL stores no position beyond this, and no more than 255 of one lexeme. */
const MAX_POSITION = 16_383;
const MAX_POSITIONS = 255;

/**
 * How much a word counts in a passage, as steps from 0. The steps are indexed beside the word (`^kword`), so that of
 * a word which half of all passages have only the promising ones need to be read. The mark stands in front, where no
 * prefix of a word can meet it: bands have no positions.
 */
const BANDS = [
  6, 8, 10, 12, 14, 15, 16, 17, 18, 19, 20, 21, 25, 28, 31, 34, 37, 39, 41, 42, 43, 44, 45, 46, 48, 51,
];
const BAND_NAMES = 'abcdefghijklmnopqrstuvwxyz';
/** The first band that only words of a title reach. */
export const TITLE_BAND = BANDS.indexOf(25);
export const TOP_BAND = BANDS.length - 1;
const TITLE_IMPACT = 24;
const HEADING_IMPACT = 6;
const COMMON_LENGTH = 300;
/** A number or a code of so many characters: rare enough in texts that all of its passages can be read. */
const CODE_LENGTH_MIN = 5;
const isCode = (lexeme: string): boolean => lexeme.length >= CODE_LENGTH_MIN && /\d/.test(lexeme);
/** Numbers have no stem. */
const DIGITS = /^\d+$/;
/** Of a title stored as a whole, in UTF-16 units; a lexeme has room for 2046 bytes. */
const WHOLE_TITLE = 600;

type Occurrence = { positions: string; count: number; inTitle: boolean; inHeading: boolean; times: number };

/** The lexeme under which passages are indexed that contain `lexeme` with the weight of that band. */
export function bandLexeme(lexeme: string, band: number): string {
  const name = BAND_NAMES[band] ?? '';
  return band >= TITLE_BAND ? `${titleLexeme(lexeme)}${name}` : `^${name}${lexeme}`;
}

/** The prefix of the bands of words in a title. */
export const titleLexeme = (lexeme: string): string => `^=${lexeme}~`;

/** Lexemes that name the owner of a passage; no word can look like them. */
export const hubLexeme = (id: string): string => `~h${id.replaceAll('-', '')}`;
export const spaceLexeme = (id: string): string => `~s${id.replaceAll('-', '')}`;
export const kindLexeme = (kind: string): string => `~k${kind}`;
/** Of each passage of an item that has several: only there a query's words can be in different ones. */
export const MULTI_PASSAGE_LEXEME = '~several';

/** The lexeme of a title as a whole, or of a query that may be one; null where it has no words. */
export function wholeTitleLexeme(text: string): string | null {
  return wholeLexeme(tokenize(text));
}

function wholeLexeme(all: readonly Token[]): string | null {
  const tokens = all.map((one) => one.token).join(' ');
  return tokens ? `~=${tokens.slice(0, WHOLE_TITLE)}` : null;
}

/** A file is called by its name with or without the ending. */
function wholeTitles({ text, tokens }: TokenizedText): string[] {
  const stem = text.replace(/\.\p{L}\w{0,4}$/u, '');
  const forms = [wholeLexeme(tokens), stem === text ? null : wholeTitleLexeme(stem)];
  return [...new Set(forms)].filter((one) => one !== null);
}

const lengthFactor = (tokenCount: number): number =>
  Math.min(2, Math.max(0.5, 0.5 + (0.5 * tokenCount) / COMMON_LENGTH));

/** @returns -1 for a word that counts too little for any */
function bandOf(one: Occurrence, length: number, titleLength: number): number {
  let impact = (4 * Math.log2(1 + one.times)) / length;
  if (one.inTitle) impact += TITLE_IMPACT + 8 / titleLength;
  else if (one.inHeading) impact += HEADING_IMPACT;
  let band = -1;
  while (band < TOP_BAND && impact >= (BANDS[band + 1] ?? Number.POSITIVE_INFINITY)) band += 1;
  return band;
}

/** Collects the positions of each lexeme; one passage each. */
class Occurrences {
  readonly all = new Map<string, Occurrence>();
  position = 0;
  tokenCount = 0;
  readonly #stems: Stems;

  constructor(stems: Stems) {
    this.#stems = stems;
  }

  add(lexeme: string, weight: 'A' | 'B' | 'D', place = this.position): void {
    let one = this.all.get(lexeme);
    if (!one) {
      one = { positions: '', count: 0, inTitle: false, inHeading: false, times: 0 };
      this.all.set(lexeme, one);
    }
    if (weight === 'A') one.inTitle = true;
    else if (weight === 'B') one.inHeading = true;
    else one.times += 1;
    if (one.count === MAX_POSITIONS) return;
    one.positions += `${one.count === 0 ? '' : ','}${Math.min(place, MAX_POSITION)}${weight === 'D' ? '' : weight}`;
    one.count += 1;
  }

  /**
   * Adds a word by its stem. A word with accents is added by the stem of its folded form too: it may be typed
   * without them.
   */
  addToken(written: string, token: string, weight: 'A' | 'B' | 'D', place = this.position): void {
    const stem = this.#stems.get(written) ?? token;
    this.add(stem, weight, place);
    if (written === token) return;
    const plain = this.#stems.get(token) ?? token;
    if (plain !== stem) this.add(plain, weight, place);
  }

  /** Adds a part's words in order; returns how many it has. */
  read({ text, tokens }: TokenizedText, weight: 'A' | 'B' | 'D'): number {
    let before: Token | null = null;
    const first = this.tokenCount;
    const joined = joinedTokens(text);
    for (const token of tokens) {
      this.position += 1;
      this.tokenCount += 1;
      if (token.run) {
        // The pair begins at its first character; the last character of a run is single, so that every one
        // begins something.
        if (before?.run && before.end === token.start)
          this.add(before.token + token.token, weight, this.position - 1);
        if (token.run === 'end') this.add(token.token, weight);
      } else {
        this.addToken(token.written, token.token, weight);
        const whole = before && hyphenated(text, before, token);
        if (whole) this.addToken(whole, foldToken(whole), weight, this.position - 1);
        for (const part of partsOf(text, token)) this.addToken(part, foldToken(part), weight);
      }
      for (const lexeme of joined?.get(token.start) ?? []) this.add(lexeme, weight);
      before = token;
    }
    this.position += PHRASE_GAP;
    return this.tokenCount - first;
  }
}

/** Codes without their separators, and names with a sign, by where they begin; null where there are none. */
function joinedTokens(text: string): Map<number, string[]> | null {
  const found = [...codeTokens(text), ...signedTokens(text)];
  if (found.length === 0) return null;
  const byStart = new Map<number, string[]>();
  for (const { token, start } of found) byStart.set(start, [...(byStart.get(start) ?? []), token]);
  return byStart;
}

/** `e-mail` is searched as one word too; null where the two are no such word, or two numbers. */
function hyphenated(text: string, before: Token, token: Token): string | null {
  if (before.run || token.start !== before.end + 1 || text[before.end] !== '-') return null;
  return /^\d+$/.test(before.token) && /^\d+$/.test(token.token) ? null : before.written + token.written;
}

/** `QuarterlyReport2024` is searched by its parts too. */
function partsOf(text: string, { start, end }: Token): string[] {
  return end - start < 4 ? [] : tokenParts(text.slice(start, end)).map(writtenToken);
}

/**
 * Every word that may need a stem, as it is spelled and folded: those of the parts, and hyphenated ones as a
 * whole.
 */
export function tokensToStem(...texts: (TokenizedText | null)[]): Set<string> {
  const found = new Set<string>();
  const add = (written: string, token = foldToken(written)) => {
    if (DIGITS.test(written)) return;
    found.add(written);
    if (token !== written) found.add(token);
  };
  for (const one of texts) {
    if (!one) continue;
    const { text, tokens } = one;
    let before: Token | null = null;
    for (const token of tokens) {
      if (token.run) continue;
      add(token.written, token.token);
      const whole = before && hyphenated(text, before, token);
      if (whole) add(whole);
      for (const part of partsOf(text, token)) add(part);
      before = token;
    }
  }
  return found;
}

/** A lexeme as the text forms of `tsvector` and `tsquery` have it. */
export const quoteLexeme = (lexeme: string): string =>
  lexeme.includes("'") || lexeme.includes('\\')
    ? `'${lexeme.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`
    : `'${lexeme}'`;

/**
 * The text of a passage's `tsvector`: its lexemes with their places and weights (A title, B heading, D text), their
 * bands, and the hub, space and kind it belongs to.
 */
export function passageLexemes(passage: IndexedPassage, stems: Stems): string {
  const found = new Occurrences(stems);
  const titleTokens = passage.title === null ? 0 : found.read(passage.title, 'A');
  if (passage.heading?.text) found.read(passage.heading, 'B');
  const bodyTokens = passage.body.text ? found.read(passage.body, 'D') : 0;
  const length = lengthFactor(bodyTokens);
  const titleLength = Math.max(1, titleTokens);
  const parts = [hubLexeme(passage.hubId), spaceLexeme(passage.spaceId), kindLexeme(passage.kind)].map(
    quoteLexeme,
  );
  if (passage.title !== null) parts.push(...wholeTitles(passage.title).map(quoteLexeme));
  for (const [lexeme, one] of found.all) {
    parts.push(`${quoteLexeme(lexeme)}:${one.positions}`);
    if (!one.inTitle && !one.inHeading && isCode(lexeme)) continue;
    const band = bandOf(one, length, titleLength);
    if (band >= 0) parts.push(quoteLexeme(bandLexeme(lexeme, band)));
  }
  return parts.join(' ');
}

/** One token of a text: a word, or one character of a script without spaces between words. */
export type Token = {
  /** Folded: without case, width and accents. */
  token: string;
  /** As it is spelled: without case, width and soft hyphens, but with its accents. Stemmers need them. */
  written: string;
  /** Its position in the original text, in UTF-16 units. */
  start: number;
  end: number;
  /**
   * Set for a character of a script without spaces: its words are searched as pairs of adjacent characters.
   */
  run?: 'inside' | 'end';
};

/** Longer tokens are cut: nobody types them, and an index can't store them. */
export const MAX_TOKEN_LENGTH = 64;

// Soft hyphens, word joiners and byte order marks stand inside of words, unseen.
const RUN_OF_LETTERS = /[\p{L}\p{N}\p{M}][\p{L}\p{N}\p{M}\u00ad\u2060\ufeff]*/gu;
const UNSEEN = /[\u00ad\u2060\ufeff]/g;
const WITHOUT_BLANKS =
  /(?:\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{Script=Hangul}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar})\p{Mn}*/u;
const PARTS = new RegExp(
  `(?<run>(?:${WITHOUT_BLANKS.source})+)|(?<word>(?:(?!${WITHOUT_BLANKS.source}).)+)`,
  'gsu',
);
const CHARACTER = /.\p{M}*/gsu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII, which most text is
const ASCII = /^[\x00-\x7f]*$/;

export const isAscii = (text: string): boolean => ASCII.test(text);

const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}]/u;
const POINTED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  þ: 'th',
  ħ: 'h',
  ŋ: 'n',
  ς: 'σ',
  ё: 'е',
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ى: 'ي',
  ة: 'ه',
  ـ: '',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** A word as it is spelled, without what only the place in a text gives it: case, width, soft hyphens. */
export function writtenToken(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  // The capital of a Turkish i with its dot is two characters in lower case.
  return lower.replace(UNSEEN, '').normalize('NFKC').toLowerCase().replaceAll('i\u0307', 'i');
}

/** Folds a word for comparison: lower case, normal width, and without the accents that users leave out. */
export function foldToken(text: string): string {
  let folded = writtenToken(text);
  if (ASCII.test(folded)) return folded;
  if (ACCENTED.test(folded))
    folded = folded
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .normalize('NFC');
  folded = folded.replace(LETTER, (letter) => LETTERS[letter] ?? letter);
  return POINTED.test(folded) ? folded.replace(/\p{Mn}/gu, '') : folded;
}

/** A text with its tokens, worked out once for all that need them. */
export type TokenizedText = { text: string; tokens: readonly Token[] };

export const tokenizeText = (text: string): TokenizedText => ({ text, tokens: tokenize(text) });

/** The tokens of a text in order; every character that is neither a letter nor a digit separates them. */
export function tokenize(text: string): Token[] {
  if (ASCII.test(text)) return asciiTokens(text);
  const tokens: Token[] = [];
  for (const letters of text.matchAll(RUN_OF_LETTERS)) {
    if (ASCII.test(letters[0])) {
      tokens.push(asciiToken(text, letters.index, letters.index + letters[0].length));
      continue;
    }
    for (const part of letters[0].matchAll(PARTS)) {
      const start = letters.index + part.index;
      if (part.groups?.word !== undefined) {
        const one = tokenAt(part[0], start);
        if (one.token) tokens.push(one);
      } else for (const one of charactersAt(part[0], start)) tokens.push(one);
    }
  }
  return tokens;
}

/** Whether an ASCII character is a letter or a digit. */
const isAsciiAlphanumeric = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

function asciiToken(text: string, start: number, end: number): Token {
  const written = text.slice(start, Math.min(end, start + MAX_TOKEN_LENGTH)).toLowerCase();
  return { token: written, written, start, end };
}

/** The same as of any text, without regular expressions: most of what is indexed is ASCII. */
function asciiTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    if (isAsciiAlphanumeric(text.charCodeAt(at))) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      tokens.push(asciiToken(text, start, at));
      start = -1;
    }
  }
  if (start >= 0) tokens.push(asciiToken(text, start, text.length));
  return tokens;
}

function tokenAt(text: string, start: number): Token {
  const written = writtenToken(text).slice(0, MAX_TOKEN_LENGTH);
  const token = ASCII.test(written) ? written : foldToken(written).slice(0, MAX_TOKEN_LENGTH);
  return { token, written, start, end: start + text.length };
}

function* charactersAt(run: string, start: number): Generator<Token> {
  for (const one of run.matchAll(CHARACTER)) {
    const partEnd = one.index + one[0].length;
    const token = foldToken(one[0]);
    yield {
      token,
      written: token,
      start: start + one.index,
      end: start + partEnd,
      run: partEnd === run.length ? 'end' : 'inside',
    };
  }
}

/** A word that is written with signs or blanks in it, under the name by which it is found. */
export type JoinedToken = {
  token: string;
  /** Where its first letter or digit stands, and where it ends, in UTF-16 units. */
  start: number;
  end: number;
};

/** Numbers with fewer digits are no codes: “3-5”, “1.2”. */
const CODE_DIGITS_MIN = 4;
const CODE_MAX = 40;
/** A longer group of letters is a word: a file name is no code. */
const CODE_LETTERS_MAX = 4;
/** Of a phone number (ITU-T E.164), and the fewest that one has here. */
const PHONE_DIGITS_MAX = 15;
const PHONE_DIGITS_MIN = 7;

const GROUPS = /(?<![A-Za-z0-9])[A-Za-z0-9]+(?:[-./\u2010-\u2013][A-Za-z0-9]+)+(?![A-Za-z0-9])/g;
const PHONE = /(?<![A-Za-z0-9])(?:\+|0)\d(?:[ \u00a0()./\u2010-\u2013-]{0,3}\d)+(?![A-Za-z0-9])/g;
const IBAN =
  /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ \u00a0][A-Za-z0-9]{4}){2,7}(?:[ \u00a0][A-Za-z0-9]{1,3})?(?![A-Za-z0-9])/g;
const ISBN = /(?<![A-Za-z0-9])97[89](?:[ \u00a0]\d{1,7}){3,4}(?![A-Za-z0-9])/g;
const SIGNS = /[^A-Za-z0-9]/g;

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

function isCode(text: string): boolean {
  if (text.length > CODE_MAX || digitsIn(text) < CODE_DIGITS_MIN) return false;
  return text.split(SIGNS).every((group) => group.length <= CODE_LETTERS_MAX || /\d/.test(group));
}

function isPhone(text: string): boolean {
  const digits = digitsIn(text);
  return digits >= PHONE_DIGITS_MIN && digits <= PHONE_DIGITS_MAX && /\D/.test(text.slice(1));
}

/**
 * Codes that are written in groups (ISBN, IBAN, phone, invoice and part numbers, dates), without what
 * separates the groups: they are found whichever way they are written.
 */
export function codeTokens(text: string): JoinedToken[] {
  if (!/\d[^A-Za-z0-9]{1,3}[A-Za-z0-9]|[A-Za-z][^A-Za-z0-9]\d/.test(text)) return [];
  const found: JoinedToken[] = [];
  const add = (pattern: RegExp, accept: (text: string) => boolean) => {
    for (const { 0: whole, index } of text.matchAll(pattern)) {
      const start = index + whole.search(/[A-Za-z0-9]/);
      const until = index + whole.length;
      if (!accept(whole) || found.some((one) => one.start <= start && one.end >= until)) continue;
      found.push({ token: whole.replace(SIGNS, '').toLowerCase(), start, end: until });
    }
  };
  add(IBAN, () => true);
  add(ISBN, () => true);
  add(PHONE, isPhone);
  add(GROUPS, isCode);
  return found;
}

/** `C++`, `C#`, and `.NET`: letters of which the sign is a part. The start is that of the letters. */
const AFTER = /(?<![\p{L}\p{N}])[A-Za-z]{1,2}(?:\+\+|#)(?!\p{L})/gu;
const BEFORE = /\.([A-Za-z]{2,5})(?![\p{L}\p{N}])/gu;

/** Names of which a sign is a part, each with its sign. */
export function signedTokens(text: string): JoinedToken[] {
  const found: JoinedToken[] = [];
  if (/[+#]/.test(text)) {
    for (const { 0: whole, index } of text.matchAll(AFTER)) {
      found.push({ token: whole.toLowerCase(), start: index, end: index + whole.length });
    }
  }
  if (text.includes('.')) {
    for (const { 0: whole, index } of text.matchAll(BEFORE)) {
      found.push({ token: whole.toLowerCase(), start: index + 1, end: index + whole.length });
    }
  }
  return found;
}

/** More parts than these are no words: a key or a checksum. */
const PARTS_MAX = 6;
const LETTERS_MIN = 3;

/** Nearly all words: nothing in them begins another. */
const UNDIVIDED = /^[A-Za-z][a-z]*$/;

/** The words in `QuarterlyReport2024`, as they are written; none for a word that is only one. */
export function tokenParts(word: string): string[] {
  if (UNDIVIDED.test(word)) return [];
  if (!/\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|\p{Lu}\p{Lu}\p{Ll}/u.test(word)) return [];
  const parts = word.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu) ?? [];
  const hasLetters = parts.some((part) => part.length >= LETTERS_MIN && /\p{L}/u.test(part));
  if (!hasLetters || parts.length < 2 || parts.length > PARTS_MAX) return [];
  return parts.filter((part) => part.length > 1);
}

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

/**
 * Fonts of many letters, divided into files of a few hundred; `unicode.json` says which are in which. Chinese, Japanese and
 * Korean share letters that each writes in its own way, so the language of the text comes first.
 */
const EAST_ASIAN = { chinese: 'noto-sans-sc', japanese: 'noto-sans-jp', korean: 'noto-sans-kr' } as const;
const EMOJI = 'noto-emoji';
const EMOJI_LETTER = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u;
/** Parts of emoji, which their font needs for sequences. */
const EMOJI_JOINTS = '\u200d\u20e3#*0123456789';
const WEIGHT = 400;

export type FontBytes = { name: string; bytes: Buffer };

/** What is needed of these fonts for a text's letters, with no more than those letters in each. */
export async function slicedFonts(text: string, letters: ReadonlySet<string>): Promise<FontBytes[]> {
  const missing = new Set(letters);
  const fonts: FontBytes[] = [];
  for (const family of familiesFor(text)) {
    if (missing.size === 0) break;
    fonts.push(...(await lettersOf(family, missing)));
  }
  return fonts;
}

function familiesFor(text: string): string[] {
  const { chinese, japanese, korean } = EAST_ASIAN;
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? japanese
    : /\p{Script=Hangul}/u.test(text)
      ? korean
      : chinese;
  return [EMOJI, ...new Set([first, chinese, japanese, korean])];
}

/** The files of a family that have some of the letters, which are taken out of the set. */
async function lettersOf(family: string, missing: Set<string>): Promise<FontBytes[]> {
  const fonts: FontBytes[] = [];
  const subset = (await import('subset-font')).default;
  for (const { file, letters } of await filesOf(family)) {
    const wanted = [...letters()].filter(
      (letter) => missing.has(letter) && (family !== EMOJI || EMOJI_LETTER.test(letter)),
    );
    if (wanted.length === 0) continue;
    const joined = wanted.join('') + (family === EMOJI ? EMOJI_JOINTS : '');
    const bytes = await subset(await readFile(file), joined, {
      targetFormat: 'sfnt',
      variationAxes: { wght: WEIGHT },
    });
    const found = glyphsOf(bytes, wanted);
    if (found.length === 0) continue;
    for (const letter of found) missing.delete(letter);
    fonts.push({ name: file, bytes });
  }
  return fonts;
}

/** The letters that a font has: what its ranges promise is not always there. */
function glyphsOf(bytes: Buffer, letters: readonly string[]): string[] {
  try {
    const font = create(bytes);
    return letters.filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  } catch {
    // One without any letter has no table of them.
    return [];
  }
}

type Slice = { file: string; letters(): Iterable<string> };

async function filesOf(family: string): Promise<Slice[]> {
  const path = (file: string) => fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${file}`));
  const ranges: Record<string, string> = JSON.parse(await readFile(path('unicode.json'), 'utf8'));
  return Object.entries(ranges).map(([key, range]) => ({
    file: path(`files/${family}-${key.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    letters: () => lettersIn(range),
  }));
}

/** The letters of `U+4e00,U+4e10-4e20`. */
function* lettersIn(ranges: string): Generator<string> {
  for (const range of ranges.split(',')) {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
    const last = Number.parseInt(to, 16);
    for (let codePoint = Number.parseInt(from, 16); codePoint <= last; codePoint += 1)
      yield String.fromCodePoint(codePoint);
  }
}

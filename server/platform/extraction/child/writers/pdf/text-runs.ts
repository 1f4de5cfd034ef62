import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** A part of a text in one direction: odd levels are written from right to left (Unicode, UAX 9). */
export type DirectedRun = { text: string; level: number };

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202b\u202e\u2067]/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line begins with these, and none ends with those that open. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ー々ゝゞヽヾぁぃぅぇぉっゃゅょァィゥェォッャュョ]/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The level of each UTF-16 unit of a paragraph; null where all of it is written from left to right. */
export function levelsOf(text: string, isRtl: boolean): Uint8Array | null {
  if (!isRtl && !RIGHT_TO_LEFT.test(text)) return null;
  return bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr').levels;
}

/** Where lines may be broken: after spaces and, in scripts that have none, between words. */
export function* breakable(text: string): Generator<string> {
  for (const [part] of text.matchAll(/\S+[ \t\n]*|\s+/gu)) {
    if (UNSPACED.test(part)) yield* unspacedSegments(part);
    else yield part;
  }
}

function* unspacedSegments(text: string): Generator<string> {
  let pending = '';
  for (const { segment } of segmenter.segment(text)) {
    if (pending !== '' && !CLOSES.test(segment) && !/^\s/.test(segment) && !OPENS.test(pending)) {
      yield pending;
      pending = '';
    }
    pending += segment;
  }
  if (pending !== '') yield pending;
}

/** The letters of a text with their marks, for a word that is wider than a line. */
export function* lettersOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) yield segment;
}

/** Divides a word by direction, and its last spaces from it: at the end of a line they stand in the direction of the paragraph. */
export function directedRuns(word: string, levels: Uint8Array): DirectedRun[] {
  const runs: DirectedRun[] = [];
  const spaces = word.length - word.trimEnd().length;
  for (let at = 0; at < word.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last && last.level === level && at !== word.length - spaces) last.text += word[at];
    else runs.push({ text: word[at] ?? '', level });
  }
  return runs;
}

/** The runs of a line from left to right (UAX 9, L1 and L2). */
export function inVisualOrder<Run extends { level: number; isSpace: boolean }>(
  runs: readonly Run[],
  base: number,
): Run[] {
  const ordered = [...runs];
  for (let at = ordered.length - 1; at >= 0; at -= 1) {
    const run = ordered[at];
    if (!run?.isSpace) break;
    ordered[at] = { ...run, level: base };
  }
  const levels = ordered.map(({ level }) => level);
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from + 1) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      if (to > from) from = to;
    }
  }
  return ordered;
}

/** A text from right to left as it is drawn: brackets the other way round (L4). */
export const mirrored = (text: string): string =>
  [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('');

/** Whether a font turns a text around by itself, which it does for letters of these scripts. */
export const isTurnedByFont = (text: string): boolean => RIGHT_TO_LEFT.test(text);

export const reversed = (text: string): string => [...lettersOf(text)].reverse().join('');

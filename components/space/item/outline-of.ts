import type { DocumentHeading } from '#lib/text/document-headings.ts';

/** With fewer headings than this, an outline is not needed; more are not listed. */
const LEAST = 2;
const MOST = 300;
/** Levels that an outline has, from the highest that the document has. */
const LEVELS = 3;
const TEXT_MAX = 120;

/** The outline of a document of its headings, from level 0; empty where none is needed. */
export function outlineOf(headings: readonly DocumentHeading[]): DocumentHeading[] {
  const top = Math.min(...headings.slice(0, MOST).map(({ level }) => level));
  const listed = headings.filter(({ level }) => level < top + LEVELS).slice(0, MOST);
  if (listed.length < LEAST) return [];
  return listed.map(({ id, level, text }) => ({
    id,
    level: Math.max(0, level - top),
    text: text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX).trimEnd()} …` : text,
  }));
}

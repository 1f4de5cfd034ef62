import type { PassageLocation } from '#lib/text/passage.ts';

/** The first rows of a sheet with their numbers; of files read long ago these are not known, nor whether there are more. */
export type PreviewSheet = { name: string; rows: string[][]; numbers?: number[]; has_more?: boolean };

/** A row of a sheet; `number` counts from 1. */
export type SheetRow = { number: number; cells: string[] };

/** What there is to show of an item; html was sanitized by the server and loads nothing from elsewhere. */
export type ItemPreview =
  | { type: 'html'; html: string; truncated?: boolean }
  /** With `is_plain` it is a document's Markdown that could not be rendered. */
  | { type: 'text'; text: string; truncated?: boolean; is_plain?: boolean }
  | { type: 'table'; sheets: PreviewSheet[]; truncated: boolean }
  | { type: 'pages'; count: number }
  | { type: 'none' }
  /** It is there, and couldn't be loaded. */
  | { type: 'failed'; message: string };

/** A piece of the text that was read from a file, with its place (`items/{id}/text/`). */
export type TextPassage = { where: PassageLocation; heading: string; text: string };

/** Words that people read in a minute. */
const READING_SPEED = 220;
const TAG = /<[^>]*>/g;

/** Whole minutes that reading takes, at least one; null for what isn't read from start to end. */
export function readingMinutes(preview: ItemPreview): number | null {
  if ((preview.type !== 'html' && preview.type !== 'text') || preview.truncated) return null;
  const text = preview.type === 'html' ? preview.html.replace(TAG, ' ') : preview.text;
  const words = text.match(/\S+/g)?.length ?? 0;
  return words === 0 ? null : Math.max(1, Math.round(words / READING_SPEED));
}

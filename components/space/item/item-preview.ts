import type * as contract from '#lib/contract/preview.ts';

export type { PreviewSheet, SheetRow, TextPassage } from '#lib/contract/preview.ts';

/** What there is to show of an item; Markdown was asked for as HTML. */
export type ItemPreview =
  | contract.ItemPreview
  /** It is there, and couldn't be loaded. */
  | { type: 'failed'; message: string };

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

import type * as contract from '#lib/contract/preview.ts';
import type { DocumentHeading } from '#lib/text/document-headings.ts';

export type { PreviewSheet, SheetRow, TextPassage } from '#lib/contract/preview.ts';

/** An item's preview; Markdown is requested as HTML. */
export type ItemPreview =
  | Exclude<contract.ItemPreview, { type: 'html' }>
  | (Extract<contract.ItemPreview, { type: 'html' }> & {
      /** What the reader may see of what the document embeds. */
      embeds?: contract.DocumentEmbed[];
      /** The first headings, without those that are too deep. */
      outline?: DocumentHeading[];
    })
  /** There is a preview, but it couldn't be loaded. */
  | { type: 'failed'; message: string };

/** Words per minute. */
const READING_SPEED = 220;
const TAG = /<[^>]*>/g;

/** The reading time in whole minutes, at least one; null for content that isn't read as a continuous text. */
export function readingMinutes(preview: ItemPreview): number | null {
  if ((preview.type !== 'html' && preview.type !== 'text') || preview.truncated) return null;
  const text = preview.type === 'html' ? preview.html.replace(TAG, ' ') : preview.text;
  const count = text.match(/\S+/g)?.length ?? 0;
  return count === 0 ? null : Math.max(1, Math.round(count / READING_SPEED));
}

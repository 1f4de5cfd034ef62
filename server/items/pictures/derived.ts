/** Widths in pixels that thumbnails are made in; the first is the one of lists, made with the item. */
export const THUMBNAIL_WIDTHS = [320, 80, 800, 1600] as const;

/** The smallest width that is at least the requested one, else the widest. */
export function thumbnailWidth(wanted: number | undefined): number {
  if (wanted === undefined) return THUMBNAIL_WIDTHS[0];
  const widths = [...THUMBNAIL_WIDTHS].sort((a, b) => a - b);
  return widths.find((width) => width >= wanted) ?? Math.max(...widths);
}

// The names contain a version: what is rendered differently one day is rendered again. They contain the item
// too: files of the same bytes are stored once, but how one of them is shown depends on its name, and must
// not be revealed to owners of another.
export const previewName = (itemId: string) => `preview-2-${itemId}.json`;
export const thumbnailName = (itemId: string, width: number) => `thumbnail-2-${itemId}-${width}.webp`;
export const pageName = (itemId: string, page: number, width: number) =>
  `page-2-${itemId}-${page}-${width}.webp`;
/**
 * Records that something could not be derived from an item's file; the reader depends on the extension. It
 * does not apply to another item with the same bytes: its uploader must neither hide that one's picture nor
 * learn that it exists.
 */
export const failedName = (itemId: string, of: string, extension: string) =>
  `failed-2-${itemId}-${of}-${/^\w{1,10}$/.test(extension) ? extension : 'none'}.json`;

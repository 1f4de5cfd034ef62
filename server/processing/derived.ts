/** Widths in pixels that thumbnails are made in; the first is the one of lists, made with the item. */
export const THUMBNAIL_WIDTHS = [320, 80, 800, 1600] as const;

/** The smallest width that is at least as wide as asked, else the widest. */
export function thumbnailWidth(wanted: number | undefined): number {
  if (wanted === undefined) return THUMBNAIL_WIDTHS[0];
  const widths = [...THUMBNAIL_WIDTHS].sort((a, b) => a - b);
  return widths.find((width) => width >= wanted) ?? Math.max(...widths);
}

// The names carry a version: what is made differently one day is made anew.
export const PREVIEW = 'preview-1.json';
export const thumbnailName = (width: number) => `thumbnail-1-${width}.webp`;
export const pageName = (page: number, width: number) => `page-1-${page}-${width}.webp`;

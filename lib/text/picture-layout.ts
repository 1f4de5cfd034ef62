/** How a picture stands in a document, beyond its address and its alternative text. */
export type PictureLayout = {
  /** Its part of the width of the text, in percent; null for its own size. */
  width: number | null;
  align: PictureAlign | null;
  caption: string | null;
};

export const PICTURE_ALIGNS = ['left', 'center', 'right'] as const;
export type PictureAlign = (typeof PICTURE_ALIGNS)[number];

/** Widths have steps, so that each has a rule of style: a text brings no styles of its own. */
export const PICTURE_WIDTH_MIN = 10;
export const PICTURE_WIDTH_STEP = 5;
export const CAPTION_MAX = 500;

/** All widths that a picture can have. */
export const pictureWidths = (): number[] =>
  Array.from(
    { length: (100 - PICTURE_WIDTH_MIN) / PICTURE_WIDTH_STEP + 1 },
    (_, at) => PICTURE_WIDTH_MIN + at * PICTURE_WIDTH_STEP,
  );

/** The width of a picture; null where that is no usable number. */
export function readPictureWidth(input: unknown): number | null {
  const width = typeof input === 'string' && /^\d{1,3}$/.test(input) ? Number(input) : input;
  if (typeof width !== 'number' || !(width > 0)) return null;
  const step = Math.round(width / PICTURE_WIDTH_STEP) * PICTURE_WIDTH_STEP;
  return Math.min(100, Math.max(PICTURE_WIDTH_MIN, step));
}

export const readPictureAlign = (input: unknown): PictureAlign | null =>
  PICTURE_ALIGNS.find((one) => one === input) ?? null;

/** The caption of a picture: a line of text. */
export function readCaption(input: unknown): string | null {
  if (typeof input !== 'string') return null;
  const line = input
    .toWellFormed()
    .replace(/[\s\0]+/g, ' ')
    .trim();
  // No character is cut in two.
  return (
    line
      .slice(0, CAPTION_MAX)
      .replace(/[\ud800-\udbff]$/, '')
      .trim() || null
  );
}

/** The layout that attributes of a node or an element have; null where they say nothing. */
export function readPictureLayout(input: Record<string, unknown>): PictureLayout | null {
  const layout = {
    width: readPictureWidth(input.width),
    align: readPictureAlign(input.align),
    caption: readCaption(input.caption),
  };
  return layout.width === null && layout.align === null && layout.caption === null ? null : layout;
}

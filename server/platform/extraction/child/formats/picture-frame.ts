import { type PictureAlign, readCaption, readPictureWidth } from '#lib/text/picture-layout.ts';
import { escaped } from './office-parts.ts';

/** How wide a text is in other programs, in pixels: a picture's part of it is its width here. */
const TEXT_WIDTH = 760;

/** The words of Confluence for where a picture stands. */
const ALIGNS: Readonly<Record<string, PictureAlign>> = {
  left: 'left',
  'align-start': 'left',
  'wrap-left': 'left',
  center: 'center',
  right: 'right',
  'align-end': 'right',
  'wrap-right': 'right',
};

/** How a picture of another program stands: widths in pixels, `ownWidth` that of its file. */
export type ForeignLayout = {
  width?: string | null | undefined;
  ownWidth?: string | null | undefined;
  align?: string | null | undefined;
  caption?: string | null | undefined;
};

/** The width that somebody chose, in percent of the text; null for a picture in its own size, or as wide as the text. */
function widthOf({ width, ownWidth }: ForeignLayout): number | null {
  const [chosen, own] = [width, ownWidth].map((text) => Number.parseFloat(text ?? ''));
  if (!chosen || chosen >= TEXT_WIDTH || (own && chosen >= own)) return null;
  return readPictureWidth((chosen / TEXT_WIDTH) * 100);
}

/** @returns attributes and caption of the frame that documents have around such a picture; null where it needs none */
function frameOf(
  layout: ForeignLayout,
): { attributes: Record<string, string>; caption: string | null } | null {
  const width = widthOf(layout);
  const align = Object.hasOwn(ALIGNS, layout.align ?? '') ? ALIGNS[layout.align ?? ''] : undefined;
  const caption = readCaption(layout.caption);
  if (width === null && !align && caption === null) return null;
  return {
    attributes: {
      'data-picture': '',
      ...(width === null ? {} : { 'data-width': String(width) }),
      ...(align ? { 'data-align': align } : {}),
    },
    caption,
  };
}

/** @param picture HTML of one picture @returns it in its frame */
export function framedPicture(picture: string, layout: ForeignLayout): string {
  const frame = frameOf(layout);
  if (!frame) return picture;
  const attributes = Object.entries(frame.attributes).map(([name, value]) => ` ${name}="${value}"`);
  const caption = frame.caption === null ? '' : `<span data-caption="">${escaped(frame.caption)}</span>`;
  return `<span${attributes.join('')}>${picture}${caption}</span>`;
}

/** Puts a picture of a page into its frame. */
export function framePicture(picture: Element, layout: ForeignLayout): void {
  const frame = frameOf(layout);
  if (!frame) return;
  const around = picture.ownerDocument.createElement('span');
  for (const [name, value] of Object.entries(frame.attributes)) around.setAttribute(name, value);
  picture.replaceWith(around);
  around.append(picture);
  if (frame.caption === null) return;
  const caption = picture.ownerDocument.createElement('span');
  caption.setAttribute('data-caption', '');
  caption.textContent = frame.caption;
  around.append(caption);
}

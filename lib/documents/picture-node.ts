import { Image } from '@tiptap/extension-image';
import { readCaption, readPictureAlign, readPictureWidth } from '#lib/text/picture-layout.ts';

/** The element around a picture that says how it stands: a frame of ours, or a figure of another program. */
const frameOf = (element: HTMLElement): Element | null => element.closest('[data-picture], figure');

const captionOf = (element: HTMLElement): string | null => {
  const frame = frameOf(element);
  // A caption belongs to one picture.
  if (!frame || frame.querySelectorAll('img').length > 1) return null;
  return readCaption(frame.querySelector('[data-caption], figcaption')?.textContent);
};

/** A picture in a line; one that has a width, an alignment or a caption stands by itself. */
export const Picture = Image.extend({
  inline: true,
  group: 'inline',
  addAttributes: () => ({
    src: { default: null },
    alt: { default: null },
    title: { default: null },
    width: {
      default: null,
      // Only what somebody chose here: other programs write one into every picture.
      parseHTML: (element: HTMLElement) => readPictureWidth(frameOf(element)?.getAttribute('data-width')),
      rendered: false,
    },
    align: {
      default: null,
      parseHTML: (element: HTMLElement) => readPictureAlign(frameOf(element)?.getAttribute('data-align')),
      rendered: false,
    },
    caption: { default: null, parseHTML: captionOf, rendered: false },
  }),
  parseHTML: () => [
    { tag: 'img[src]:not([src^="data:"])' },
    // They are read with their picture.
    { tag: '[data-picture] > [data-caption]', ignore: true },
    { tag: 'figure > figcaption', ignore: true },
  ],
  // The editor has its own, which knows whose pictures a document shows.
  addInputRules: () => [],
  renderHTML({ node, HTMLAttributes }) {
    const { width, align, caption } = node.attrs;
    // Without a text, programs that read aloud would say the picture’s address.
    const picture = ['img', { ...HTMLAttributes, alt: HTMLAttributes.alt ?? '' }] as const;
    if (width === null && align === null && caption === null) return picture;
    const frame = {
      'data-picture': '',
      ...(width ? { 'data-width': String(width) } : {}),
      ...(align ? { 'data-align': String(align) } : {}),
    };
    if (!caption) return ['span', frame, picture];
    return ['span', frame, picture, ['span', { 'data-caption': '' }, String(caption)]];
  },
}).configure({ inline: true, allowBase64: false });

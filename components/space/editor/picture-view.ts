import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Picture } from '#lib/documents/picture-node.ts';
import { readPictureLayout, readPictureWidth } from '#lib/text/picture-layout.ts';
import { changePicture, chosenPicture } from './picture-commands.ts';

export type PictureViewOptions = {
  /** Leads from a chosen picture to its tools. */
  onTools: () => void;
};

/** A side of a picture that is drawn to change its width, by mouse or finger; the tools have the same for keys. */
function grip(side: 'left' | 'right', onWidth: (width: number, isLast: boolean) => void): HTMLElement {
  const element = document.createElement('span');
  element.dataset.grip = side;
  element.ariaHidden = 'true';
  element.addEventListener('pointerdown', (start) => {
    const frame = element.parentElement;
    const picture = frame?.querySelector('img');
    const text = frame?.parentElement?.closest('p, h1, h2, h3, h4, h5, h6, [data-summary]');
    if (start.button !== 0 || !frame || !picture || !text) return;
    start.preventDefault();
    element.setPointerCapture(start.pointerId);
    const before = picture.getBoundingClientRect().width;
    const whole = text.getBoundingClientRect().width;
    // A centered picture grows on both sides.
    const factor = (side === 'left' ? -1 : 1) * (frame.dataset.align === 'center' ? 2 : 1);
    const at = ({ clientX }: PointerEvent) =>
      readPictureWidth(Math.max(1, ((before + (clientX - start.clientX) * factor) / whole) * 100)) ?? 100;
    const onMove = (event: PointerEvent) => onWidth(at(event), false);
    const onStop = (event: PointerEvent) => {
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onStop);
      element.removeEventListener('pointercancel', onStop);
      if (event.clientX !== start.clientX) onWidth(at(event), true);
    };
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onStop);
    element.addEventListener('pointercancel', onStop);
  });
  // The picture itself is not dragged by its sides.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  return element;
}

function show(dom: HTMLElement, { attrs }: Node): void {
  const layout = readPictureLayout(attrs);
  for (const name of ['picture', 'width', 'align']) delete dom.dataset[name];
  if (layout) dom.dataset.picture = '';
  if (layout?.width) dom.dataset.width = String(layout.width);
  if (layout?.align) dom.dataset.align = layout.align;
  const image = dom.querySelector('img') ?? dom.appendChild(document.createElement('img'));
  if (image.getAttribute('src') !== attrs.src) image.src = String(attrs.src ?? '');
  image.alt = String(attrs.alt ?? '');
  image.title = String(attrs.title ?? '');
  dom.querySelector('[data-caption]')?.remove();
  if (!layout?.caption) return;
  const caption = document.createElement('span');
  caption.dataset.caption = '';
  caption.textContent = layout.caption;
  image.after(caption);
}

/** A picture as it is read, with grips at its sides while it is chosen. */
const viewOf =
  (): NodeViewRenderer =>
  ({ node, editor, getPos }) => {
    let current = node;
    const dom = document.createElement('span');
    dom.dataset.pictureFrame = '';
    show(dom, node);
    const onWidth = (width: number, isLast: boolean) => {
      if (!editor.isEditable) return;
      dom.dataset.picture = '';
      dom.dataset.width = String(width);
      const position = getPos();
      if (isLast && position !== undefined) changePicture(editor, position, { width });
    };
    dom.append(grip('left', onWidth), grip('right', onWidth));
    return {
      dom,
      ignoreMutation: () => true,
      stopEvent: ({ target }) => target instanceof HTMLElement && target.dataset.grip !== undefined,
      update: (next) => {
        if (next.type !== current.type) return false;
        current = next;
        show(dom, next);
        return true;
      },
    };
  };

export const PictureWithView = Picture.extend<PictureViewOptions>({
  addOptions() {
    return { ...this.parent?.(), onTools: () => undefined };
  },
  addNodeView() {
    return viewOf();
  },
  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) => {
        if (!chosenPicture(editor)) return false;
        this.options.onTools();
        return true;
      },
    };
  },
});

import type { NodeViewRenderer } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Picture } from '#lib/documents/picture-node.ts';
import { readPictureLayout } from '#lib/text/picture-layout.ts';
import { changePicture, chosenPicture } from './picture-commands.ts';

export type PictureViewOptions = {
  /** Leads from a chosen picture to its tools. */
  onTools: () => void;
};

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
    let hasGrips = false;
    /** With the first picture that is chosen. */
    const addGrips = () => {
      if (hasGrips) return;
      hasGrips = true;
      import('./picture-grip.ts').then(
        ({ pictureGrip }) => dom.append(pictureGrip('left', onWidth), pictureGrip('right', onWidth)),
        () => undefined,
      );
    };
    return {
      dom,
      selectNode: () => {
        dom.classList.add('ProseMirror-selectednode');
        addGrips();
      },
      deselectNode: () => dom.classList.remove('ProseMirror-selectednode'),
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

import type { NodeViewRenderer } from '@tiptap/core';
import { type EmbedMessages, embedCard, itemTitle } from '#components/space/embeds/embed-card.ts';
import { Embed, ItemLink } from '#lib/documents/document-nodes.ts';

export type EmbedViewOptions = { handle: string; messages: EmbedMessages | null };

type View = { tag: 'div' | 'span'; name: string; html: typeof embedCard };

/** What its writer may see of something, loaded when it comes into the text. */
function viewOf({ tag, name, html }: View, { handle, messages }: EmbedViewOptions): NodeViewRenderer {
  return ({ node }) => {
    const dom = document.createElement(tag);
    const address = String(node.attrs.address);
    dom.setAttribute(name, address);
    if (tag === 'div') dom.dataset.embedCard = '';
    dom.textContent = '…';
    let isGone = false;
    const loaded = import('./load-embed-target.ts').then((file) =>
      file.loadEmbedTarget(address, handle, tag === 'div'),
    );
    void loaded.then(
      (target) => {
        if (isGone || !messages) return;
        delete dom.dataset.embedCard;
        // Its texts are escaped.
        dom.innerHTML = html(target, messages);
        // In the text a click selects it; it is opened from the page to be read.
        for (const inner of dom.querySelectorAll<HTMLElement>('a, [tabindex]')) inner.tabIndex = -1;
      },
      () => {
        dom.textContent = address;
      },
    );
    dom.addEventListener('click', (event) => event.preventDefault());
    return {
      dom,
      update: (next) => next.type === node.type && next.attrs.address === address,
      ignoreMutation: () => true,
      destroy: () => {
        isGone = true;
      },
    };
  };
}

const options = (): EmbedViewOptions => ({ handle: '', messages: null });

export const EmbedWithView = Embed.extend<EmbedViewOptions>({
  addOptions: options,
  addNodeView() {
    return viewOf({ tag: 'div', name: 'data-embed', html: embedCard }, this.options);
  },
});

export const ItemLinkWithView = ItemLink.extend<EmbedViewOptions>({
  addOptions: options,
  addNodeView() {
    return viewOf({ tag: 'span', name: 'data-item', html: itemTitle }, this.options);
  },
});

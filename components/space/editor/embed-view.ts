import type { NodeViewRenderer } from '@tiptap/core';
import { type EmbedMessages, embedCard, itemTitle } from '#components/space/embeds/embed-card.ts';
import { itemPath, NO_SPACE } from '#lib/browser/item-path.ts';
import type { DocumentEmbed } from '#lib/contract/preview.ts';
import { Embed, ItemLink } from '#lib/documents/document-nodes.ts';
import { embedTarget } from '#lib/text/embed-address.ts';
import { getForm } from '#services/form.ts';
import { failureOf } from '#services/http.ts';
import { getItem } from '#services/item.ts';
import { listViews } from '#services/table-views.ts';

type Target = DocumentEmbed['target'];

/** What the writer may see at an address. @throws the client's error where that can't be known now */
async function loadTarget(address: string, handle: string): Promise<Target> {
  const embedded = embedTarget(address);
  if (!embedded || !address.startsWith(`/${handle}/`)) return null;
  const { kind, id, view } = embedded;
  try {
    if (kind === 'form') {
      const { data: form } = await getForm(id);
      const path = `/${handle}/${form.space_slug || NO_SPACE}/forms/${id}`;
      return form.trashed_at ? null : { kind, title: form.title, path, picture: null };
    }
    const { data: item } = await getItem(id);
    const path = itemPath(handle, { ...item, space_slug: item.space_slug ?? '' });
    const picture = item.has_thumbnail ? `/api/v1/items/${id}/thumbnail/` : null;
    if (item.trashed_at) return null;
    const named = view ? (await listViews(id)).find((one) => one.id === view) : undefined;
    // Its rows are shown where the document is read.
    return named
      ? { kind: item.kind, title: `${item.title} · ${named.name}`, path: `${path}?view=${view}`, picture }
      : { kind: item.kind, title: item.title, path, picture };
  } catch (error) {
    if ([403, 404].includes(failureOf(error)?.status ?? 0)) return null;
    throw error;
  }
}

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
    void loadTarget(address, handle).then(
      (target) => {
        if (isGone || !messages) return;
        delete dom.dataset.embedCard;
        // Its texts are escaped.
        dom.innerHTML = html(target, messages);
        // In the text a click selects it; it is opened from the page to be read.
        for (const link of dom.querySelectorAll('a')) link.tabIndex = -1;
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

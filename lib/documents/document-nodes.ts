import { mergeAttributes, Node } from '@tiptap/core';
import { CALLOUT_KINDS } from '#lib/text/callout-kinds.ts';
import { embedTarget } from '#lib/text/embed-address.ts';

/** A block that stands out: a note, a tip, a warning. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return {
      kind: {
        default: 'note',
        parseHTML: (element) => {
          const kind = element.getAttribute('data-callout') ?? '';
          return CALLOUT_KINDS.find((one) => one === kind) ?? 'note';
        },
        renderHTML: ({ kind }) => ({ 'data-callout': kind }),
      },
    };
  },
  parseHTML: () => [{ tag: 'aside[data-callout]' }],
  renderHTML: ({ HTMLAttributes }) => ['aside', { ...HTMLAttributes, dir: 'auto' }, 0],
});

/** The line of a toggle that is always shown. */
export const ToggleSummary = Node.create({
  name: 'toggleSummary',
  content: 'inline*',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'summary' }],
  // Not `summary`: in the editor a toggle is open, and a click places the cursor.
  renderHTML: () => ['div', { 'data-summary': '' }, 0],
});

/** A block that the reader opens. */
export const Toggle = Node.create({
  name: 'toggle',
  group: 'block',
  content: 'toggleSummary block*',
  defining: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['div', { 'data-toggle': '', dir: 'auto' }, 0],
});

/** A person who is named in the text. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return {
      id: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-id') ?? '',
        renderHTML: ({ id }) => ({ 'data-id': id }),
      },
      label: {
        default: '',
        parseHTML: (element) => (element.textContent ?? '').replace(/^@/, ''),
        rendered: false,
      },
    };
  },
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes({ 'data-mention': '' }, HTMLAttributes),
    `@${String(node.attrs.label)}`,
  ],
  renderText: ({ node }) => `@${String(node.attrs.label)}`,
});

/** A link within a line to an item or a form of the hub, shown with the title that it has now, by its reader's rights. */
export const ItemLink = Node.create({
  name: 'itemLink',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return {
      address: {
        default: '',
        parseHTML: (element) => embedTarget(element.getAttribute('data-item'))?.address ?? '',
        renderHTML: ({ address }) => ({ 'data-item': address }),
      },
    };
  },
  // Before the rule for links.
  parseHTML: () => [{ tag: 'a[data-item]', priority: 60 }, { tag: 'span[data-item]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', HTMLAttributes, String(node.attrs.address)],
  renderText: ({ node }) => String(node.attrs.address),
});

/** An item or a form of the hub, shown by what its reader may see of it; the document has only its address. */
export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes() {
    return {
      address: {
        default: '',
        parseHTML: (element) => embedTarget(element.getAttribute('data-embed'))?.address ?? '',
        renderHTML: ({ address }) => ({ 'data-embed': address }),
      },
    };
  },
  // Before the rule for paragraphs.
  parseHTML: () => [{ tag: 'p[data-embed]', priority: 60 }, { tag: 'div[data-embed]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
});

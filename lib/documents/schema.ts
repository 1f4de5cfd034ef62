import { type AnyExtension, getSchema } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Image } from '@tiptap/extension-image';
import { ListItem, TaskItem, TaskList } from '@tiptap/extension-list';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import StarterKit from '@tiptap/starter-kit';
import { Column, Columns } from './column-nodes.ts';
import { DateNode } from './date-node.ts';
import { Callout, Embed, ItemLink, Mention, Toggle, ToggleSummary } from './document-nodes.ts';
import { BlockMath, InlineMath } from './math-nodes.ts';
import { isSafeAddress } from './safe-address.ts';
import { cellAttributes } from './table-cells.ts';

/**
 * The nodes and marks of a document, for the editor and for the server. Everything in it has a form in
 * Markdown (`write-markdown.ts`): what is added here needs one, too. Changes must take what documents hold.
 */
export const documentExtensions: AnyExtension[] = [
  StarterKit.configure({
    // The shared document has an undo of its own, which takes back only one's own changes.
    undoRedo: false,
    // Nothing is written before somebody writes.
    trailingNode: false,
    // Markdown has none.
    underline: false,
    listItem: false,
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (address) => isSafeAddress(address),
      HTMLAttributes: { rel: 'noopener nofollow ugc', target: null, class: null },
    },
    code: false,
  }),
  // Bold code is code.
  Code.extend({ excludes: '' }),
  // Markdown's items begin with any block.
  ListItem.extend({ content: 'block+' }),
  TaskList,
  TaskItem.extend({ content: 'block+' }).configure({ nested: true }),
  Image.extend({ inline: true, group: 'inline' }).configure({ inline: true, allowBase64: false }),
  Table.configure({ resizable: true, cellMinWidth: 60 }),
  TableRow,
  // One line of text, as in Markdown.
  TableHeader.extend({ content: 'paragraph', addAttributes: () => cellAttributes }),
  TableCell.extend({ content: 'paragraph', addAttributes: () => cellAttributes }),
  Callout,
  Toggle,
  ToggleSummary,
  Columns,
  Column,
  Mention,
  DateNode,
  Embed,
  ItemLink,
  InlineMath,
  BlockMath,
];

/** The same as a ProseMirror schema. */
export const documentSchema = getSchema(documentExtensions);

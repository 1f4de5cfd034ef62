import { type AnyExtension, getSchema } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { Bold } from '@tiptap/extension-bold';
import { Code } from '@tiptap/extension-code';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Heading } from '@tiptap/extension-heading';
import { HorizontalRule } from '@tiptap/extension-horizontal-rule';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList, TaskItem, TaskList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Strike } from '@tiptap/extension-strike';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Text } from '@tiptap/extension-text';
import { Dropcursor } from '@tiptap/extensions/drop-cursor';
import { Gapcursor } from '@tiptap/extensions/gap-cursor';
import { Column, Columns } from './column-nodes.ts';
import { DateNode } from './date-node.ts';
import { Callout, Embed, ItemLink, Mention, Toggle, ToggleSummary } from './document-nodes.ts';
import { BlockMath, InlineMath } from './math-nodes.ts';
import { Picture } from './picture-node.ts';
import { isSafeAddress } from './safe-address.ts';
import { cellAttributes } from './table-cells.ts';

/** Markers, bars and columns stand where the text of their block begins; a line of text follows itself (`Prose`). */
const BY_TEXT = { dir: 'auto' };

/**
 * The nodes and marks of a document, for the editor and for the server. Everything in it has a form in
 * Markdown (`write-markdown.ts`): what is added here needs one, too. Changes must take what documents hold.
 */
export const documentExtensions: AnyExtension[] = [
  // Those of TipTap's starter kit that documents have, in its order: the kit itself would bring all others along.
  Bold,
  Blockquote.configure({ HTMLAttributes: BY_TEXT }),
  BulletList.configure({ HTMLAttributes: BY_TEXT }),
  CodeBlock,
  Document,
  Dropcursor,
  Gapcursor,
  HardBreak,
  Heading.configure({ levels: [1, 2, 3, 4, 5, 6] }),
  HorizontalRule,
  Italic,
  ListKeymap,
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (address) => isSafeAddress(address),
    HTMLAttributes: { rel: 'noopener nofollow ugc', target: null, class: null },
  }),
  OrderedList.configure({ HTMLAttributes: BY_TEXT }),
  Paragraph,
  Strike,
  Text,
  // Bold code is code.
  Code.extend({ excludes: '' }),
  // Markdown's items begin with any block.
  ListItem.extend({ content: 'block+' }),
  TaskList.configure({ HTMLAttributes: BY_TEXT }),
  TaskItem.extend({ content: 'block+' }).configure({
    nested: true,
    // The task itself alone: words before it would give its list their direction.
    a11y: { checkboxLabel: ({ textContent }) => textContent || '☐' },
  }),
  Picture,
  Table.configure({ HTMLAttributes: BY_TEXT, resizable: true, cellMinWidth: 60 }),
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

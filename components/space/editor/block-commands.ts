import type { Editor } from '@tiptap/core';
import {
  CalendarDays,
  ChevronRight,
  Code,
  Columns2,
  Columns3,
  Heading1,
  Heading2,
  Heading3,
  Info,
  Lightbulb,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Minus,
  Paperclip,
  Pilcrow,
  Quote,
  Sigma,
  SquareArrowOutUpRight,
  Table,
  TriangleAlert,
  Workflow,
} from 'lucide-react';
import { insertColumns } from './column-commands.ts';
import { changeCallout, changeToggle } from './frame-commands.ts';

export type BlockId =
  | 'text'
  | 'heading_1'
  | 'heading_2'
  | 'heading_3'
  | 'bullets'
  | 'numbers'
  | 'tasks'
  | 'quote'
  | 'callout'
  | 'tip'
  | 'warning'
  | 'toggle'
  | 'code'
  | 'table'
  | 'divider'
  | 'file'
  | 'embed'
  | 'formula'
  | 'diagram'
  | 'date'
  | 'columns_2'
  | 'columns_3';

/** A block that the menus offer. */
export type BlockCommand = {
  id: BlockId;
  icon: LucideIcon;
  /** What Markdown writes for it, shown beside its name. */
  markdown?: string;
  /** What HTML and other editors call it: typed words that find it, too. */
  aliases?: readonly string[];
  run: (editor: Editor) => void;
};

const heading = (level: 1 | 2 | 3) => (editor: Editor) => editor.chain().focus().setHeading({ level }).run();
/** A small diagram, to be changed. */
const DIAGRAM = 'flowchart LR\n  A[Idea] --> B{Useful?}\n  B -- yes --> C[Build]\n  B -- no --> A';

function insertDiagram(editor: Editor): void {
  const attrs = { language: 'mermaid' };
  editor
    .chain()
    .focus()
    .insertContent({ type: 'codeBlock', attrs, content: [{ type: 'text', text: DIAGRAM }] })
    .run();
}

/** The blocks of the menus, in their order. `file`, `embed`, `formula` and `date` need more to be chosen: by the caller. */
export const BLOCK_COMMANDS: readonly BlockCommand[] = [
  {
    id: 'text',
    aliases: ['paragraph'],
    icon: Pilcrow,
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  { id: 'heading_1', icon: Heading1, markdown: '#', aliases: ['h1'], run: heading(1) },
  { id: 'heading_2', icon: Heading2, markdown: '##', aliases: ['h2'], run: heading(2) },
  { id: 'heading_3', icon: Heading3, markdown: '###', aliases: ['h3'], run: heading(3) },
  {
    id: 'bullets',
    icon: List,
    aliases: ['ul', 'unordered'],
    markdown: '-',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    id: 'numbers',
    icon: ListOrdered,
    aliases: ['ol', 'ordered'],
    markdown: '1.',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    id: 'tasks',
    icon: ListTodo,
    aliases: ['todo', 'to-do', 'checkbox', 'checklist'],
    markdown: '[ ]',
    run: (editor) => editor.chain().focus().toggleTaskList().run(),
  },
  {
    id: 'quote',
    icon: Quote,
    aliases: ['blockquote'],
    markdown: '>',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { id: 'callout', aliases: ['note', 'info'], icon: Info, run: changeCallout('note') },
  { id: 'tip', icon: Lightbulb, run: changeCallout('tip') },
  { id: 'warning', icon: TriangleAlert, run: changeCallout('warning') },
  { id: 'toggle', aliases: ['details', 'collapse'], icon: ChevronRight, run: changeToggle },
  {
    id: 'code',
    icon: Code,
    markdown: '```',
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
  },
  {
    id: 'table',
    icon: Table,
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  {
    id: 'divider',
    icon: Minus,
    aliases: ['hr', 'line', 'rule'],
    markdown: '---',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
  { id: 'file', aliases: ['image', 'attachment', 'upload'], icon: Paperclip, run: () => undefined },
  { id: 'embed', icon: SquareArrowOutUpRight, run: () => undefined },
  {
    id: 'formula',
    aliases: ['math', 'equation', 'latex'],
    icon: Sigma,
    markdown: '$$',
    run: () => undefined,
  },
  {
    id: 'diagram',
    aliases: ['mermaid', 'chart'],
    icon: Workflow,
    markdown: '```mermaid',
    run: insertDiagram,
  },
  { id: 'date', icon: CalendarDays, run: () => undefined },
  { id: 'columns_2', icon: Columns2, run: (editor) => insertColumns(editor, 2) },
  { id: 'columns_3', icon: Columns3, run: (editor) => insertColumns(editor, 3) },
];

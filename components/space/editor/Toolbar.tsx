import type { Editor } from '@tiptap/core';
import {
  Bold,
  ChevronDown,
  Code,
  Italic,
  Link2,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Plus,
  Redo2,
  Search,
  Strikethrough,
  Table,
  Undo2,
} from 'lucide-react';
import dynamic from 'next/dynamic';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import { below, color, space } from '#styles/tokens.ts';
import type { BlockCommand, BlockId } from './block-commands.ts';
import { blockName } from './block-name.ts';
import { undoStacksOf } from './collaboration.ts';
import { EDITOR_TEXT_ID } from './editor-text-id.ts';
import type { ToolbarMenuOf } from './ToolbarMenu.tsx';
import { toolStyle } from './tool-style.ts';
import { useEditorState } from './use-editor-state.ts';
import { useKeyboardInset } from './use-keyboard-inset.ts';
import { visibleBottom } from './visible-area.ts';

const Bar = styled.div`
  position: sticky;
  z-index: 20;
  top: 84px;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px;
  padding: ${space(2)} 0;
  border-bottom: 1px solid ${color('line')};
  background: ${color('page')};

  /* Above the keyboard, or above the bar of places, within reach of the thumb. */
  ${below('md')} {
    position: fixed;
    /* Its menus reach over the bar of places. */
    z-index: 810;
    top: auto;
    right: 0;
    bottom: var(--keyboard-inset);
    left: 0;
    flex-wrap: nowrap;
    padding: ${space(1)} ${space(2)};
    overflow-x: auto;
    border-top: 1px solid ${color('line')};
    border-bottom: 0;
    background: ${color('surface')};
    scrollbar-width: none;
  }
`;

const Tool = styled.button`
  ${toolStyle}
`;

const Line = styled.span`
  flex: none;
  width: 1px;
  height: 20px;
  margin: 0 ${space(1)};
  background: ${color('line')};
`;

const Rest = styled.span`
  display: flex;
  flex: none;
  gap: 2px;
  margin-inline-start: auto;
`;

function blockOf(editor: Editor): BlockId {
  for (const level of [1, 2, 3] as const)
    if (editor.isActive('heading', { level })) return `heading_${level}`;
  if (editor.isActive('codeBlock')) return 'code';
  return editor.isActive('blockquote') ? 'quote' : 'text';
}

/** The language of the code block at the cursor; null outside of one. */
const languageOf = (editor: Editor): string | null =>
  editor.isActive('codeBlock') ? String(editor.getAttributes('codeBlock').language ?? '') : null;

const stateOf = (editor: Editor) => ({
  block: blockOf(editor),
  bold: editor.isActive('bold'),
  italic: editor.isActive('italic'),
  strike: editor.isActive('strike'),
  code: editor.isActive('code'),
  link: editor.isActive('link'),
  bullets: editor.isActive('bulletList'),
  numbers: editor.isActive('orderedList'),
  tasks: editor.isActive('taskList'),
  table: editor.isActive('table'),
  language: languageOf(editor),
  undo: undoStacksOf(editor.state).undoStack.length > 0,
  redo: undoStacksOf(editor.state).redoStack.length > 0,
});

const [CodeLanguage] = componentOnUse(() => import('./CodeLanguage.tsx').then((file) => file.CodeLanguage));

/** With the first menu that is opened. */
const loadToolbarMenu = () => import('./ToolbarMenu.tsx').then((file) => file.ToolbarMenu);
const ToolbarMenu = dynamic(loadToolbarMenu, { ssr: false });
const preloadMenu = () => void loadToolbarMenu().catch(() => undefined);

type OpenMenu = { of: ToolbarMenuOf; at: { x: number; y: number } };

type ToolbarProps = {
  editor: Editor;
  onLink: () => void;
  onFind: () => void;
  onBlock: (command: BlockCommand) => void;
  onCopyLink: (address: string) => void;
  /** More tools at the end. */
  children?: ReactNode;
};

/** Moves the focus within the toolbar; Escape goes back to the text. */
function onToolbarKey(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  const tools = [...event.currentTarget.querySelectorAll('button')];
  const at = tools.findIndex((tool) => tool.matches(':focus'));
  const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tools.length - 1 }[event.key];
  if (event.key === 'Escape') editor.commands.focus();
  if (step === undefined) return;
  event.preventDefault();
  tools[(step + tools.length) % tools.length]?.focus();
}

type ToolState = { pressed?: boolean; disabled?: boolean };
type StopProps = {
  label: string;
  /** The Tab key leads to this one of the tools. */
  isStop: boolean;
  onFocus: () => void;
};
type ToolButtonProps = StopProps & ToolState & { icon: LucideIcon; onRun: () => void };

function ToolButton({
  label,
  icon: Icon,
  isStop,
  pressed,
  disabled = false,
  onFocus,
  onRun,
}: ToolButtonProps) {
  return (
    <Tool
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      onFocus={onFocus}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        if (!disabled) onRun();
      }}
    >
      <Icon aria-hidden size={17} strokeWidth={1.75} />
    </Tool>
  );
}

type MenuButtonProps = StopProps & {
  isOpen: boolean;
  /** Opens the menu at a place of the screen, in pixels. */
  onOpen: (at: OpenMenu['at']) => void;
  children: ReactNode;
};

function MenuButton({ label, isStop, isOpen, onFocus, onOpen, children }: MenuButtonProps) {
  return (
    <Tool
      type="button"
      tabIndex={isStop ? 0 : -1}
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onPointerEnter={preloadMenu}
      onFocus={() => {
        onFocus();
        preloadMenu();
      }}
      onClick={(event) => {
        const { left, top, bottom } = event.currentTarget.getBoundingClientRect();
        onOpen({ x: left, y: visibleBottom() - bottom > 320 ? bottom + 4 : top - 330 });
      }}
    >
      {children}
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
    </Tool>
  );
}

/** What the text can be made of: one stop of the Tab key, with arrow keys inside of it. */
export function Toolbar({ editor, onLink, onFind, onBlock, onCopyLink, children }: ToolbarProps) {
  const intl = useIntl();
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const [stop, setStop] = useState('block');
  const bar = useRef<HTMLDivElement>(null);
  const active = useEditorState(editor, stateOf);
  useKeyboardInset(bar);
  const nameOf = (id: BlockId) => blockName(intl, id);

  const stopOf = (id: string) => ({ isStop: stop === id, onFocus: () => setStop(id) });
  const tool = (id: string, label: string, icon: LucideIcon, onRun: () => void, state: ToolState = {}) => (
    <ToolButton {...{ label, icon, onRun, ...state, ...stopOf(id) }} />
  );
  const menuTool = (of: ToolbarMenuOf, label: string, content: ReactNode) => (
    <MenuButton {...{ label, ...stopOf(of) }} isOpen={menu?.of === of} onOpen={(at) => setMenu({ of, at })}>
      {content}
    </MenuButton>
  );
  const message = (
    id:
      | 'editor.bold'
      | 'editor.italic'
      | 'editor.strike'
      | 'editor.code'
      | 'editor.link'
      | 'editor.undo'
      | 'editor.redo'
      | 'editor.find',
  ) => intl.formatMessage({ id });
  const chain = () => editor.chain().focus();
  return (
    <Bar
      ref={bar}
      role="toolbar"
      aria-label={intl.formatMessage({ id: 'editor.toolbar' })}
      aria-controls={EDITOR_TEXT_ID}
      aria-keyshortcuts="Alt+F10"
      data-print="hidden"
      onKeyDown={(event) => onToolbarKey(event, editor)}
    >
      {menuTool(
        'block',
        intl.formatMessage({ id: 'editor.block_type' }, { name: nameOf(active.block) }),
        <span>{nameOf(active.block)}</span>,
      )}
      <Line />
      {tool('bold', message('editor.bold'), Bold, () => chain().toggleBold().run(), { pressed: active.bold })}
      {tool('italic', message('editor.italic'), Italic, () => chain().toggleItalic().run(), {
        pressed: active.italic,
      })}
      {tool('strike', message('editor.strike'), Strikethrough, () => chain().toggleStrike().run(), {
        pressed: active.strike,
      })}
      {tool('code', message('editor.code'), Code, () => chain().toggleCode().run(), { pressed: active.code })}
      {tool('link', message('editor.link'), Link2, onLink, { pressed: active.link })}
      <Line />
      {tool('bullets', nameOf('bullets'), List, () => chain().toggleBulletList().run(), {
        pressed: active.bullets,
      })}
      {tool('numbers', nameOf('numbers'), ListOrdered, () => chain().toggleOrderedList().run(), {
        pressed: active.numbers,
      })}
      {tool('tasks', nameOf('tasks'), ListTodo, () => chain().toggleTaskList().run(), {
        pressed: active.tasks,
      })}
      <Line />
      {menuTool(
        'insert',
        intl.formatMessage({ id: 'editor.insert' }),
        <Plus aria-hidden size={17} strokeWidth={1.75} />,
      )}
      {active.table &&
        menuTool(
          'table',
          intl.formatMessage({ id: 'editor.table' }),
          <Table aria-hidden size={17} strokeWidth={1.75} />,
        )}
      {active.language !== null && <CodeLanguage editor={editor} language={active.language} />}
      <Rest>
        {tool('undo', message('editor.undo'), Undo2, () => chain().undo().run(), { disabled: !active.undo })}
        {tool('redo', message('editor.redo'), Redo2, () => chain().redo().run(), { disabled: !active.redo })}
        {tool('find', message('editor.find'), Search, onFind)}
        {children}
      </Rest>
      {menu && (
        <ToolbarMenu
          editor={editor}
          of={menu.of}
          at={menu.at}
          onBlock={onBlock}
          onCopyLink={onCopyLink}
          onClose={() => setMenu(null)}
        />
      )}
    </Bar>
  );
}

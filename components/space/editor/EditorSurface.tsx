import type { Editor } from '@tiptap/core';
import dynamic from 'next/dynamic';
import { type MouseEvent, memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import styled from 'styled-components';
import { useDiagramMessages } from '#components/space/embeds/diagrams/use-diagram-messages.ts';
import { useEmbedMessages } from '#components/space/embeds/use-embed-messages.ts';
import { componentOnUse } from '#components/ui/lazy-component.tsx';
import { useShortcutsKey } from '#components/ui/shortcuts/use-shortcuts-key.ts';
import { useToast } from '#components/ui/Toaster.tsx';
import { useCopyLink } from '#components/ui/use-copy-link.ts';
import { useShell } from '#context/ShellContext.tsx';
import type { Item } from '#lib/contract/item.ts';
import type { DocumentConnection } from '#services/document-connection.ts';
import { space } from '#styles/tokens.ts';
import type { BlockCommand } from './block-commands.ts';
import { ChosenPicture } from './ChosenPicture.tsx';
import { createEditor } from './create-editor.ts';
import { insertDate } from './date-view.ts';
import { EditorFooter } from './EditorFooter.tsx';
import { EditorForms, type OpenForm } from './EditorForms.tsx';
import { EditorOutline } from './EditorOutline.tsx';
import { EditorText } from './EditorText.tsx';
import { EDITOR_TEXT_ID } from './editor-text-id.ts';
import { insertFormula } from './insert-formula.ts';
import { Paste, type PasteOptions } from './paste.ts';
import { SuggestionMenu } from './SuggestionMenu.tsx';
import { Toolbar } from './Toolbar.tsx';
import type { Trigger } from './trigger.ts';
import { useFileInsertion } from './use-file-insertion.ts';

/** With the first mouse over the text: fingers have the toolbar. */
const BlockHandle = dynamic(() => import('./BlockHandle.tsx').then((file) => file.BlockHandle), {
  ssr: false,
});
// Few open it: it does not count among what Edit loads.
const [ShortcutsDialog] = componentOnUse(() =>
  import('#components/ui/shortcuts/ShortcutsDialog.tsx').then((file) => file.ShortcutsDialog),
);
const [FindBar] = componentOnUse(() => import('./FindBar.tsx').then((file) => file.FindBar));

const Frame = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;

type EditorSurfaceProps = {
  item: Item;
  connection: DocumentConnection;
  isEditable: boolean;
  /** The text can be written in. */
  onReady: (editor: Editor) => void;
};

/** Leads to the tools of the chosen picture. @returns whether there are some */
function focusPictureTools(frame: Element | null): boolean {
  const tool = frame?.querySelector<HTMLElement>(`[role='toolbar']:not([aria-controls]) button`);
  tool?.focus();
  return Boolean(tool);
}

/** Leads from the text to its tools, where Escape leads back; from a chosen picture to its own. */
function focusToolbar(frame: Element): void {
  if (focusPictureTools(frame)) return;
  const tools = `[role='toolbar'][aria-controls='${EDITOR_TEXT_ID}'] button`;
  const stop = frame.querySelector<HTMLElement>(`${tools}[tabindex='0']`);
  (stop ?? frame.querySelector<HTMLElement>(tools))?.focus();
}

/** Puts the cursor at the end where somebody clicks below the text, in an empty line if the last block is none. */
function writeBelow(editor: Editor, event: MouseEvent): void {
  if (!editor.isEditable || event.target !== event.currentTarget) return;
  event.preventDefault();
  const last = editor.state.doc.lastChild;
  const bottom = editor.state.doc.content.size;
  if (last && last.type.name !== 'paragraph') editor.commands.insertContentAt(bottom, { type: 'paragraph' });
  editor.commands.focus('end');
}

type KeyOptions = {
  editor: Editor | null;
  isEditable: boolean;
  onOpen: (form: OpenForm) => void;
  onFind: () => void;
};

/** The keys of the whole editor, text and tools. */
function onEditorKey(event: React.KeyboardEvent, { editor, isEditable, onOpen, onFind }: KeyOptions): void {
  if (event.altKey && event.key === 'F10') {
    event.preventDefault();
    focusToolbar(event.currentTarget);
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 's') event.preventDefault();
  if (key === 'k' && isEditable) {
    event.preventDefault();
    // Elsewhere on the page it opens the search.
    event.stopPropagation();
    onOpen({ type: 'link' });
  }
  if (key === '/' && isEditable && editor) {
    event.preventDefault();
    event.stopPropagation();
    const { left, bottom } = editor.view.coordsAtPos(editor.state.selection.from);
    onOpen({ type: 'block', at: { x: left, y: bottom } });
  }
  if (key === 'f') {
    event.preventDefault();
    onFind();
  }
}

/** What is done with pasted files and shown of a paste, for an editor that is made only for its document. */
function usePasteHandlers(
  editor: Editor | null,
  insertFiles: ReturnType<typeof useFileInsertion>['insertFiles'],
): RefObject<PasteOptions> {
  const intl = useIntl();
  const toast = useToast();
  const files = useRef<PasteOptions>({
    onProblem: () => undefined,
    onFiles: () => undefined,
    onLeftOut: () => undefined,
  });
  useEffect(() => {
    files.current = {
      onProblem: (problem) =>
        toast({ tone: 'error', text: intl.formatMessage({ id: `editor.paste_${problem}` }) }),
      onFiles: (list, position) => {
        if (editor) void insertFiles(editor, list, position);
      },
      onLeftOut: (count) =>
        toast({ tone: 'info', text: intl.formatMessage({ id: 'editor.paste_left_out' }, { count }) }),
    };
  });
  return files;
}

type FileInputProps = { input: RefObject<HTMLInputElement | null>; onChoose: (files: File[]) => void };

/** Chooses files to insert; nothing of it is seen. */
function FileInput({ input, onChoose }: FileInputProps) {
  const intl = useIntl();
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={intl.formatMessage({ id: 'editor.block_file' })}
      onChange={({ target }) => {
        const chosen = [...(target.files ?? [])];
        target.value = '';
        if (chosen.length > 0) onChoose(chosen);
      }}
    />
  );
}

/** What an editor is made with: its texts, and what it opens. */
function useEditorParts(
  { isEditable, onReady }: EditorSurfaceProps,
  frame: RefObject<Element | null>,
  onOpen: (form: OpenForm) => void,
) {
  const intl = useIntl();
  const handle = useShell().hub?.domain_handle ?? '';
  const messages = useEmbedMessages();
  const diagrams = useDiagramMessages();
  return {
    isEditable,
    onReady,
    label: intl.formatMessage({ id: 'item.editor' }),
    placeholder: intl.formatMessage({ id: 'editor.placeholder' }),
    embeds: { handle, messages },
    date: { onEdit: (position: number) => onOpen({ type: 'date', position }) },
    diagrams,
    picture: { onTools: () => focusPictureTools(frame.current) },
    toggle: { label: intl.formatMessage({ id: 'editor.toggle_content' }) },
    math: {
      onEdit: (position: number) => onOpen({ type: 'formula', position }),
      empty: intl.formatMessage({ id: 'editor.formula_empty' }),
    },
  };
}

/** The text of a loaded document, with its tools; not rendered again for what is saved. */
export const EditorSurface = memo(function EditorSurface(props: EditorSurfaceProps) {
  const { item, connection, isEditable } = props;
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [trigger, setTrigger] = useState<Trigger | null>(null);
  const [open, setOpen] = useState<OpenForm | null>(null);
  const [mouseY, setMouseY] = useState<number | null>(null);
  const [finding, setFinding] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  useShortcutsKey(() => setIsHelpOpen(true));
  const copyLink = useCopyLink();
  const frame = useRef<HTMLDivElement>(null);
  const handle = useShell().hub?.domain_handle ?? '';
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const picker = useRef<HTMLInputElement>(null);
  const { insertFiles, storeFile, uploading } = useFileInsertion(item);
  const files = usePasteHandlers(editor, insertFiles);
  // Nothing but another document makes another editor: it has the cursor, and what can be undone.
  const initial = useRef(useEditorParts(props, frame, setOpen));

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const created = createEditor({
      element,
      connection,
      ...initial.current,
      triggers: { onChange: setTrigger, onKeyDown: (event) => keys.current(event) },
      extensions: [
        Paste.configure({
          paste: {
            onProblem: (problem) => files.current.onProblem(problem),
            onFiles: (list, position) => files.current.onFiles(list, position),
            onLeftOut: (count) => files.current.onLeftOut(count),
          },
        }),
      ],
    });
    setEditor(created);
    // At once: the editor's own command does it a frame later, and would take back where the cursor went until then.
    created.view.focus();
    initial.current.onReady(created);
    return () => {
      setEditor(null);
      created.destroy();
    };
  }, [connection, files]);
  useEffect(() => {
    editor?.setEditable(isEditable, false);
  }, [editor, isEditable]);

  const runBlock = (command: BlockCommand) => {
    if (!editor) return;
    if (command.id === 'file') picker.current?.click();
    else if (command.id === 'embed') setOpen({ type: 'embed' });
    else if (command.id === 'formula' || command.id === 'date') {
      const position = (command.id === 'formula' ? insertFormula : insertDate)(editor);
      setOpen(position === null ? null : { type: command.id, position });
    } else command.run(editor);
  };
  return (
    <Frame
      ref={frame}
      onKeyDown={(event) =>
        onEditorKey(event, { editor, isEditable, onOpen: setOpen, onFind: () => setFinding(true) })
      }
      onPointerMove={({ pointerType, clientY }) => {
        if (pointerType === 'mouse') setMouseY((known) => known ?? clientY);
      }}
    >
      {editor && isEditable && (
        <Toolbar
          editor={editor}
          onLink={() => setOpen({ type: 'link' })}
          onFind={() => setFinding(true)}
          onBlock={runBlock}
          onCopyLink={copyLink}
        />
      )}
      {editor && isEditable && mouseY !== null && (
        <BlockHandle
          editor={editor}
          frame={frame}
          isOpen={open?.type === 'block'}
          firstY={mouseY}
          onMenu={(at) => setOpen({ type: 'block', at })}
        />
      )}
      {editor && finding && (
        <FindBar editor={editor} isEditable={isEditable} onClose={() => setFinding(false)} />
      )}
      {editor && isEditable && <ChosenPicture editor={editor} storeFile={storeFile} />}
      <EditorText
        as="div"
        ref={place}
        id={EDITOR_TEXT_ID}
        onMouseDown={(event) => editor && writeBelow(editor, event)}
      />
      {editor && <EditorOutline editor={editor} />}
      {editor && (
        <EditorFooter editor={editor} uploading={uploading} onShortcuts={() => setIsHelpOpen(true)} />
      )}
      {isHelpOpen && <ShortcutsDialog of="editor" onClose={() => setIsHelpOpen(false)} />}
      <FileInput
        input={picker}
        onChoose={(chosen) => {
          if (editor) void insertFiles(editor, chosen, editor.state.selection.from);
        }}
      />
      {editor && trigger && isEditable && (
        <SuggestionMenu editor={editor} trigger={trigger} keys={keys} onBlock={runBlock} />
      )}
      {editor && open && isEditable && (
        <EditorForms editor={editor} open={open} handle={handle} onClose={() => setOpen(null)} />
      )}
    </Frame>
  );
});

import { type Editor, Extension } from '@tiptap/core';
import type { NodeType } from '@tiptap/pm/model';
import { type EditorState, Plugin } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { embedTarget } from '#lib/text/embed-address.ts';
import { looksLikeMarkdown } from './markdown-paste.ts';
import { type PasteProblem, pasteProblem } from './paste-problem.ts';

export type PasteOptions = {
  onProblem: (problem: PasteProblem) => void;
  /** Files that were pasted, or dropped at a position of the text. */
  onFiles: (files: File[], position: number) => void;
  /** So many pictures of what was pasted are not shown. */
  onLeftOut: (count: number) => void;
};

/** Where VS Code says what language its text is in; its HTML has the colours of its window, and each line as a block. */
const VS_CODE = 'vscode-editor-data';

/** The code that reads Markdown; it comes with the first paste of one. */
const loadMarkdown = () => import('#lib/documents/engine.ts');

/** The code that cleans HTML; it comes once the editor is at rest, or with the first paste of such. */
let cleaner: typeof import('./clean-pasted-html.ts') | null = null;
const CLEANER_AFTER_MS = 5_000;

export async function loadPasteCleaner(): Promise<void> {
  cleaner ??= await import('./clean-pasted-html.ts');
}

/** Pastes once the code for it is there; without it the text alone, so that nothing is lost. */
async function pasteLater(view: EditorView, html: string, text: string): Promise<void> {
  const isThere = await loadPasteCleaner().then(
    () => true,
    () => false,
  );
  if (view.isDestroyed) return;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  if (!isThere) {
    view.pasteText(text, new ClipboardEvent('paste', { clipboardData }));
    return;
  }
  clipboardData.setData('text/html', html);
  view.pasteHTML(html, new ClipboardEvent('paste', { clipboardData }));
}

/** What was copied in a document is one already. */
const isForeign = (html: string): boolean => html !== '' && !html.includes('data-pm-slice');

async function pasteMarkdown(editor: Editor, text: string): Promise<void> {
  const { parseMarkdown } = await loadMarkdown();
  if (editor.isDestroyed) return;
  const content = parseMarkdown(text).toJSON().content ?? [];
  const [only] = content;
  // A single line joins the text at the cursor.
  const isLine = content.length === 1 && only?.type === 'paragraph';
  editor
    .chain()
    .focus()
    .insertContent(isLine ? (only.content ?? []) : content)
    .scrollIntoView()
    .run();
}

/** Pastes what was copied in a code editor: lines as a block, Markdown as what it means. */
async function pasteCode(editor: Editor, stored: string, text: string): Promise<void> {
  const isDone = await import('./pasted-code.ts').then(
    ({ insertCode }) => editor.isDestroyed || insertCode(editor.view, stored, text),
    () => editor.isDestroyed,
  );
  if (isDone) return;
  if (looksLikeMarkdown(text)) await pasteMarkdown(editor, text);
  else editor.view.pasteText(text);
}

/** What an address of this site leads to, where that is a single item or form; it is shown by its title then. */
function itemAddress(text: string): string | null {
  const typed = text.trim();
  const { origin } = window.location;
  return typed.startsWith(`${origin}/`) ? (embedTarget(typed.slice(origin.length))?.address ?? null) : null;
}

const canContain = ({ selection: { $from } }: EditorState, type: NodeType): boolean =>
  !$from.parent.type.spec.code && $from.parent.canReplaceWith($from.index(), $from.index(), type);

const filesOf = (data: DataTransfer | null): File[] => [...(data?.files ?? [])];

/**
 * Pasting and dropping: HTML of other programs is cleaned, Markdown becomes what it means, files are handed on, and
 * what is too much is refused with a reason.
 */
export const Paste = Extension.create<{ paste: PasteOptions | null }>({
  name: 'cleanPaste',
  priority: 800,
  addOptions: () => ({ paste: null }),
  addProseMirrorPlugins() {
    const { editor } = this;
    const { paste } = this.options;
    if (!paste) return [];
    // Of the HTML that is pasted, only the text is taken: into code, or because the writer wants it so.
    let isTextAlone = false;
    return [
      new Plugin({
        view: () => {
          const timer = setTimeout(() => void loadPasteCleaner().catch(() => undefined), CLEANER_AFTER_MS);
          return { destroy: () => clearTimeout(timer) };
        },
        props: {
          handlePaste(view, event) {
            const data = event.clipboardData;
            if (!data || !view.editable) return false;
            const html = data.getData('text/html');
            const text = data.getData('text/plain');
            const problem = pasteProblem(html, text);
            if (problem) {
              paste.onProblem(problem);
              return true;
            }
            const files = filesOf(data);
            // Word and Excel put a picture beside their text.
            if (files.length > 0 && !/<(?:p|table|h\d|ul|ol|div)[\s>]/i.test(html)) {
              paste.onFiles(files, view.state.selection.from);
              return true;
            }
            const isCode = view.state.selection.$from.parent.type.spec.code;
            const ofCodeEditor = data.getData(VS_CODE);
            if (ofCodeEditor && !isTextAlone && !isCode) {
              void pasteCode(editor, ofCodeEditor, text);
              return true;
            }
            if (isForeign(html) && !isTextAlone && !isCode) {
              if (!cleaner) {
                void pasteLater(view, html, text);
                return true;
              }
              const { files: pictures, leftOut } = cleaner.picturesWithin(html);
              if (leftOut > 0) paste.onLeftOut(leftOut);
              // They follow the position, to the end of the text that is pasted now.
              if (pictures.length > 0) paste.onFiles(pictures, view.state.selection.to);
            }
            const address = itemAddress(text);
            const { itemLink } = view.state.schema.nodes;
            if (address && itemLink && view.state.selection.empty && canContain(view.state, itemLink)) {
              view.dispatch(
                view.state.tr.replaceSelectionWith(itemLink.create({ address }), false).scrollIntoView(),
              );
              return true;
            }
            if (html !== '' || isCode || !looksLikeMarkdown(text)) return false;
            void pasteMarkdown(editor, text);
            return true;
          },
          handleDrop(view, event) {
            const files = filesOf(event.dataTransfer);
            if (files.length === 0 || !view.editable) return false;
            event.preventDefault();
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY });
            paste.onFiles(files, at?.pos ?? view.state.selection.from);
            return true;
          },
          // One of these two is called before `handlePaste`.
          transformPastedText(text, isPlain) {
            isTextAlone = isPlain;
            return text;
          },
          transformPastedHTML(html) {
            isTextAlone = false;
            if (!isForeign(html)) return html;
            return cleaner?.cleanPastedHtml(html) ?? '';
          },
        },
      }),
    ];
  },
});

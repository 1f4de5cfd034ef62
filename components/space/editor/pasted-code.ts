import type { EditorView } from '@tiptap/pm/view';
import { CODE_LANGUAGES } from '#lib/documents/code-languages.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Names of languages that VS Code has others for. */
const NAMES: Record<string, string> = {
  html: 'xml',
  javascriptreact: 'javascript',
  jsonc: 'json',
  shellscript: 'bash',
  typescriptreact: 'typescript',
};

function modeOf(stored: string): string {
  try {
    const parsed: unknown = JSON.parse(stored);
    return isRecord(parsed) && typeof parsed.mode === 'string' ? parsed.mode : '';
  } catch {
    return '';
  }
}

/**
 * Puts lines of code that were copied in VS Code into a block, in their language where that is one of ours.
 * @param stored what VS Code says of the text
 * @returns false for a single line, and for what is no code
 */
export function insertCode(view: EditorView, stored: string, text: string): boolean {
  const mode = modeOf(stored);
  const { codeBlock } = view.state.schema.nodes;
  if (mode === 'plaintext' || mode === 'markdown' || !text.trim().includes('\n') || !codeBlock) return false;
  const name = NAMES[mode] ?? mode;
  const language = CODE_LANGUAGES.some(([one]) => one === name) ? name : null;
  const code = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
  const block = codeBlock.create({ language }, view.state.schema.text(code));
  view.dispatch(view.state.tr.replaceSelectionWith(block, false).scrollIntoView());
  return true;
}

import { CODE_LANGUAGES } from '#lib/documents/code-languages.ts';
import { isRecord } from '#lib/text/is-record.ts';

/** Under which VS Code puts beside its text what language that is in. */
const VS_CODE = 'vscode-editor-data';
/** Names of languages that VS Code has others for. */
const NAMES: Record<string, string> = {
  html: 'xml',
  javascriptreact: 'javascript',
  jsonc: 'json',
  shellscript: 'bash',
  typescriptreact: 'typescript',
};

function modeOf(data: string): string {
  try {
    const parsed: unknown = JSON.parse(data);
    return isRecord(parsed) && typeof parsed.mode === 'string' ? parsed.mode : '';
  } catch {
    return '';
  }
}

/** The language of code that was copied in VS Code, null for one that is none of ours; undefined for what is no code. */
export function pastedLanguage(data: Pick<DataTransfer, 'getData'>): string | null | undefined {
  const stored = data.getData(VS_CODE);
  if (!stored) return undefined;
  const mode = modeOf(stored);
  // Texts are none, and Markdown is what it means.
  if (mode === 'plaintext' || mode === 'markdown') return undefined;
  const name = NAMES[mode] ?? mode;
  return CODE_LANGUAGES.some(([language]) => language === name) ? name : null;
}

/** Whether text was copied in VS Code, whose HTML is a picture of its window. */
export const isFromCodeEditor = (data: Pick<DataTransfer, 'getData'>): boolean =>
  data.getData(VS_CODE) !== '';

import { sharedDocument } from '#lib/documents/yjs-document.ts';
import { invalid } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { loadDocumentEngine } from './document-engine.ts';
import { INLINE_RENDER_LENGTH } from './render-texts.ts';

/** A document in each of its forms; `document` is ProseMirror's JSON, as text. */
export type ConvertedDocument = { document: string; markdown: string };
type Needed = Pick<Services, 'extraction'>;

/** How long a conversion may take, and how long it waits for a process, in milliseconds. */
const TIMEOUT_MS = 30_000;
const WAIT_TIMEOUT_MS = 10_000;

/**
 * Converts Markdown, HTML or an update of a shared document (`yjs`): short ones here, others in a process with
 * limits of time and memory.
 * @throws ApiError 422 where it can't be read within these limits
 */
export async function convertDocument(
  { extraction }: Needed,
  content: Buffer,
  format: 'md' | 'html' | 'yjs',
): Promise<ConvertedDocument> {
  if (content.length <= INLINE_RENDER_LENGTH && format !== 'html') {
    const { documentOf, documentText, parseMarkdown, writeMarkdown } = await loadDocumentEngine();
    const node = format === 'yjs' ? documentOf(sharedDocument([content])) : parseMarkdown(content.toString());
    return { document: documentText(node), markdown: writeMarkdown(node) };
  }
  if (content.length === 0) return convertDocument({ extraction }, content, 'md');
  const converted = await extraction.convertDocument(content, format, {
    timeoutMs: TIMEOUT_MS,
    waitTimeoutMs: WAIT_TIMEOUT_MS,
  });
  if (converted.ok) return { document: converted.document, markdown: converted.markdown };
  throw invalid({ content: ['This content can not be read as a document.'] });
}

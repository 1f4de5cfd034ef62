import { DOMParser, type Node } from '@tiptap/pm/model';
import { parseHTML } from 'linkedom';
import { repairDocument } from '#lib/documents/document-json.ts';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentSchema } from '#lib/documents/schema.ts';
import { documentOf } from '#lib/documents/shared-document.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import { Unreadable } from '#server/platform/extraction/result.ts';
import type { JobFile } from './port.ts';

/** Bytes of a document that is converted. */
const MAX_DOCUMENT = 48 * 1024 ** 2;

/** A document of HTML, as pages and word processors give it; scripts and styles are left out. */
function readHtml(html: string): Node {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  return repairDocument(DOMParser.fromSchema(documentSchema).parse(document.body).toJSON());
}

function readDocument(bytes: Buffer, format: string): Node {
  if (format === 'yjs') return documentOf(sharedDocument([bytes]));
  const text = bytes.toString('utf8');
  return format === 'html' ? readHtml(text) : parseMarkdown(text);
}

/** A document as ProseMirror's JSON and as Markdown. */
export async function convertDocument(file: JobFile): Promise<{ document: string; markdown: string }> {
  const bytes = await file.bytes(MAX_DOCUMENT);
  try {
    const document = readDocument(bytes, file.extension);
    return { document: JSON.stringify(document.toJSON()), markdown: writeMarkdown(document) };
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message))
      throw new Unreadable('unsupported', 'The document is nested too deep.');
    throw error;
  }
}

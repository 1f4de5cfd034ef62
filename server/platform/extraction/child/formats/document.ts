import { DOMParser, type Node } from '@tiptap/pm/model';
import { parseHTML } from 'linkedom';
import { documentText, repairDocument } from '#lib/documents/document-json.ts';
import { flattenCells } from '#lib/documents/flatten-cells.ts';
import { markFormulas } from '#lib/documents/mark-formulas.ts';
import { parseMarkdown } from '#lib/documents/parse-markdown.ts';
import { documentSchema } from '#lib/documents/schema.ts';
import { documentOf } from '#lib/documents/shared-document.ts';
import { writeMarkdown } from '#lib/documents/write-markdown.ts';
import { sharedDocument } from '#lib/documents/yjs-document.ts';
import { type DocumentAbout, type DocumentPicture, Unreadable } from '#server/platform/extraction/result.ts';
import { boundNesting } from './bound-nesting.ts';
import { markDocumentBlocks } from './office-blocks.ts';
import type { OfficeDocument } from './office-document.ts';
import type { JobFile } from './port.ts';

/** Bytes of a document that is converted. */
const MAX_DOCUMENT = 48 * 1024 ** 2;

/** A document of HTML, as pages and word processors give it; scripts and styles are left out. */
function readHtml(html: string): Node {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`);
  markDocumentBlocks(document);
  markFormulas(document);
  flattenCells(document);
  return repairDocument(DOMParser.fromSchema(documentSchema).parse(document.body).toJSON());
}

function readDocument(bytes: Buffer, format: string): Node {
  if (format === 'yjs') return documentOf(sharedDocument([bytes]));
  const text = bytes.toString('utf8');
  return format === 'html' ? readHtml(text) : parseMarkdown(text);
}

async function readOffice(file: JobFile): Promise<OfficeDocument | null> {
  if (file.extension === 'docx') return (await import('./docx-document.ts')).readDocx(file);
  if (file.extension === 'odt') return (await import('./odt-document.ts')).readOdt(file);
  if (file.extension === 'confluence')
    return (await import('./confluence-document.ts')).readConfluencePage(file);
  if (file.extension === 'page') return (await import('./page-document.ts')).readPage(file);
  return null;
}

type Converted = { document: string; markdown: string; about?: DocumentAbout; pictures?: DocumentPicture[] };

/** A document as ProseMirror's JSON and as Markdown, with what its file has beside it. */
export async function convertDocument(file: JobFile): Promise<Converted> {
  try {
    const office = await readOffice(file);
    const document = office
      ? readHtml(boundNesting(office.html))
      : readDocument(await file.bytes(MAX_DOCUMENT), file.extension);
    const { about, pictures } = office ?? {};
    return {
      document: documentText(document),
      markdown: writeMarkdown(document),
      ...(about ? { about } : {}),
      ...(pictures ? { pictures } : {}),
    };
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message))
      throw new Unreadable('unsupported', 'The document is nested too deep.');
    throw error;
  }
}

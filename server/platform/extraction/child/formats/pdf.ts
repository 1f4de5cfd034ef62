import { type PDFiumDocument, PDFiumLibrary, PDFiumModule } from '@hyzyla/pdfium';
import { DAMAGED, PROTECTED, Unreadable } from '#server/platform/extraction/result.ts';
import { PdfNotes } from './pdf-notes.ts';
import { type Picture, webpOfPixels } from './picture.ts';
import { type JobFile, reportProgress } from './port.ts';
import { addProperties } from './properties.ts';
import type { Reader } from './reader.ts';

const MAX_FILE = 256 * 1024 * 1024;
const MAX_SIDE = 4096;
/** A page's picture is at most this many times as high as it is wide. */
const MAX_HEIGHT_RATIO = 4;

let library: ReturnType<typeof PDFiumLibrary.initBase> | undefined;

/**
 * Open pages: the library itself closes only those that it rendered, and would retain some 45 kB of each
 * other.
 */
const openPages = new Set<number>();
let closePage: (page: number) => void = () => {};
/** The library's functions, and the document whose page was loaded last. */
let functions: object = {};
let documentHandle = 0;

function startLibrary() {
  return PDFiumLibrary.initBase({
    vendor: async (options) => {
      const module = await PDFiumModule(options);
      const { _FPDF_LoadPage: load, _FPDF_ClosePage: close } = module;
      module._FPDF_LoadPage = (document, index) => {
        const page = load(document, index);
        documentHandle = document;
        if (page) openPages.add(page);
        return page;
      };
      module._FPDF_ClosePage = (page) => {
        if (openPages.delete(page)) close(page);
      };
      closePage = module._FPDF_ClosePage;
      functions = module;
      return module;
    },
  });
}

function closePages(): void {
  for (const page of openPages) closePage(page);
}

/** After a trap WebAssembly's memory can't be trusted any more: the process has to end. */
function rethrowTrap(error: unknown): void {
  if (error instanceof WebAssembly.RuntimeError) throw error;
}

async function open(bytes: Buffer, password: string | undefined): Promise<PDFiumDocument> {
  library ??= startLibrary();
  const pdfium = await library;
  try {
    return await pdfium.loadDocument(bytes, password);
  } catch (error) {
    rethrowTrap(error);
    const reason = error instanceof Error ? error.message : '';
    if (/password/i.test(reason)) {
      throw new Unreadable('encrypted', password ? 'The password does not open this file.' : PROTECTED);
    }
    if (/security/i.test(reason))
      throw new Unreadable('encrypted', 'The file is protected in a way that can’t be opened here.');
    throw new Unreadable('corrupt', DAMAGED);
  }
}

/** PDFium marks a hyphen at a line's end so that the halves of a word can be joined. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the mark is a control character
const HYPHEN = /[\u0002\ufffe]\r?\n?/g;

/** A PDF, page by page. Pages that can't be read are skipped, unless none can. */
export const readPdf: Reader = async (file, out) => {
  const bytes = await file.bytes(MAX_FILE);
  const document = await open(bytes, file.password);
  const pages = document.getPageCount();
  let failed = 0;
  let notes: PdfNotes | null = null;
  let lines: string[] = [];
  for (let index = 0; index < pages && !out.full; index++) {
    let text = '';
    try {
      text = document.getPage(index).getText();
      notes ??= PdfNotes.of(functions, documentHandle);
      const page = [...openPages].at(-1);
      lines = notes && page !== undefined ? notes.linesOf(page) : [];
    } catch (error) {
      rethrowTrap(error);
      failed++;
      lines = [];
    }
    closePages();
    await out.add({ type: 'page', page: index + 1 }, [text.replace(HYPHEN, ''), ...lines].join('\n'));
    if (index % 16 === 0) await reportProgress(index, pages);
  }
  const title = notes?.property('Title').trim();
  await addProperties(out, { type: 'page', page: 1 }, title, notes?.property('Author'));
  notes?.close();
  document.destroy();
  if (pages === 0 || failed === pages) throw new Unreadable('corrupt', DAMAGED);
  return { meta: { pages }, title, preview: { type: 'pages', count: pages } };
};

/**
 * Renders a page, counted from 1, `width` pixels wide; the page box, which the file sets freely, never
 * determines the cost.
 */
export async function drawPage(file: JobFile, page: number, width: number): Promise<Picture> {
  const document = await open(await file.bytes(MAX_FILE), file.password);
  try {
    if (page < 1 || page > document.getPageCount())
      throw new Unreadable('corrupt', 'The file has no such page.');
    const sheet = document.getPage(page - 1);
    const { originalWidth, originalHeight } = sheet.getOriginalSize();
    if (!(originalWidth > 0 && originalHeight > 0)) throw new Unreadable('corrupt', DAMAGED);
    const wide = Math.min(width, MAX_SIDE);
    const high = Math.min((wide * originalHeight) / originalWidth, wide * MAX_HEIGHT_RATIO, MAX_SIDE);
    const scale = Math.min(wide / originalWidth, high / originalHeight);
    const drawn = await sheet.render({
      width: Math.max(1, Math.round(originalWidth * scale)),
      height: Math.max(1, Math.round(originalHeight * scale)),
      scale: 1,
      render: async ({ data }) => data,
    });
    return await webpOfPixels(
      Buffer.from(drawn.data.buffer, drawn.data.byteOffset, drawn.data.byteLength),
      drawn,
    );
  } finally {
    closePages();
    document.destroy();
  }
}

import type { Reader } from './reader.ts';

/** The reader of each extension; a library is loaded only when the first file of its format comes. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  ...same(
    ['txt', 'conf', 'log', 'yml', 'yaml', 'vcf'],
    async () => (await import('./formats/plain.ts')).readPlain,
  ),
  ...same(['md', 'mdx'], async () => (await import('./formats/markup.ts')).readMarkdown),
  html: async () => (await import('./formats/markup.ts')).readHtml,
  json: async () => (await import('./formats/json.ts')).readJson,
  xml: async () => (await import('./formats/xml.ts')).readXml,
  csv: async () => (await import('./formats/delimited.ts')).readCsv,
  tsv: async () => (await import('./formats/delimited.ts')).readTsv,
  record: async () => (await import('./formats/delimited.ts')).readRecord,
  xlsx: async () => (await import('./formats/workbook.ts')).readWorkbook,
  pdf: async () => (await import('./formats/pdf.ts')).readPdf,
  docx: async () => (await import('./formats/word.ts')).readWord,
  pptx: async () => (await import('./formats/slides.ts')).readSlides,
  epub: async () => (await import('./formats/book.ts')).readBook,
  eml: async () => (await import('./formats/mail.ts')).readMail,
  ...same(
    ['jpg', 'jpeg', 'png', 'gif', 'svg', 'webp', 'tiff'],
    async () => (await import('./formats/picture.ts')).readPicture,
  ),
};

function same(extensions: string[], load: () => Promise<Reader>): Record<string, () => Promise<Reader>> {
  return Object.fromEntries(extensions.map((extension) => [extension, load]));
}

/** Undefined for formats that are only kept: they have no text here. */
export async function readerOf(extension: string): Promise<Reader | undefined> {
  return Object.hasOwn(READERS, extension) ? READERS[extension]?.() : undefined;
}

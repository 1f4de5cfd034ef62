import type { Reader } from '#server/platform/extraction/child/formats/reader.ts';

/** The reader of each extension; a library is loaded only for the first file of its format. */
const READERS: Readonly<Record<string, () => Promise<Reader>>> = {
  ...same(
    ['txt', 'conf', 'log', 'yml', 'yaml', 'vcf'],
    async () => (await import('#server/platform/extraction/child/formats/plain.ts')).readPlain,
  ),
  ...same(
    ['md', 'mdx'],
    async () => (await import('#server/platform/extraction/child/formats/markup.ts')).readMarkdown,
  ),
  html: async () => (await import('#server/platform/extraction/child/formats/markup.ts')).readHtml,
  json: async () => (await import('#server/platform/extraction/child/formats/json.ts')).readJson,
  xml: async () => (await import('#server/platform/extraction/child/formats/xml.ts')).readXml,
  csv: async () => (await import('#server/platform/extraction/child/formats/delimited.ts')).readCsv,
  tsv: async () => (await import('#server/platform/extraction/child/formats/delimited.ts')).readTsv,
  record: async () => (await import('#server/platform/extraction/child/formats/delimited.ts')).readRecord,
  xlsx: async () => (await import('#server/platform/extraction/child/formats/workbook.ts')).readWorkbook,
  pdf: async () => (await import('#server/platform/extraction/child/formats/pdf.ts')).readPdf,
  docx: async () => (await import('#server/platform/extraction/child/formats/word.ts')).readWord,
  pptx: async () => (await import('#server/platform/extraction/child/formats/slides.ts')).readSlides,
  epub: async () => (await import('#server/platform/extraction/child/formats/book.ts')).readBook,
  eml: async () => (await import('#server/platform/extraction/child/formats/mail.ts')).readMail,
  ...same(
    ['jpg', 'jpeg', 'png', 'gif', 'svg', 'webp', 'tiff'],
    async () => (await import('#server/platform/extraction/child/formats/picture.ts')).readPicture,
  ),
};

function same(extensions: string[], load: () => Promise<Reader>): Record<string, () => Promise<Reader>> {
  return Object.fromEntries(extensions.map((extension) => [extension, load]));
}

/** Undefined for formats that are only stored: they have no text here. */
export async function readerOf(extension: string): Promise<Reader | undefined> {
  return Object.hasOwn(READERS, extension) ? READERS[extension]?.() : undefined;
}

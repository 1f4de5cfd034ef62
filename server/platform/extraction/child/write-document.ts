import type { JobFile } from '#server/platform/extraction/child/formats/port.ts';
import { readDocumentInput } from '#server/platform/extraction/child/writers/document-input.ts';
import type { FileFormat } from '#server/platform/extraction/document-to-write.ts';
import { Unreadable } from '#server/platform/extraction/result.ts';

/** A document as a file of a format. A library is loaded only for the first file of its format. */
export async function writeDocument(
  file: JobFile,
  { extension, head }: { extension: FileFormat; head: number },
): Promise<Buffer> {
  const input = await readDocumentInput(file, head);
  try {
    if (extension === 'docx')
      return await (await import('#server/platform/extraction/child/writers/docx/write-docx.ts')).writeDocx(
        input,
      );
    return await (await import('#server/platform/extraction/child/writers/pdf/write-pdf.ts')).writePdf(input);
  } catch (error) {
    if (error instanceof RangeError && /call stack/i.test(error.message))
      throw new Unreadable('unsupported', 'The document is nested too deep.');
    throw error;
  }
}

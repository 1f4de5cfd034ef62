import type { DocumentToWrite, FileFormat } from '#server/platform/extraction/document-to-write.ts';
import type { Services } from '#server/platform/services.ts';
import { type PictureReader, picturesOf, withPictures } from './document-pictures.ts';

/** How long writing may take, and how long it waits for a process, in milliseconds. */
const TIMEOUT_MS = 60_000;
const WAIT_TIMEOUT_MS = 20_000;

type Needed = Pick<Services, 'config' | 'extraction' | 'storage'>;
export type FileDocument = { title: string; markdown: string; modified: Date; pictures: PictureReader };

/** A document as a Word or PDF file, written in a process with limits; null where it doesn't fit within them. */
export async function writeFile(
  services: Needed,
  { title, markdown, modified, pictures }: FileDocument,
  format: FileFormat,
): Promise<Buffer | null> {
  const origin = services.config.publicUrl;
  const { ranges, files } = await picturesOf(markdown, { origin, read: pictures });
  const document: DocumentToWrite = {
    title,
    markdown,
    origin,
    modified: modified.toISOString(),
    pictures: ranges,
  };
  const head = Buffer.from(JSON.stringify(document));
  const written = await services.extraction.writeDocument(
    { source: withPictures(services, head, files), head: head.length, format },
    { timeoutMs: TIMEOUT_MS, waitTimeoutMs: WAIT_TIMEOUT_MS },
  );
  return written.ok ? written.file : null;
}

import { extensionOf } from '#lib/text/upload-types.ts';
import { cleanHtml, previewHtml } from './clean-html.ts';
import { escaped } from './office-parts.ts';
import type { PassageWriter } from './passage-writer.ts';
import { fileOfBytes } from './port.ts';
import type { Reader, Reading } from './reader.ts';

/** Attachments of a message that are read, and how many messages may lie in one another. */
const MAX_ATTACHMENTS = 50;
const MAX_DEPTH = 3;
/** Bytes of one, and of all together. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TOTAL = 48 * 1024 * 1024;

type ReaderOf = (extension: string) => Promise<Reader | undefined>;

/**
 * Adds the text of the files that a message contains, under their names; those that can't be read are left
 * out. Returns the message's reading with the start of each text in its preview.
 */
export async function addAttachments(
  reading: Reading,
  out: PassageWriter,
  readerOf: ReaderOf,
  depth = 1,
): Promise<Reading> {
  let left = MAX_TOTAL;
  let html = '';
  for (const { name, bytes } of (reading.attached ?? []).slice(0, MAX_ATTACHMENTS)) {
    if (out.full) break;
    const read = await readerOf(extensionOf(name));
    if (!read || bytes.length === 0 || bytes.length > Math.min(MAX_BYTES, left)) continue;
    left -= bytes.length;
    const writer = out.attachment(name);
    try {
      const inner = await read(fileOfBytes(Buffer.from(bytes), extensionOf(name)), writer);
      if (depth < MAX_DEPTH) await addAttachments(inner, writer, readerOf, depth + 1);
    } catch (error) {
      // Memory that a trap of WebAssembly left can't be trusted: the process has to end.
      if (error instanceof WebAssembly.RuntimeError) throw error;
    }
    const text = writer.excerpt.trim();
    if (text) html += `<h2>${escaped(name)}</h2><p>${escaped(text).replace(/\n+/g, '<br />')}</p>`;
  }
  const { preview } = reading;
  if (!html || preview?.type !== 'html') return reading;
  return { ...reading, preview: previewHtml(preview.html + cleanHtml(html)) };
}

import {
  type PrintablePicture,
  printablePicture,
} from '#server/platform/extraction/child/formats/picture.ts';
import type { JobFile } from '#server/platform/extraction/child/formats/port.ts';
import type { DocumentToWrite } from '#server/platform/extraction/document-to-write.ts';

const CHUNK = 4 * 1024 ** 2;
/** Characters that XML has no place for, and halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are left out
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** A document with its pictures, by their addresses in the text. */
export type DocumentInput = DocumentToWrite & { drawn: ReadonlyMap<string, PrintablePicture> };

/** Reads the job's bytes: the head, then picture after picture. One that can't be drawn is left out. */
export async function readDocumentInput(file: JobFile, headSize: number): Promise<DocumentInput> {
  const head: DocumentToWrite = JSON.parse((await range(file, 0, headSize)).toString('utf8'));
  const drawn = new Map<string, PrintablePicture>();
  for (const { address, offset, size } of head.pictures) {
    const picture = await printablePicture(await range(file, headSize + offset, size));
    if (picture) drawn.set(address, picture);
  }
  return { ...head, title: writable(head.title), markdown: writable(head.markdown), drawn };
}

const writable = (text: string): string => text.toWellFormed().replace(UNWRITABLE, '');

async function range(file: JobFile, from: number, size: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let at = from; at < from + size; ) {
    const part = await file.read(at, Math.min(CHUNK, from + size - at));
    if (part.length === 0) break;
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat(parts);
}

/** An address as it works outside of the app; null for one that leads nowhere. */
export function absoluteAddress(address: unknown, origin: string): string | null {
  if (typeof address !== 'string' || address === '' || address.startsWith('#')) return null;
  return address.startsWith('/') && !address.startsWith('//') ? `${origin}${address}` : address;
}

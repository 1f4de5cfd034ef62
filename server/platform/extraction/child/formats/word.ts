import mammoth from 'mammoth';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { cleanHtml, previewHtml } from './clean-html.ts';
import { type DocxText, readDocxText } from './docx-text.ts';
import type { JobFile } from './port.ts';
import type { Reader } from './reader.ts';

const MiB = 1024 * 1024;
const MAX_FILE = 100 * MiB;
const MAX_UNPACKED = 256 * MiB;
/** Pictures shown within the preview, in bytes: each, and all together. */
const MAX_PICTURE = 200 * 1024;
const MAX_PICTURES = 600 * 1024;
/** Documents with more elements, or more XML, have a plain preview: the library holds each several times. */
const MAX_ELEMENTS = 120_000;
const MAX_XML = 8 * MiB;

/** A Word file. Its text is streamed; the preview of one that is not too large is made by mammoth. */
export const readWord: Reader = async (file, out) => {
  const archive = await Archive.open(file, MAX_UNPACKED);
  if (!archive.has('word/document.xml')) throw new Unreadable('corrupt', DAMAGED);
  await archive.verify();
  let text: DocxText;
  try {
    text = await readDocxText(archive, out);
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('corrupt', DAMAGED);
  }
  const xml = archive.names.filter((name) => /\.xml$/i.test(name)).map((name) => archive.sizeOf(name));
  const isSmall = text.elements <= MAX_ELEMENTS && xml.reduce((sum, size) => sum + size, 0) <= MAX_XML;
  if (!isSmall || file.size > MAX_FILE) {
    const plain = previewHtml(cleanHtml(text.html));
    return { meta: {}, title: text.title, preview: text.isCut ? { ...plain, truncated: true } : plain };
  }
  return { meta: {}, title: text.title, preview: previewHtml(cleanHtml(await formattedHtml(file))) };
};

async function formattedHtml(file: JobFile): Promise<string> {
  const buffer = await file.bytes(MAX_FILE);
  let pictures = 0;
  let count = 0;
  const convertImage = mammoth.images.imgElement(async (image) => {
    const data = await image.readAsBase64String();
    if (data.length > MAX_PICTURE || pictures + data.length > MAX_PICTURES) return { src: '' };
    pictures += data.length;
    count += 1;
    // The library reads its description, which it calls `altText`.
    const named = 'altText' in image && typeof image.altText === 'string' && image.altText.trim();
    return { ...(named ? {} : { alt: `Picture ${count}` }), src: `data:${image.contentType};base64,${data}` };
  });
  try {
    const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];
    const options = { convertImage, styleMap, externalFileAccess: false };
    return (await mammoth.convertToHtml({ buffer }, options)).value;
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
}

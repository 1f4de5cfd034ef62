import mammoth from 'mammoth';
import { DOCX_STYLE_MAP } from '#server/platform/extraction/docx-styles.ts';
import { DAMAGED, type DocumentPicture, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import type { OfficeDocument } from './office-document.ts';
import { officeProperties } from './office-properties.ts';
import type { JobFile } from './port.ts';

const MiB = 1024 ** 2;
const MAX_FILE = 100 * MiB;
const MAX_UNPACKED = 256 * MiB;
/** Bytes of all pictures of a document together. */
export const MAX_PICTURES = 64 * MiB;

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
};

/** A Word file as HTML, with its pictures beside it. It was unpacked as declared before the library sees it. */
export async function readDocx(file: JobFile): Promise<OfficeDocument> {
  const archive = await Archive.open(file, MAX_UNPACKED);
  if (!archive.has('word/document.xml')) throw new Unreadable('corrupt', DAMAGED);
  await archive.verify();
  const pictures: DocumentPicture[] = [];
  let size = 0;
  const convertImage = mammoth.images.imgElement(async (image) => {
    const bytes = Buffer.from(await image.readAsBase64String(), 'base64');
    const extension = EXTENSIONS[image.contentType];
    size += bytes.length;
    if (!extension || size > MAX_PICTURES) return { src: '' };
    const name = `picture-${pictures.length + 1}.${extension}`;
    pictures.push({ name, bytes });
    return { src: name };
  });
  try {
    const styleMap = [
      "p[style-name='Title'] => h1:fresh",
      "p[style-name='Subtitle'] => h2:fresh",
      ...DOCX_STYLE_MAP,
    ];
    const options = { convertImage, styleMap, externalFileAccess: false };
    const { value } = await mammoth.convertToHtml({ buffer: await file.bytes(MAX_FILE) }, options);
    return { html: value, pictures, about: await officeProperties(archive, 'docProps/core.xml') };
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
}

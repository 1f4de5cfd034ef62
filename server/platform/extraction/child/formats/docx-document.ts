import mammoth from 'mammoth';
import { DOCX_STYLE_MAP } from '#server/platform/extraction/docx-styles.ts';
import { DAMAGED, type DocumentPicture, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { markFormulasOfDocx, showFormulas, writtenFormulas } from './docx-formulas.ts';
import { markDocx, withoutMarks } from './docx-marks.ts';
import type { OfficeDocument } from './office-document.ts';
import { officeProperties } from './office-properties.ts';
import type { JobFile } from './port.ts';

const MiB = 1024 ** 2;
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

const MAIN = 'word/document.xml';
const NUMBERING = 'word/numbering.xml';
const PROPERTIES = 'docProps/custom.xml';

/** The parts of a Word file as the library takes them, which its types don't say, with marks in its text. */
async function markedFile(archive: Archive): Promise<{ buffer: Buffer }> {
  const textOf = async (name: string) =>
    archive.has(name) ? ((await archive.bytes(name, MAX_UNPACKED))?.toString('utf8') ?? null) : null;
  const formulas = writtenFormulas((await textOf(PROPERTIES)) ?? '');
  const text = markFormulasOfDocx((await textOf(MAIN)) ?? '', formulas);
  const main = Buffer.from(markDocx(text, await textOf(NUMBERING)));
  const file = {
    exists: (name: string) => archive.has(name),
    read: async (name: string, encoding?: string) => {
      const bytes = name === MAIN ? main : ((await archive.bytes(name, MAX_UNPACKED)) ?? Buffer.alloc(0));
      if (encoding === 'base64') return bytes.toString('base64');
      return encoding ? new TextDecoder(encoding).decode(bytes) : new Uint8Array(bytes);
    },
  };
  return { file } as unknown as { buffer: Buffer };
}

/** A Word file as HTML, with its pictures beside it. It was unpacked as declared before the library sees it. */
export async function readDocx(file: JobFile): Promise<OfficeDocument> {
  const archive = await Archive.open(file, MAX_UNPACKED);
  if (!archive.has(MAIN)) throw new Unreadable('corrupt', DAMAGED);
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
    const { value } = await mammoth.convertToHtml(await markedFile(archive), options);
    return {
      html: showFormulas(withoutMarks(value)),
      pictures,
      about: await officeProperties(archive, 'docProps/core.xml'),
    };
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
}

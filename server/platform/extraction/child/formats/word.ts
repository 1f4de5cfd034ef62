import mammoth from 'mammoth';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { addSections, cleanHtml, previewHtml } from './clean-html.ts';
import type { Reader } from './reader.ts';

const MiB = 1024 * 1024;
const MAX_FILE = 100 * MiB;
const MAX_UNPACKED = 256 * MiB;
/** Pictures shown within the preview, in bytes: each, and all together. */
const MAX_PICTURE = 200 * 1024;
const MAX_PICTURES = 600 * 1024;

export const readWord: Reader = async (file, out) => {
  const archive = await Archive.open(file, MAX_UNPACKED);
  if (!archive.has('word/document.xml')) throw new Unreadable('corrupt', DAMAGED);
  await archive.verify();
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
  let html: string;
  try {
    const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => h2:fresh"];
    html = (await mammoth.convertToHtml({ buffer }, { convertImage, styleMap, externalFileAccess: false }))
      .value;
  } catch {
    throw new Unreadable('corrupt', DAMAGED);
  }
  const clean = cleanHtml(html);
  return { meta: {}, title: await addSections(clean, out), preview: previewHtml(clean) };
};

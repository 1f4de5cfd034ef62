import sharp from 'sharp';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import type { JobFile } from './port.ts';
import type { Reader } from './reader.ts';

export type Picture = { image: Buffer; width: number; height: number };

const MAX_FILE = 100 * 1024 * 1024;
/** A camera's largest pictures have about 100 million pixels. */
const MAX_PIXELS = 120_000_000;
const MAX_SIDE = 4096;

sharp.cache(false);
sharp.concurrency(1);
// Only the accepted formats may be loaded: libvips has many others that are hardly tested.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Nsgif', 'Webp', 'Tiff', 'Svg'].map((format) => `VipsForeignLoad${format}`),
});

/** Opened from bytes and never from a path: so an svg has no folder whose files it could draw. */
async function open(file: JobFile) {
  const bytes = await file.bytes(MAX_FILE);
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
}

function reasonOf(error: unknown): Unreadable {
  if (error instanceof Unreadable) return error;
  const message = error instanceof Error ? error.message : '';
  if (/pixel limit|too large|dimensions/i.test(message)) {
    return new Unreadable('too_large', 'The picture has too many pixels to be drawn.');
  }
  if (/out of memory|unable to allocate|insufficient memory/i.test(message)) {
    return new Unreadable('out_of_memory', 'Drawing the picture needs more memory than is allowed.');
  }
  return new Unreadable('corrupt', DAMAGED);
}

/** A picture has no text; its size is that of the upright picture. */
export const readPicture: Reader = async (file) => {
  try {
    const { autoOrient, pages } = await (await open(file)).metadata();
    return {
      meta: {
        width: autoOrient.width,
        height: autoOrient.height,
        textless: true,
        ...(pages && pages > 1 ? { pages } : {}),
      },
    };
  } catch (error) {
    throw reasonOf(error);
  }
};

/** A small, upright WebP of a picture; metadata (and so the place where it was taken) is left behind. */
export async function shrink(file: JobFile, width: number): Promise<Picture> {
  try {
    const picture = (await open(file))
      .autoOrient()
      .resize({
        width: Math.min(width, MAX_SIDE),
        height: MAX_SIDE,
        fit: 'inside',
        withoutEnlargement: file.extension !== 'svg',
      })
      .webp({ quality: 80, effort: 2 });
    const { data, info } = await picture.toBuffer({ resolveWithObject: true });
    return { image: data, width: info.width, height: info.height };
  } catch (error) {
    throw reasonOf(error);
  }
}

/** A WebP of raw RGBA pixels. */
export async function webpOfPixels(
  pixels: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Picture> {
  const image = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .webp({ quality: 82, effort: 2 })
    .toBuffer();
  return { image, width, height };
}

/** A picture as word processors and PDFs take it; width and height are pixels, as it is seen upright. */
export type PrintablePicture = { type: 'png' | 'jpg'; bytes: Buffer; width: number; height: number };

/** The longest side of a picture in a written document: sharp on paper. */
const PRINTED_SIDE = 2000;

/** A picture for a document that is written; the same bytes where they fit. Null for what can't be drawn. */
export async function printablePicture(bytes: Buffer): Promise<PrintablePicture | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 });
    const { format, autoOrient, orientation, hasAlpha, isProgressive } = await picture.metadata();
    const { width, height } = autoOrient;
    const type = format === 'jpeg' ? 'jpg' : 'png';
    const isPlain = (format === 'png' || format === 'jpeg') && !isProgressive && (orientation ?? 1) === 1;
    if (isPlain && Math.max(width, height) <= PRINTED_SIDE) return { type, bytes, width, height };
    const upright = picture.autoOrient().resize({
      width: PRINTED_SIDE,
      height: PRINTED_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    });
    const asJpeg = type === 'jpg' || (format !== 'png' && !hasAlpha);
    const { data, info } = await (asJpeg
      ? upright.jpeg({ quality: 85 })
      : upright.png({ compressionLevel: 6 })
    ).toBuffer({ resolveWithObject: true });
    return { type: asJpeg ? 'jpg' : 'png', bytes: data, width: info.width, height: info.height };
  } catch {
    return null;
  }
}

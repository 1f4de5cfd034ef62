import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const inPublic = (name: string) => new URL(`../public/${name.replace(/^\//, '')}`, import.meta.url);
const manifest = z.object({
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
});

describe('icons', () => {
  it('are PNGs of 192 and 512 pixels in the manifest, with the size that it states, beside the SVG', async () => {
    const { icons } = manifest.parse(JSON.parse(await readFile(inPublic('manifest.webmanifest'), 'utf8')));
    const pictures = icons.filter(({ type }) => type === 'image/png');
    expect(pictures.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
    for (const { src, sizes } of pictures) {
      const { format, width, height } = await sharp(await readFile(inPublic(src))).metadata();
      expect({ src, format, size: `${width}x${height}` }).toEqual({ src, format: 'png', size: sizes });
    }
    expect(icons.map(({ type }) => type)).toContain('image/svg+xml');
  });

  it('include a favicon.ico that holds one PNG of 32 pixels', async () => {
    const file = await readFile(inPublic('favicon.ico'));
    expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
    const picture = file.subarray(file.readUInt32LE(18), file.readUInt32LE(18) + file.readUInt32LE(14));
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 32, height: 32 });
  });

  it('include a social card of 1200 by 630 pixels', async () => {
    const card = await sharp(await readFile(inPublic('social-card.png'))).metadata();
    expect(card).toMatchObject({ format: 'png', width: 1200, height: 630 });
  });
});

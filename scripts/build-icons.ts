import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import sharp from 'sharp';
import { COLORS } from '#styles/tokens.ts';

/**
 * Creates the images that browsers, phones and link previews need besides `public/icon.svg`: `favicon.ico`,
 * PNG icons for the manifest, and the social card. Run it after a change of the icon: `node scripts/run.mjs
 * scripts/build-icons.ts`.
 */
const root = new URL('..', import.meta.url);
const path = (name: string) => fileURLToPath(new URL(name, root));
const icon = await readFile(path('public/icon.svg'));

/** The icon as a square PNG; `size` in pixels. */
function drawIcon(size: number, source: Buffer = icon): Promise<Buffer> {
  return sharp(source, { density: (72 * size) / 64 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** An ICO file with one PNG (the ICONDIR and ICONDIRENTRY structures, then the image). */
function icoOf(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** A line of text as SVG paths, so that the image doesn't depend on the fonts of the machine. */
async function textPath(text: string, weight: number, size: number, at: { x: number; y: number }) {
  const font = create(await readFile(path(`public/fonts/be-vietnam-pro-latin-${weight}.woff2`)));
  const scale = size / font.unitsPerEm;
  let advance = 0;
  const glyphs = font.layout(text).glyphs.map((glyph) => {
    const drawn = `<path transform="translate(${advance} 0)" d="${glyph.path.toSVG()}"/>`;
    advance += glyph.advanceWidth;
    return drawn;
  });
  return `<g transform="translate(${at.x} ${at.y}) scale(${scale} ${-scale})">${glyphs.join('')}</g>`;
}

/** 1200 by 630 pixels, the size of link previews. */
async function socialCard(): Promise<Buffer> {
  const [surface] = COLORS.surface;
  const [text] = COLORS.text;
  const [quiet] = COLORS.quiet;
  const name = await textPath('Hubkeep', 700, 116, { x: 314, y: 290 });
  const lead = await textPath('Documents, tables and forms of your team', 500, 40, { x: 120, y: 430 });
  const second = await textPath('in one place that you host yourself.', 500, 40, { x: 120, y: 488 });
  const mark = icon.toString().replace('<svg ', '<svg x="120" y="164" width="160" height="160" ');
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="${surface}"/><rect width="1200" height="12" fill="#5F51E6"/>${mark}<g fill="${text}">${name}</g><g fill="${quiet}">${lead}${second}</g></svg>`,
    ),
  )
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** Phones crop maskable icons to a shape of their own: the background must extend to the edges. */
const maskable = Buffer.from(icon.toString().replace(/ rx="\d+"/, ''));

await writeFile(path('public/favicon.ico'), icoOf(await drawIcon(32), 32));
await writeFile(path('public/icon-192.png'), await drawIcon(192));
await writeFile(path('public/icon-512.png'), await drawIcon(512));
await writeFile(path('public/icon-maskable-512.png'), await drawIcon(512, maskable));
await writeFile(path('public/apple-touch-icon.png'), await drawIcon(180, maskable));
await writeFile(path('public/social-card.png'), await socialCard());

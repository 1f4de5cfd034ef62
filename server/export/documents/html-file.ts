import { buffer } from 'node:stream/consumers';
import { pictureWidths } from '#lib/text/picture-layout.ts';
import type { Services } from '#server/platform/services.ts';
import { type PictureReader, pictureItem } from './document-pictures.ts';

/** Bytes of the pictures within an HTML file together; further ones are links. */
const PICTURE_BYTES_MAX = 16 * 1024 ** 2;
const PICTURE = /(<img\b[^>]*?\ssrc=")([^"]+)(")/g;
const LINK = /(<a\b[^>]*?\shref=")(\/(?!\/)[^"]*")/g;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapedHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const PICTURE_WIDTHS = pictureWidths()
  .map((width) => `[data-picture][data-width="${width}"]{width:${width}%}`)
  .join('\n');

/** How a document looks alone, on screens and on paper. */
const STYLE = `
body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;color:#1b1830}
img{max-width:100%;height:auto}
table{border-collapse:collapse}
td,th{border:1px solid #bbb;padding:.25rem .5rem;text-align:start;vertical-align:top}
[data-align=left]{text-align:left}
[data-align=center]{text-align:center}
[data-align=right]{text-align:right}
[data-columns]{display:flex;flex-wrap:wrap;gap:1.5rem}
[data-column]{flex:1 1 12rem;min-width:0}
[data-picture]{display:block;width:fit-content;max-width:100%;break-inside:avoid}
[data-picture][data-width] img{width:100%}
${PICTURE_WIDTHS}
[data-picture][data-align=left]{margin-right:auto;margin-left:0}
[data-picture][data-align=center]{margin-inline:auto}
[data-picture][data-align=right]{margin-right:0;margin-left:auto}
[data-caption]{display:block;font-size:.875rem;text-align:center}
pre{overflow:auto;padding:.75rem;background:#f3f2f8}
blockquote,aside{margin:1rem 0;padding:.1rem 1rem;border-inline-start:4px solid #bbb}
@media print{
@page{margin:2cm}
body{max-width:none;margin:0;padding:0;font-size:11pt}
h1,h2,h3,h4,h5,h6{break-after:avoid}
img,tr,pre,blockquote,aside{break-inside:avoid}
pre{white-space:pre-wrap}
thead{display:table-header-group}
p,li{orphans:3;widows:3}
}`;

/** A page of its own around the HTML of a document. */
export const htmlFile = (title: string, body: string): string => `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>${escapedHtml(title)}</h1>
${body}</main>
</body>
</html>
`;

/** The same page with the pictures that its reader may see within it, and absolute addresses: it works without the app. */
export async function standaloneHtml(
  { config, storage }: Pick<Services, 'config' | 'storage'>,
  html: string,
  pictures: PictureReader,
): Promise<string> {
  const origin = config.publicUrl;
  const within = new Map<string, string>();
  let bytes = 0;
  for (const [, , address = ''] of html.matchAll(PICTURE)) {
    const id = pictureItem(address, origin);
    const picture = id && !within.has(address) ? await pictures(id) : null;
    if (!picture?.mime?.startsWith('image/') || bytes + picture.size > PICTURE_BYTES_MAX) continue;
    bytes += picture.size;
    const content = await buffer(await storage.read(picture.sha256));
    within.set(address, `data:${picture.mime};base64,${content.toString('base64')}`);
  }
  return html
    .replace(PICTURE, (_whole, before: string, address: string, after: string) => {
      const absolute = address.startsWith('/') ? `${origin}${address}` : address;
      return `${before}${within.get(address) ?? absolute}${after}`;
    })
    .replace(LINK, (_whole, before: string, rest: string) => `${before}${origin}${rest}`);
}

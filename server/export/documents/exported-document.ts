import { rewriteLinks } from '#lib/text/markdown-links.ts';
import { type DocumentFormat, relativeLink } from '#server/export/archive-paths.ts';
import { convertDocument } from '#server/items/documents/convert-document.ts';
import { renderTexts } from '#server/items/documents/render-texts.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { type FileDocument, writeFile } from './write-file.ts';

type Needed = Pick<Services, 'config' | 'database' | 'extraction' | 'storage'>;
type Exported = Omit<FileDocument, 'markdown'> & { content: string | null };

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

const STYLE =
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}img{max-width:100%}' +
  'table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.25rem .5rem}pre{overflow:auto}';

/** A document's Markdown with links to other files of an archive, where it stands at `path`; not of pictures that its file has within it. */
export const withRelativeLinks = (
  markdown: string,
  path: string,
  archive: { paths: ReadonlyMap<string, string>; origin: string; hasPicturesWithin: boolean },
): string =>
  rewriteLinks(markdown, {
    address: (address, isPicture) =>
      archive.hasPicturesWithin && isPicture !== false ? null : relativeLink(address, path, archive),
  });

/**
 * A document in a format, as a file of its own. One that can't be rendered or converted within the limits is its
 * Markdown within the format: nothing is left out. Null where there is no such file: of Word and PDF.
 */
export async function exportedDocument(
  services: Needed,
  { content, ...document }: Exported,
  format: DocumentFormat,
): Promise<Buffer | null> {
  const markdown = content ?? '';
  if (format === 'docx' || format === 'pdf') return writeFile(services, { ...document, markdown }, format);
  return Buffer.from(await documentText(services, { title: document.title, markdown }, format));
}

async function documentText(
  services: Needed,
  { title, markdown }: { title: string; markdown: string },
  format: 'md' | 'html' | 'json',
): Promise<string> {
  if (format === 'md') return markdown;
  if (format === 'json') return documentJson(services, markdown);
  const { html } = await renderTexts(services, [markdown], null);
  const body = html?.[0] ?? `<pre>${escaped(markdown)}</pre>`;
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}</main>
</body>
</html>
`;
}

async function documentJson(services: Needed, markdown: string): Promise<string> {
  try {
    return (await convertDocument(services, Buffer.from(markdown), 'md')).document;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return JSON.stringify({
      type: 'doc',
      content: [
        { type: 'codeBlock', attrs: { language: 'markdown' }, content: [{ type: 'text', text: markdown }] },
      ],
    });
  }
}

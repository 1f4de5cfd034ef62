import { withHeadings } from '#lib/text/document-headings.ts';
import { rewriteLinks } from '#lib/text/markdown-links.ts';
import { convertDocument } from '#server/items/documents/convert-document.ts';
import { renderTexts } from '#server/items/documents/render-texts.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Services } from '#server/platform/services.ts';
import { escapedHtml, htmlFile, standaloneHtml } from './html-file.ts';
import { type DocumentFormat, relativeLink } from './relative-link.ts';
import { type FileDocument, writeFile } from './write-file.ts';

type Needed = Pick<Services, 'config' | 'database' | 'extraction' | 'storage'>;
type Exported = Omit<FileDocument, 'markdown'> & { content: string | null };

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

/** The same as a file that is sent alone: HTML has its pictures within it. */
export async function documentAlone(
  services: Needed,
  document: Exported,
  format: DocumentFormat,
): Promise<Buffer | null> {
  const file = await exportedDocument(services, document, format);
  if (!file || format !== 'html') return file;
  return Buffer.from(await standaloneHtml(services, file.toString(), document.pictures));
}

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
  const body = html?.[0];
  return htmlFile(
    title,
    body === undefined ? `<pre>${escapedHtml(markdown)}</pre>` : withHeadings(body, { title }).html,
  );
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

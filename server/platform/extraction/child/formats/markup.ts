import { FOOTNOTE_MARKS } from '#lib/text/footnotes.ts';
import { renderMarkdown } from '#lib/text/render-markdown.ts';
import { Unreadable } from '#server/platform/extraction/result.ts';
import { addSections, cleanHtml, cleanMarkdown, previewHtml, textOfClean } from './clean-html.ts';
import { decodeBytes } from './decode.ts';
import { readPlain } from './plain.ts';
import type { JobFile } from './port.ts';
import { addProperties } from './properties.ts';
import type { Reader } from './reader.ts';

const MiB = 1024 * 1024;
/** Beyond this, markup is read as plain text: nobody writes such a text by hand. */
const MAX_MARKDOWN = 4 * MiB;
const MAX_HTML = 32 * MiB;
const MAX_TEXTS = 64 * MiB;
/**
 * Characters of HTML that texts may become together: markup multiplies what was written, and pages contain
 * all of it.
 */
const MAX_RENDERED = 3_000_000;

/** Markdown and MDX: html in it is shown as text, and MDX's code is never run. */
export const readMarkdown: Reader = async (file, out) => {
  if (file.size > MAX_MARKDOWN) return readPlain(file, out);
  const { text, encoding } = await decodeBytes(await file.bytes(MAX_MARKDOWN));
  const body = text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '');
  const clean = cleanMarkdown(renderMarkdown(body));
  const title = await addSections(clean.replace(FOOTNOTE_MARKS, ''), out);
  return { meta: { encoding }, title, preview: previewHtml(clean, cleanMarkdown) };
};

/** Texts that users wrote here (a list in JSON), each as HTML. */
export async function renderTexts(file: JobFile, as: 'document' | 'text'): Promise<string[]> {
  const render =
    as === 'document' ? (await import('#lib/documents/render-document.ts')).renderDocument : renderMarkdown;
  const texts: string[] = JSON.parse((await file.bytes(MAX_TEXTS)).toString());
  const html: string[] = [];
  let left = MAX_RENDERED;
  for (const text of texts) {
    const one = render(text);
    left -= one.length;
    if (left < 0) throw new Unreadable('too_large', 'The text becomes too large a page.');
    html.push(one);
  }
  return html;
}

export const readHtml: Reader = async (file, out) => {
  const { text, encoding } = await decodeBytes(await file.bytes(MAX_HTML));
  const clean = cleanHtml(text);
  const heading = await addSections(clean, out);
  const title = textOfClean(cleanHtml(/<title[^>]*>([^<]{1,1000})/i.exec(text)?.[1] ?? '')).trim();
  const author =
    /<meta\s+name\s*=\s*["']?author["']?\s+content\s*=\s*(?:"([^"]{1,500})"|'([^']{1,500})')/i.exec(text);
  const writer = textOfClean(cleanHtml(author?.[1] ?? author?.[2] ?? ''));
  await addProperties(out, { type: 'text', part: 1 }, title === heading ? '' : title, writer);
  return { meta: { encoding }, title: title || heading, preview: previewHtml(clean) };
};

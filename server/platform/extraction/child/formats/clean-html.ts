import sanitizeHtml from 'sanitize-html';
import { boundNesting } from './bound-nesting.ts';
import type { PassageWriter } from './passage-writer.ts';

/** The most html that a preview contains, in UTF-16 units. */
const MAX_PREVIEW = 1024 * 1024;

const SAFE_LINK = /^(?:https?:\/\/|mailto:)/i;
const SAFE_PICTURE = /^data:image\/(?:png|jpeg|gif|webp);base64,/i;

const FOOTNOTE_LINK = /^#fn(?:ref)?-\d{1,6}(?:-\d{1,6})?$/;

/** A relative link would lead into this site, not to where its writer meant. */
const linkOutside: sanitizeHtml.Transformer = (_tag, { href, title }) => ({
  tagName: 'a',
  attribs: {
    ...(href && SAFE_LINK.test(href) ? { href, rel: 'noopener noreferrer nofollow', target: '_blank' } : {}),
    ...(title ? { title } : {}),
  },
});

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: (
    'h1 h2 h3 h4 h5 h6 p div section article header footer main aside blockquote pre code kbd samp ' +
    'ul ol li dl dt dd table caption thead tbody tfoot tr th td strong b em i u s del ins mark small sub sup ' +
    'br hr a img figure figcaption span ruby rt rp abbr cite q time'
  ).split(' '),
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
    '*': ['dir', 'lang'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'title',
    'noscript',
    'template',
    'iframe',
    'object',
    'textarea',
    'select',
    'option',
  ],
  nestingLimit: 100,
  transformTags: {
    // An element without text is shown by its type.
    img: (_tag, attribs) => ({ tagName: 'img', attribs: { ...attribs, alt: attribs.alt ?? 'Picture' } }),
    a: linkOutside,
  },
  // Remote pictures would reveal the reader to their server.
  exclusiveFilter: (frame) => frame.tag === 'img' && !SAFE_PICTURE.test(frame.attribs.src ?? ''),
};

/** Of HTML that our own renderer made of Markdown: boxes of tasks, and the ways between a text and its footnotes. */
const MARKDOWN_OPTIONS: sanitizeHtml.IOptions = {
  ...OPTIONS,
  allowedTags: [...(OPTIONS.allowedTags || []), 'input'],
  allowedAttributes: {
    ...OPTIONS.allowedAttributes,
    a: ['href', 'title', 'rel', 'target', 'id', 'role', 'aria-label'],
    input: [{ name: 'type', values: ['checkbox'] }, 'disabled', 'checked'],
    li: ['data-task', 'id'],
    section: ['data-footnotes'],
    sup: ['data-footnote'],
  },
  transformTags: {
    ...OPTIONS.transformTags,
    a: (tag, attribs) =>
      FOOTNOTE_LINK.test(attribs.href ?? '') ? { tagName: 'a', attribs } : linkOutside(tag, attribs),
  },
};

/** HTML that was made of Markdown, as {@link cleanHtml} leaves it, with its boxes and footnotes. */
export function cleanMarkdown(html: string): string {
  return sanitizeHtml(boundNesting(html), MARKDOWN_OPTIONS);
}

/** Html with nothing left that runs, loads or leads into this site. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(boundNesting(html), OPTIONS);
}

/** Cleaned html cut to the preview's limit; cutting leaves tags open, so it is cleaned once more. */
export function previewHtml(
  clean: string,
  cleaner: (html: string) => string = cleanHtml,
): { type: 'html'; html: string; truncated?: boolean } {
  if (clean.length <= MAX_PREVIEW) return { type: 'html', html: clean };
  const start = clean.slice(0, MAX_PREVIEW);
  return { type: 'html', html: cleaner(start.slice(0, start.lastIndexOf('>') + 1)), truncated: true };
}

const BLOCK_END =
  /<\/(?:p|div|section|article|header|footer|main|aside|blockquote|pre|ul|ol|dl|table|h[1-6]|figure)>|<hr \/>/g;
const LINE_END = /<\/(?:li|dt|dd|tr|caption|figcaption)>|<br \/>/g;

/** The text of cleaned html (only of that: it relies on how the cleaner writes). */
export function textOfClean(clean: string): string {
  return clean
    .replace(/\s+/g, ' ')
    .replace(/<\/t[dh]>\s*(?=<t[dh])/g, ' · ')
    .replace(BLOCK_END, '\n\n')
    .replace(LINE_END, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/ *\n */g, '\n');
}

/** Adds the text of cleaned html, a section a heading; returns the first heading. */
export async function addSections(clean: string, out: PassageWriter): Promise<string | undefined> {
  const parts = clean.split(/<h[1-6](?: [^>]*)?>([\s\S]*?)<\/h[1-6]>/);
  let first: string | undefined;
  if (textOfClean(parts[0] ?? '').trim())
    await out.add({ type: 'text', part: 1 }, textOfClean(parts[0] ?? ''));
  for (let i = 1; i < parts.length && !out.full; i += 2) {
    const heading = textOfClean(parts[i] ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    const body = textOfClean(parts[i + 1] ?? '').trim();
    if (!heading && !body) continue;
    first ??= heading || undefined;
    const text = [heading, body].filter(Boolean).join('\n\n');
    await out.add(
      heading ? { type: 'section', heading: heading.slice(0, 500) } : { type: 'text', part: 1 },
      text,
      heading,
    );
  }
  return first;
}

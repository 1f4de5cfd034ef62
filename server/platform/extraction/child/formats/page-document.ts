import { parseHTML } from 'linkedom';
import { type PageProperties, readProperty } from '#lib/text/notion-properties.ts';
import type { DocumentAbout } from '#server/platform/extraction/result.ts';
import { boundNesting } from './bound-nesting.ts';
import { confluenceDate, markConfluenceBlocks } from './confluence-page-blocks.ts';
import { markGoogleDocument } from './google-document.ts';
import { markNotionBlocks } from './notion-page-blocks.ts';
import type { OfficeDocument } from './office-document.ts';
import { linkHeadings } from './page-elements.ts';
import type { JobFile } from './port.ts';

/** Bytes of a page that is read. */
const MAX_PAGE = 48 * 1024 ** 2;

/** Where programs write the text of a page: Confluence, Notion, and others. */
const CONTENT = ['#main-content', '.page-body', 'article', 'main', 'body'];
/** What stands around it. */
const AROUND =
  'script,style,noscript,template,nav,iframe,object,#breadcrumb-section,.page-metadata,#footer,head';

/** A whole web page: the part with its text, and what its head says of it. */
export async function readPage(file: JobFile): Promise<OfficeDocument> {
  const { document } = parseHTML(boundNesting((await file.bytes(MAX_PAGE)).toString('utf8')));
  const textOf = (selector: string): string =>
    (document.querySelector(selector)?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const meta = (...names: string[]): string => {
    for (const name of names) {
      const value = document.querySelector(`meta[name="${name}"]`)?.getAttribute('content')?.trim();
      if (value) return value;
    }
    return '';
  };
  // Confluence writes its space before the title.
  const confluence = textOf('#title-text');
  const about: DocumentAbout = {};
  const properties: PageProperties = {};
  for (const row of document.querySelectorAll('table.properties tr'))
    readProperty(
      properties,
      row.querySelector('th')?.textContent ?? '',
      [...row.querySelectorAll('td .selected-value')].map((one) => one.textContent).join(', ') ||
        (row.querySelector('td')?.textContent ?? ''),
    );
  const title = confluence ? confluence.replace(/^.*? : /, '') : textOf('.page-title') || textOf('title');
  const author = textOf('.page-metadata .author') || meta('author') || properties.author;
  const tags = meta('keywords') || properties.tags;
  const created = meta('created', 'date', 'dcterms.created') || properties.created;
  const modified =
    meta('modified', 'changed', 'dcterms.modified', 'last-modified') ||
    confluenceDate(textOf('.page-metadata')) ||
    properties.modified;
  if (title) about.title = title.slice(0, 500);
  if (author) about.author = author.slice(0, 200);
  if (tags) about.tags = tags.slice(0, 2000);
  if (created) about.created = created.slice(0, 50);
  if (modified) about.modified = modified.slice(0, 50);
  markGoogleDocument(document);
  markNotionBlocks(document);
  const leftOut = markConfluenceBlocks(document);
  if (leftOut) about.left_out = leftOut;
  for (const one of document.querySelectorAll(AROUND)) one.remove();
  const content = CONTENT.map((selector) => document.querySelector(selector)).find(
    (one) => one && (one.textContent?.trim() || one.querySelector('img')),
  );
  if (content) linkHeadings(content);
  return { html: content?.innerHTML ?? document.toString(), about };
}

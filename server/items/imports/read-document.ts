import { readForeignMarkdown } from '#lib/text/foreign-markdown.ts';
import { dateOf, fieldOf, readFrontMatter, tagsOf } from '#lib/text/front-matter.ts';
import { linkPictures } from '#lib/text/linked-pictures.ts';
import { type PageProperties, takeProperties } from '#lib/text/notion-properties.ts';
import { textOfBytes } from '#lib/text/text-encoding.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import { loadDocumentEngine } from '#server/items/documents/document-engine.ts';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import type { DocumentPicture } from '#server/platform/extraction/result.ts';
import { storableName } from '#server/platform/http/file-name.ts';
import type { Services } from '#server/platform/services.ts';
import { notionIdOf } from './notion-names.ts';

/** Characters of a document at most, as of one that is written here. */
const CONTENT_MAX = 500_000;
/** One of our own export, which people who write together may have made longer. */
const OWN_MAX = 4 * 1024 ** 2;
/** Markdown of other programs, whose HTML becomes shorter. */
const FOREIGN_MAX = 4 * CONTENT_MAX;

const tooLong = (most = CONTENT_MAX) =>
  new UnreadableArchive(`A document has at most ${most} characters. Divide this file.`);
/** How long a conversion may take, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** A file that was read as a document. */
export type ReadDocument = {
  markdown: string;
  /** What the file says of itself; null where it doesn't. */
  title: string | null;
  created_at: Date | null;
  updated_at: Date | null;
  author: string | null;
  tags: string[];
  /** What has no form in a document, by its names in the source. */
  left_out: string | null;
  /** How many pictures of other sites, which no page shows, became links. */
  linked_pictures: number;
  /** Pictures within it, by the addresses that its text has for them. */
  pictures: readonly DocumentPicture[];
};

const PLAIN: Omit<ReadDocument, 'markdown'> = {
  title: null,
  created_at: null,
  updated_at: null,
  author: null,
  tags: [],
  left_out: null,
  linked_pictures: 0,
  pictures: [],
};

/**
 * Reads a file as a document, by its ending. The text of our own export is taken as it is.
 * @throws UnreadableArchive with the reason, where it can't be read within the limits
 */
export async function readDocument(
  services: Pick<Services, 'extraction'>,
  { path, bytes, title, isOwnExport }: { path: string; bytes: Buffer; title: string; isOwnExport: boolean },
): Promise<ReadDocument> {
  const extension = extensionOf(path);
  if (isOwnExport && extension === 'md') return fitting({ ...PLAIN, markdown: textOf(bytes) }, OWN_MAX);
  if (extension === 'json')
    return fitting({ ...PLAIN, markdown: await markdownOfJson(bytes) }, isOwnExport ? OWN_MAX : CONTENT_MAX);
  if (extension === 'md' || extension === 'markdown')
    return fitting(
      withLinkedPictures(
        withProperties(readMarkdown(await encodedText(bytes), title), notionIdOf(path) !== null),
      ),
    );
  if (bytes.length === 0) return { ...PLAIN, markdown: '' };
  const isOffice = extension === 'docx' || extension === 'odt';
  const converted = await services.extraction.convertDocument(
    isOffice ? bytes : await pageOf(bytes, extension),
    isOffice ? extension : 'page',
    { timeoutMs: TIMEOUT_MS },
  );
  if (!converted.ok) throw new UnreadableArchive(converted.message);
  const about = converted.about ?? {};
  const fields = new Map(Object.entries(about).map(([name, value]) => [name, [value]]));
  const document = {
    ...PLAIN,
    markdown: withoutTitle(converted.markdown, isOwnExport ? title : (about.title ?? title)),
    title: about.title ? storableName(about.title) : null,
    created_at: dateOf({ fields }, 'created'),
    updated_at: dateOf({ fields }, 'modified'),
    author: authorOf(about.author),
    tags: tagsOf({ fields }, 'tags'),
    left_out: about.left_out ?? null,
    pictures: converted.pictures ?? [],
  };
  return fitting(isOwnExport ? document : withLinkedPictures(document));
}

/**
 * Reads a page in the storage format of Confluence.
 * @throws UnreadableArchive with the reason, where it can't be read within the limits
 */
export async function readConfluencePage(
  services: Pick<Services, 'extraction'>,
  { bytes, title }: { bytes: Buffer; title: string },
): Promise<ReadDocument> {
  if (bytes.length === 0) return { ...PLAIN, markdown: '' };
  const converted = await services.extraction.convertDocument(bytes, 'confluence', { timeoutMs: TIMEOUT_MS });
  if (!converted.ok) throw new UnreadableArchive(converted.message);
  const markdown = withoutTitle(converted.markdown, title);
  return fitting(withLinkedPictures({ ...PLAIN, markdown, left_out: converted.about?.left_out ?? null }));
}

function withLinkedPictures(document: ReadDocument): ReadDocument {
  const { markdown, count } = linkPictures(document.markdown);
  return { ...document, markdown, linked_pictures: count };
}

function fitting(document: ReadDocument, most = CONTENT_MAX): ReadDocument {
  if (document.markdown.length > most) throw tooLong(most);
  return { ...document, markdown: document.markdown.replaceAll('\0', '').toWellFormed() };
}

const textOf = (bytes: Buffer): string => new TextDecoder('utf-8').decode(bytes);

/** A web page of a page in any encoding, or of a plain text. */
async function pageOf(bytes: Buffer, extension: string): Promise<Buffer> {
  const text = await encodedText(bytes);
  return Buffer.from(extension === 'txt' ? pageOfText(text) : text);
}

async function encodedText(bytes: Buffer): Promise<string> {
  const text = bytes.length === 0 ? '' : await textOfBytes(bytes);
  if (text === null) throw new UnreadableArchive('This file is no text, whatever its ending says.');
  return text.replace(/^\uFEFF/, '');
}

function readMarkdown(text: string, title: string): ReadDocument {
  // What is far too long for a document is not converted first.
  if (text.length > FOREIGN_MAX) throw tooLong();
  const front = readFrontMatter(text);
  const own = fieldOf(front, 'title');
  const heading = headingOf(front.body)?.text;
  // Notion cuts long names of files.
  const whole = heading && title.length >= 40 && heading.startsWith(title) ? heading : null;
  return {
    ...PLAIN,
    markdown: withoutTitle(readForeignMarkdown(pictureTags(front.body)), own ?? whole ?? title),
    title: own || whole ? storableName(own ?? whole ?? title) : null,
    created_at: dateOf(front, 'created', 'date', 'created_at', 'createdat'),
    updated_at: dateOf(front, 'updated', 'modified', 'updated_at', 'updatedat', 'lastmod'),
    author: authorOf(fieldOf(front, 'author', 'authors', 'created_by', 'created by')),
    tags: tagsOf(front, 'tags', 'tag', 'keywords', 'labels'),
  };
}

/** What the lines below the title of a page of Notion say of it, where nothing else does. */
function withProperties(document: ReadDocument, isOfNotion: boolean): ReadDocument {
  if (!isOfNotion) return document;
  const { properties, markdown } = takeProperties(document.markdown);
  const { created, modified, author, tags }: PageProperties = properties;
  return {
    ...document,
    markdown,
    created_at: document.created_at ?? (created ? new Date(created) : null),
    updated_at: document.updated_at ?? (modified ? new Date(modified) : null),
    author: document.author ?? authorOf(author),
    tags:
      document.tags.length > 0
        ? document.tags
        : tagsOf({ fields: new Map([['tags', tags ? [tags] : []]]) }, 'tags'),
  };
}

const authorOf = (author: string | null | undefined): string | null =>
  author ? storableName(author).slice(0, 200) : null;

/** The text of a heading is read up to here: titles are shorter. */
const HEADING_MAX = 1_000;

/** The first line of a text where it is a heading of the first level, and where the text continues below it. */
function headingOf(markdown: string): { text: string; below: number } | null {
  const start = markdown.length - markdown.trimStart().length;
  const line = markdown.slice(start, start + HEADING_MAX);
  const lineEnd = line.indexOf('\n');
  if (!/^#[ \t]/.test(line) || (lineEnd < 0 && line.length === HEADING_MAX)) return null;
  const text = (lineEnd < 0 ? line : line.slice(0, lineEnd)).slice(1).trim();
  let length = text.length;
  while (text[length - 1] === '#') length -= 1;
  const below = lineEnd < 0 ? markdown.length : start + lineEnd + 1;
  return { text: text.slice(0, length).trimEnd(), below };
}

/** A text without the heading that only repeats its title. */
export function withoutTitle(markdown: string, title: string): string {
  const found = headingOf(markdown);
  const heading = found?.text.replace(/\\([!-/:-@[-`{-~])/g, '$1').trim();
  return found && heading === title.trim()
    ? markdown.slice(found.below).replace(/^(?:\s*\n)+/, '')
    : markdown;
}

const PICTURE_TAG = /<img\s[^<>]{0,1000}>/gi;
const attributeOf = (tag: string, name: string): string =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(tag)?.slice(1).find(Boolean) ?? '';

/** Pictures that are written as HTML, which documents don't have. */
const pictureTags = (text: string): string =>
  text.replace(PICTURE_TAG, (tag) => {
    const address = attributeOf(tag, 'src');
    if (!address) return tag;
    const label = attributeOf(tag, 'alt').replace(/[[\]\\]/g, '\\$&');
    return `![${label}](${address.replace(/[\s()<>]/g, encodeURIComponent)})`;
  });

/** A plain text as a page: its lines and paragraphs. */
function pageOfText(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return escaped
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((one) => `<p>${one.split(/\r?\n/).join('<br>')}</p>`)
    .join('');
}

async function markdownOfJson(bytes: Buffer): Promise<string> {
  const { readDocumentJson, writeMarkdown } = await loadDocumentEngine();
  try {
    return writeMarkdown(readDocumentJson(JSON.parse(textOf(bytes))));
  } catch {
    throw new UnreadableArchive('This file is no document.');
  }
}

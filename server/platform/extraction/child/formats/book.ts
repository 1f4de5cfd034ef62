import { posix } from 'node:path';
import { DAMAGED, Unreadable } from '#server/platform/extraction/result.ts';
import { Archive } from './archive.ts';
import { addSections, cleanHtml, previewHtml } from './clean-html.ts';
import { decodeBytes } from './decode.ts';
import { reportProgress } from './port.ts';
import { addProperties } from './properties.ts';
import type { Reader } from './reader.ts';
import { readXmlText } from './xml-reader.ts';

const MAX_UNPACKED = 2048 * 1024 * 1024;
const MAX_CHAPTER = 16 * 1024 * 1024;
const MAX_PREVIEW = 1024 * 1024;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** An EPUB: its chapters in reading order (EPUB 3.3 §5). Books under rights management can't be read. */
export const readBook: Reader = async (file, out) => {
  const archive = await Archive.open(file, MAX_UNPACKED);
  if (archive.has('META-INF/rights.xml') || archive.has('META-INF/sinf.xml')) {
    throw new Unreadable('encrypted', 'The book is protected by its seller and can’t be read.');
  }
  try {
    const { title, authors, chapters } = await contentsOf(archive);
    let html = '';
    for (const [i, path] of chapters.entries()) {
      const bytes = await archive.bytes(path, MAX_CHAPTER);
      if (!bytes) continue;
      const clean = cleanHtml((await decodeBytes(bytes)).text);
      await addSections(clean, out);
      if (html.length < MAX_PREVIEW) html += clean;
      if (out.full) break;
      await reportProgress(i + 1, chapters.length);
    }
    await addProperties(out, { type: 'text', part: 1 }, title, authors);
    return { meta: {}, title: title || undefined, preview: previewHtml(html) };
  } catch (error) {
    throw error instanceof Unreadable ? error : new Unreadable('corrupt', DAMAGED);
  }
};

type Contents = { title: string; authors: string; chapters: string[] };

/** A chapter is (X)HTML; pictures and films may stand in the order of reading too. */
const CHAPTER = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)?$/i;

async function contentsOf(archive: Archive): Promise<Contents> {
  const container = await archive.bytes('META-INF/container.xml');
  if (!container) throw new Unreadable('corrupt', DAMAGED);
  let packagePath = '';
  readXmlText(container.toString('utf8'), {
    open: (name, attributes) => {
      if (local(name) === 'rootfile' && !packagePath) packagePath = attributes['full-path'] ?? '';
    },
  });
  const bytes = await archive.bytes(packagePath);
  if (!bytes) throw new Unreadable('corrupt', DAMAGED);
  const folder = posix.dirname(packagePath);
  const manifest = new Map<string, string>();
  const spine: string[] = [];
  let title = '';
  let inTitle = false;
  let authors = '';
  let inAuthor = false;
  readXmlText((await decodeBytes(bytes)).text, {
    open: (name, attributes) => {
      const { id = '', href = '', idref = '' } = attributes;
      const tag = local(name);
      if (tag === 'item' && CHAPTER.test(attributes['media-type']?.trim() ?? ''))
        manifest.set(id, posix.join(folder, decodePath(href)));
      if (tag === 'itemref') spine.push(idref);
      inTitle = tag === 'title' && !title;
      inAuthor = tag === 'creator';
    },
    text: (text) => {
      if (inTitle) title += text;
      if (inAuthor) authors += `${authors ? ', ' : ''}${text.trim()}`;
    },
    close: () => {
      inTitle = false;
      inAuthor = false;
    },
  });
  return { title: title.trim(), authors, chapters: spine.flatMap((id) => manifest.get(id) ?? []) };
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

import type { DocumentAbout } from '#server/platform/extraction/result.ts';
import type { Archive } from './archive.ts';
import { readXmlText } from './xml-reader.ts';

const PROPERTIES_MAX = 1024 ** 2;
/** What is read of the properties of Word (Dublin Core, ECMA-376 part 2, 11) and OpenDocument (ODF 1.3, 4.3) files. */
const NAMES: Readonly<Record<string, 'author' | 'tags' | 'created' | 'modified'>> = {
  'dc:creator': 'author',
  'meta:initial-creator': 'author',
  'cp:keywords': 'tags',
  'meta:keyword': 'tags',
  'dcterms:created': 'created',
  'meta:creation-date': 'created',
  'dcterms:modified': 'modified',
  'dc:date': 'modified',
};
const MOST = { author: 200, tags: 2_000, created: 50, modified: 50 };

/** The author, tags and times that an office file names; nothing where it names none, or they can't be read. */
export async function officeProperties(archive: Archive, path: string): Promise<DocumentAbout> {
  const xml = archive.has(path) ? await archive.bytes(path, PROPERTIES_MAX) : undefined;
  const about: DocumentAbout = {};
  let open: string | null = null;
  let text = '';
  try {
    readXmlText(xml?.toString('utf8') ?? '<none/>', {
      open: (name) => {
        open = name;
        text = '';
      },
      text: (part) => {
        if (text.length < MOST.tags) text += part;
      },
      close: (name) => {
        const field = open === name ? NAMES[name] : undefined;
        open = null;
        const value = text.replace(/\s+/g, ' ').trim();
        if (field === undefined || value === '') return;
        const before = field === 'tags' && about.tags ? `${about.tags}, ` : '';
        if (field === 'tags' || about[field] === undefined)
          about[field] = (before + value).slice(0, MOST[field]);
      },
    });
  } catch {
    return {};
  }
  return about;
}

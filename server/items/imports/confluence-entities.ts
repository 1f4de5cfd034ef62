import { SaxesParser } from 'saxes';
import { UnreadableArchive } from '#server/platform/archives/read-zip.ts';
import { Spool } from '#server/platform/archives/spool.ts';

/** A page or attachment of a Confluence space, and what each names. */
export type ConfluencePage = {
  id: string;
  title: string;
  parent: string | null;
  created: string | null;
  modified: string | null;
  position: number;
  /** The key of who made it, in newer exports, or their name. */
  creator: string | null;
};
export type ConfluenceFile = { id: string; name: string; page: string; version: string };
export type ConfluenceSpace = {
  pages: Map<string, ConfluencePage>;
  files: ConfluenceFile[];
  /** Names of people by their keys. */
  people: Map<string, string>;
  /** The labels of pages that are seen by all, by the ids of the pages. */
  labels: Map<string, string[]>;
  /** The text of a page, in the storage format. */
  bodyOf(page: string): Promise<string>;
  close(): Promise<void>;
};

/** What one export may have, and the characters of all names and ids that are stored of it. */
const ENTITIES_MAX = 100_000;
const STORED_MAX = 32 * 1024 ** 2;
/** Characters of a text or a comment: the parser may need many bytes for each until it ends. */
const TEXT_MAX = 8 * 1024 ** 2;
/** Characters of a tag, tags in each other, and faults that are passed over. */
const TAG_MAX = 16 * 1024;
const DEPTH_MAX = 64;
const FAULTS_MAX = 20_000;
/** Characters that are read of a value other than a text, and of an id. */
const VALUE_MAX = 1_000;
const ID_MAX = 64;
const ID = /^\w{1,64}$/;
/** The values of an object that are read, and the objects that it names. */
const VALUES = new Set(
  'title,fileName,name,lowerName,namespace,creatorName,body,creationDate,lastModificationDate,contentStatus,version,attachmentVersion,position,originalVersionId'.split(
    ',',
  ),
);
const REFERENCES = new Set(['parent', 'content', 'containerContent', 'originalVersion', 'creator', 'label']);

const STORED = new Set([
  'ConfluenceUserImpl',
  'BodyContent',
  'Page',
  'BlogPost',
  'Attachment',
  'Label',
  'Labelling',
]);
const NAMES = ['title', 'fileName', 'name', 'lowerName', 'creatorName'];

type Entity = { kind: string; id: string; values: Map<string, string>; references: Map<string, string> };

/** The beginning of a text, as a copy: a part of a string has all of the string in memory. */
const beginningOf = (text: string, most: number): string => Buffer.from(text.slice(0, most)).toString();

const tooLong = () =>
  new UnreadableArchive('The file entities.xml of this export has a part that is too long.');

/** Reads the objects of `entities.xml` one after the other: `on` gets each, complete. */
class EntityReader {
  readonly #parser = new SaxesParser({ xmlns: false });
  #depth = 0;
  #entity: Entity | null = null;
  #property = '';
  #target: 'id' | 'value' | 'reference' | null = null;
  #text = '';
  /** Characters since the last tag began or ended. */
  #unfinished = 0;
  #tagSize: number | null = null;
  #faults = 0;

  constructor(on: (entity: Entity) => void) {
    const parser = this.#parser;
    parser.on('opentagstart', ({ name }) => {
      this.#unfinished = 0;
      this.#tagSize = 0;
      this.#addToTag(name.length);
    });
    parser.on('attribute', ({ name, value }) => this.#addToTag(name.length + value.length));
    parser.on('opentag', ({ name, attributes }) => {
      this.#unfinished = 0;
      this.#tagSize = null;
      this.#depth += 1;
      if (this.#depth > DEPTH_MAX)
        throw new UnreadableArchive('The file entities.xml of this export is nested too deeply.');
      this.#open(name, String(attributes.name ?? ''), String(attributes.class ?? ''));
    });
    parser.on('text', (text) => this.#add(text));
    parser.on('cdata', (text) => this.#add(text));
    parser.on('closetag', ({ name }) => {
      this.#unfinished = 0;
      this.#close();
      if (this.#depth === 2 && name === 'object' && this.#entity) {
        on(this.#entity);
        this.#entity = null;
      }
      this.#depth -= 1;
    });
    parser.on('error', (error) => {
      // Entities of a document type are never expanded; old exports have characters that XML refuses.
      if (!/entity|disallowed character/i.test(error.message))
        throw new UnreadableArchive(
          `The file entities.xml of this export is damaged: ${error.message.slice(0, 200)}`,
        );
      this.#faults += 1;
      if (this.#faults > FAULTS_MAX)
        throw new UnreadableArchive('The file entities.xml of this export has too many faults.');
    });
  }

  write(text: string): void {
    this.#unfinished += text.length;
    // A chunk may have the end of it.
    if (this.#unfinished - text.length > (this.#tagSize === null ? TEXT_MAX : TAG_MAX)) throw tooLong();
    this.#parser.write(text);
  }

  #addToTag(size: number): void {
    this.#tagSize = (this.#tagSize ?? 0) + size;
    if (this.#tagSize > TAG_MAX) throw tooLong();
  }

  end(): void {
    this.#parser.close();
  }

  #open(tag: string, name: string, kind: string): void {
    if (this.#depth === 2 && tag === 'object')
      this.#entity = { kind, id: '', values: new Map(), references: new Map() };
    else if (this.#depth === 3) {
      this.#property = tag === 'property' ? name : '';
      if (tag === 'id') this.#begin('id');
      else if (VALUES.has(this.#property) && !kind) this.#begin('value');
    } else if (this.#depth === 4 && tag === 'id' && REFERENCES.has(this.#property)) this.#begin('reference');
  }

  #begin(target: 'id' | 'value' | 'reference'): void {
    this.#target = target;
    this.#text = '';
  }

  #add(text: string): void {
    if (!this.#target) return;
    this.#text += text;
    if (this.#text.length > TEXT_MAX) throw tooLong();
  }

  #close(): void {
    const entity = this.#entity;
    const target = this.#target;
    if (!entity || !target || this.#depth !== (target === 'reference' ? 4 : 3)) return;
    if (target === 'value') {
      const isBody = this.#property === 'body';
      entity.values.set(this.#property, isBody ? this.#text : beginningOf(this.#text, VALUE_MAX));
    } else {
      const id = beginningOf(this.#text.trim(), ID_MAX);
      if (target === 'id') entity.id = id;
      else entity.references.set(this.#property, id);
    }
    this.#target = null;
    this.#text = '';
  }
}

/** A time as Confluence writes it: `2024-05-06 07:08:09.000`, in UTC. */
const timeOf = (text: string | undefined): string | null =>
  text && /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(text) ? `${text.trim().replace(' ', 'T').slice(0, 23)}Z` : null;

const isCurrent = ({ values, references }: Entity): boolean =>
  (values.get('contentStatus') ?? 'current') === 'current' &&
  !references.has('originalVersion') &&
  !values.get('originalVersionId');

/** Characters of what may be stored of an object: its id, its name, and an id that it names. */
function sizeOf({ kind, id, values, references }: Entity): number {
  if (!STORED.has(kind)) return 0;
  const texts = [id, ...references.values(), ...NAMES.map((name) => values.get(name) ?? '')];
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function labelsByPage(
  labellings: readonly { label: string; page: string }[],
  names: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const { label, page } of labellings) {
    const name = names.get(label);
    if (!name) continue;
    const own = labels.get(page);
    if (own) own.push(name);
    else labels.set(page, [name]);
  }
  return labels;
}

/**
 * Reads the `entities.xml` of a Confluence space. Memory holds the names of what there is; texts are on the disk until
 * they are needed.
 * @throws UnreadableArchive where it is damaged, or more than is read
 */
export async function readConfluenceSpace(chunks: AsyncIterable<Buffer>): Promise<ConfluenceSpace> {
  const pages = new Map<string, ConfluencePage>();
  const files: ConfluenceFile[] = [];
  const people = new Map<string, string>();
  /** Names of labels by their ids, and which page has which. */
  const labelNames = new Map<string, string>();
  const labellings: { label: string; page: string }[] = [];
  const bodies = new Map<string, { from: number; size: number }>();
  let waiting: Buffer[] = [];
  let written = 0;
  let stored = 0;
  const reader = new EntityReader((entity) => {
    const { kind, id, values, references } = entity;
    stored += sizeOf(entity);
    if (stored > STORED_MAX) throw new UnreadableArchive('The names in this export are too long together.');
    if (kind === 'ConfluenceUserImpl') people.set(id, values.get('name') || values.get('lowerName') || '?');
    else if (kind === 'Label') {
      // Others are what one person keeps for themselves, as their favourites.
      if ((values.get('namespace') ?? 'global') === 'global') labelNames.set(id, values.get('name') ?? '');
    } else if (kind === 'Labelling')
      labellings.push({ label: references.get('label') ?? '', page: references.get('content') ?? '' });
    else if (kind === 'BodyContent') {
      const body = Buffer.from(values.get('body') ?? '');
      bodies.set(references.get('content') ?? '', { from: written, size: body.length });
      waiting.push(body);
      written += body.length;
    } else if (ID.test(id) && isCurrent(entity)) {
      const title = (values.get('title') ?? values.get('fileName') ?? '').trim();
      const page = references.get('containerContent') ?? references.get('content') ?? '';
      if (kind === 'Page' || kind === 'BlogPost')
        pages.set(id, {
          id,
          title: title || 'Untitled',
          parent: references.get('parent') ?? null,
          created: timeOf(values.get('creationDate')),
          modified: timeOf(values.get('lastModificationDate')),
          position: Number(values.get('position')) || 0,
          creator: references.get('creator') ?? values.get('creatorName') ?? null,
        });
      else if (kind === 'Attachment' && title && ID.test(page)) {
        const version = values.get('version') ?? values.get('attachmentVersion') ?? '1';
        files.push({ id, name: title, page, version: /^\d{1,9}$/.test(version) ? version : '1' });
      }
    }
    const others = people.size + bodies.size + labelNames.size + labellings.length;
    if (pages.size + files.length + others > 4 * ENTITIES_MAX || pages.size > ENTITIES_MAX)
      throw new UnreadableArchive('This export has too many pages.');
  });
  const spool = await Spool.open();
  try {
    const decoder = new TextDecoder('utf-8');
    for await (const chunk of chunks) {
      reader.write(decoder.decode(chunk, { stream: true }));
      for (const body of waiting) await spool.append(body);
      waiting = [];
    }
    reader.end();
  } catch (error) {
    await spool.close();
    throw error;
  }
  return {
    pages,
    files,
    people,
    labels: labelsByPage(labellings, labelNames),
    async bodyOf(page) {
      const body = bodies.get(page);
      // Within a CDATA section, the end of another is written with a space.
      return body ? (await spool.at(body.from, body.size)).toString().replaceAll(']] >', ']]>') : '';
    },
    close: () => spool.close(),
  };
}

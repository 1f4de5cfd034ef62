import { posix } from 'node:path';
import { z } from 'zod';
import { VISIBILITIES } from '#lib/access/roles.ts';
import { itemSource } from '#lib/contract/item.ts';
import { isRecord } from '#lib/text/is-record.ts';
import { extensionOf } from '#lib/text/upload-types.ts';
import { DISCUSSIONS_FOLDER } from '#server/platform/archives/discussion-lines.ts';
import { FORMS_FOLDER } from '#server/platform/archives/form-paths.ts';
import {
  type Archive,
  PATH_BYTES_MAX,
  UnreadableArchive,
  ZipSource,
} from '#server/platform/archives/read-zip.ts';
import { VERSIONS_FOLDER } from '#server/platform/archives/version-lines.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import { type ConfluenceSource, openConfluenceSource } from './confluence-source.ts';
import { ImportStopped } from './import-stopped.ts';
import { databasesOf, withoutId } from './notion-names.ts';
import { confluencePages, type KnownFile, type PageInTree, type SourceFile } from './plan-files.ts';

const GiB = 1024 ** 3;
export const ARCHIVE_LIMITS = { entries: 100_000, bytes: 8 * GiB };
/** How often all bytes of an archive are read at most: those of a table are some times, all others once. */
const READS_MAX = 6;
const READ_TOO_OFTEN = 'The import was stopped: this archive uses the same files too often.';
const MANIFEST = 'hubkeep.json';
const MANIFEST_MAX = 64 * 1024 ** 2;
const FORMAT = 'hubkeep-space';
const UNREADABLE_MANIFEST =
  'The list of this archive’s files (hubkeep.json) is damaged or too large. Export the space again, or its folders one by one.';
const INDEX_MAX = 16 * 1024 ** 2;
const CHUNK = 1024 ** 2;
/** More than a title or the name of a file may have (`storableName` cuts it). */
const NAME_MAX = 2_000;
/** More than an id or a time has. */
const ID_MAX = 100;
/** The greatest number of its column. */
const POSITION_MAX = 2 ** 31 - 1;

/** What an import reads: the files of an archive, or a file alone. */
export type ImportSource = {
  files: readonly (SourceFile & { size: number })[];
  /** Of our own export, by their paths; its texts are taken as they are. */
  known: ReadonlyMap<string, KnownFile>;
  isOwnExport: boolean;
  pages: ReadonlyMap<string, PageInTree>;
  /** When files were changed last, by their paths, where nothing within them or beside them says it. */
  modified: ReadonlyMap<string, Date>;
  /** @throws ImportStopped where an archive makes its reader unpack its files again and again */
  chunks(path: string): AsyncIterable<Buffer>;
  /** The export of a Confluence space as XML, whose pages have a format of their own. */
  confluence: ConfluenceSource | null;
  /** The databases of an export of Notion, which become tables: the files with their rows, by their paths. */
  databases: ReadonlyMap<string, string>;
  /** The files of our own export with what was said in its space, by their paths; none of them becomes an item. */
  discussions: ReadonlySet<string>;
  /** The same of its forms. */
  forms: ReadonlySet<string>;
  /** The same of the earlier versions of its documents. */
  versions: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

/** A text of a manifest, of which no more than that is stored or compared. */
const textOf = (most: number) => z.string().transform((text) => text.slice(0, most));

const manifest = z.object({
  format: z.literal(FORMAT),
  discussions: z.literal(DISCUSSIONS_FOLDER).optional().catch(undefined),
  forms: z.literal(FORMS_FOLDER).optional().catch(undefined),
  versions: z.literal(VERSIONS_FOLDER).optional().catch(undefined),
  files: z.array(
    z.object({
      path: textOf(PATH_BYTES_MAX),
      id: textOf(ID_MAX).optional(),
      kind: textOf(ID_MAX),
      title: textOf(NAME_MAX),
      file_name: textOf(NAME_MAX).optional(),
      created_at: textOf(ID_MAX).optional(),
      updated_at: textOf(ID_MAX).optional(),
      source: itemSource.optional(),
      full_width: z.boolean().optional(),
      archived_at: textOf(ID_MAX).optional(),
      position: z.int().min(1).max(POSITION_MAX).optional().catch(undefined),
      // One that isn't known here is no reason to show it to more people.
      visibility: z.enum(VISIBILITIES).optional().catch('private'),
      document: textOf(ID_MAX).optional(),
      data: textOf(PATH_BYTES_MAX).optional(),
      files: textOf(PATH_BYTES_MAX).optional(),
    }),
  ),
});

/** Opens what was received, by its name. @throws UnreadableArchive with the reason for its sender */
export async function openImportSource(bytes: ByteSource, name: string): Promise<ImportSource> {
  if (extensionOf(name) !== 'zip') {
    return {
      files: [{ path: name.replaceAll('/', '_'), size: bytes.size, problem: null }],
      known: new Map(),
      isOwnExport: false,
      pages: new Map(),
      modified: new Map(),
      chunks: () => chunksOf(bytes),
      confluence: null,
      databases: new Map(),
      discussions: NONE,
      forms: NONE,
      versions: NONE,
    };
  }
  return sourceOfArchive(await ZipSource.open(bytes, ARCHIVE_LIMITS));
}

/** The files of an archive, by what its program says of them. @throws UnreadableArchive */
export async function sourceOfArchive(zip: Archive): Promise<ImportSource> {
  const confluence = await openConfluenceSource(zip);
  if (confluence) {
    const { files, known, pages } = confluence;
    const attached = withinReads(zip, (path) => confluence.chunks(path));
    const chunks = (path: string) => (confluence.isPage(path) ? confluence.chunks(path) : attached(path));
    return {
      files,
      known,
      pages,
      modified: new Map(),
      isOwnExport: false,
      chunks,
      confluence,
      databases: new Map(),
      discussions: NONE,
      forms: NONE,
      versions: NONE,
    };
  }
  const own = await ownManifest(zip);
  const known = own?.files ?? null;
  const isRead = ({ path, problem }: Archive['entries'][number]) => !problem && !path.endsWith('/');
  const databases = known ? new Map() : databasesOf(zip.entries.filter(isRead).map(({ path }) => path));
  const ofDatabases = new Set(databases.values());
  const files = zip.entries.filter(
    ({ path }) =>
      !(known && path === MANIFEST) &&
      !own?.discussions.has(path) &&
      !own?.forms.has(path) &&
      !own?.versions.has(path) &&
      (databases.has(path) || !ofDatabases.has(path)),
  );
  return {
    files,
    databases,
    known: known ?? tablesOf(databases),
    isOwnExport: known !== null,
    pages: known ? new Map() : await pagesOf(zip),
    modified: known ? new Map() : timesOf(zip),
    chunks: withinReads(zip, (path) => zip.chunks(path)),
    confluence: null,
    discussions: own?.discussions ?? NONE,
    forms: own?.forms ?? NONE,
    versions: own?.versions ?? NONE,
  };
}

/** What is known of databases: their titles, without ids. */
const tablesOf = (databases: ReadonlyMap<string, string>): Map<string, KnownFile> =>
  new Map(
    [...databases.keys()].map((path) => [
      path,
      { kind: 'table', title: withoutId(posix.basename(path, posix.extname(path))) },
    ]),
  );

/** The first time that an archive (ZIP) can have, which is what many programs write without knowing one. */
const NO_TIME = Date.UTC(1980, 0, 2);

/** The times of files. Where all have the same one, it is when the archive was made. */
function timesOf({ entries }: Pick<Archive, 'entries'>): Map<string, Date> {
  const now = Date.now();
  const files = entries.filter(({ path, problem }) => !problem && !path.endsWith('/'));
  const days = new Set(files.map(({ modified }) => modified.toISOString().slice(0, 10)));
  if (days.size < 2) return new Map();
  return new Map(
    files.flatMap(({ path, modified }) =>
      modified.getTime() >= NO_TIME && modified.getTime() <= now ? [[path, modified]] : [],
    ),
  );
}

/** The limit of an archive counts what its tables and pages name, too: each mention is unpacked again. */
function withinReads({ entries }: Archive, chunks: ImportSource['chunks']): ImportSource['chunks'] {
  let left = READS_MAX * entries.reduce((sum, { size, problem }) => sum + (problem ? 0 : size), 0);
  return async function* (path) {
    for await (const chunk of chunks(path)) {
      left -= chunk.length;
      if (left < 0) throw new ImportStopped(READ_TOO_OFTEN);
      yield chunk;
    }
  };
}

/** All bytes of a file of a source. @throws UnreadableArchive where there are more than `max` */
export async function bytesOf(
  source: Pick<ImportSource, 'chunks'>,
  path: string,
  max: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of source.chunks(path)) {
    size += part.length;
    if (size > max) throw new UnreadableArchive('This file is too large to become a document.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function* chunksOf(bytes: ByteSource): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.size; at += CHUNK) yield bytes.read(at, CHUNK);
}

const MANIFEST_IN_FOLDER =
  'This archive was packed again within a folder. Import the file as it was exported, or pack what is in the folder, with hubkeep.json at the top.';

type OwnManifest = {
  files: Map<string, KnownFile>;
  discussions: ReadonlySet<string>;
  forms: ReadonlySet<string>;
  versions: ReadonlySet<string>;
};

/**
 * What an archive that Hubkeep made says of its files; null for another's.
 * @throws UnreadableArchive where it is damaged or too large: without it, what was private would be shared
 */
async function ownManifest(zip: Archive): Promise<OwnManifest | null> {
  const entry =
    zip.entries.find(({ path }) => path === MANIFEST) ??
    zip.entries.find(({ path }) => /^[^/]+\/hubkeep\.json$/.test(path));
  if (!entry) return null;
  if (entry.problem || entry.size > MANIFEST_MAX) throw new UnreadableArchive(UNREADABLE_MANIFEST);
  const content = parsedJson((await bytesOf(zip, entry.path, MANIFEST_MAX)).toString());
  if (!isRecord(content) || content.format !== FORMAT) return null;
  if (entry.path !== MANIFEST) throw new UnreadableArchive(MANIFEST_IN_FOLDER);
  const read = manifest.safeParse(content);
  if (!read.success) throw new UnreadableArchive(UNREADABLE_MANIFEST);
  // A file of rows is one table's: named by others, it would be read for each.
  const free = new Set(zip.entries.flatMap(({ path, problem }) => (problem ? [] : [path])));
  const files = new Map(
    read.data.files.map(({ path, data, ...known }) => [
      path,
      data !== undefined && free.delete(data) ? { ...known, data } : known,
    ]),
  );
  const isBelow = (folder: string | undefined) => (path: string) =>
    folder !== undefined && path.startsWith(folder) && !files.has(path);
  const { discussions, forms, versions } = read.data;
  return {
    files,
    discussions: new Set([...free].filter(isBelow(discussions))),
    forms: new Set([...free].filter(isBelow(forms))),
    versions: new Set([...free].filter(isBelow(versions))),
  };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableArchive(UNREADABLE_MANIFEST);
  }
}

/** The tree of a Confluence export, where each page is a file beside the others. */
async function pagesOf(zip: Archive): Promise<Map<string, PageInTree>> {
  const isPage = (path: string) => /(?:^|[/_])\d{3,}\.html$/.test(path);
  const index = zip.entries.find(({ path }) => posix.basename(path) === 'index.html');
  if (!index || index.problem || index.size > INDEX_MAX || !zip.entries.some(({ path }) => isPage(path)))
    return new Map();
  const folder = index.path.slice(0, -'index.html'.length);
  return confluencePages((await bytesOf(zip, index.path, INDEX_MAX)).toString(), folder);
}

import { Readable } from 'node:stream';
import { extensionOf } from '#lib/text/upload-types.ts';
import { type Archive, UnreadableArchive, ZipSource } from '#server/platform/archives/read-zip.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import { ARCHIVE_LIMITS, type ImportSource, openImportSource, sourceOfArchive } from './read-source.ts';

/** A part of a large export of Notion: an archive in the archive. */
const PART = /(?:^|\/)[^/]{0,250}-Part-\d{1,4}\.zip$/i;
const PARTS_MAX = 50;
const TWICE = 'Another file of the archive has the same name.';

type OpenedParts = { parts: readonly Archive[]; unreadable: ReadonlyMap<string, string> };
type Opening = { storage: Storage; signal: AbortSignal; zip: ZipSource };

const totalOf = (archives: readonly Archive[]) =>
  archives.reduce(
    (sum, { entries }) => ({
      entries: sum.entries + entries.length,
      bytes: sum.bytes + entries.reduce((bytes, { size, problem }) => bytes + (problem ? 0 : size), 0),
    }),
    { entries: 0, bytes: 0 },
  );

/** Unpacks the parts to the disk, one after the other, as long as the work takes; all of them have the limits of one. */
async function withParts<T>(
  opening: Opening,
  paths: readonly string[],
  { parts, unreadable }: OpenedParts,
  work: (opened: OpenedParts) => Promise<T>,
): Promise<T> {
  const [path, ...others] = paths;
  if (path === undefined) return work({ parts, unreadable });
  const { storage, signal, zip } = opening;
  const used = totalOf(parts);
  const left = { entries: ARCHIVE_LIMITS.entries - used.entries, bytes: ARCHIVE_LIMITS.bytes - used.bytes };
  const received = await storage.receive(Readable.from(zip.chunks(path)), {
    maxBytes: ARCHIVE_LIMITS.bytes,
    signal,
  });
  try {
    return await received.look(async (bytes) => {
      const opened = await ZipSource.open(bytes, left).catch((error: unknown) => {
        if (error instanceof UnreadableArchive) return error.message;
        throw error;
      });
      const next =
        typeof opened === 'string'
          ? { parts, unreadable: new Map([...unreadable, [path, opened]]) }
          : { parts: [...parts, opened], unreadable };
      return withParts(opening, others, next, work);
    });
  } finally {
    await received.discard();
  }
}

/** The files of an archive and of its parts as those of one. */
function mergedArchive(
  zip: ZipSource,
  paths: readonly string[],
  { parts, unreadable }: OpenedParts,
): Archive {
  const isPart = new Set(paths);
  const homes = new Map<string, Archive>();
  const entries: Archive['entries'][number][] = [];
  const own = zip.entries
    .filter(({ path }) => !isPart.has(path) || unreadable.has(path))
    .map((entry) => ({ ...entry, problem: unreadable.get(entry.path) ?? entry.problem }));
  for (const archive of [{ entries: own, chunks: (path: string) => zip.chunks(path) }, ...parts]) {
    for (const entry of archive.entries) {
      if (!entry.problem && homes.has(entry.path)) {
        // Each part has the folders of its files.
        if (!entry.path.endsWith('/')) entries.push({ ...entry, problem: TWICE });
        continue;
      }
      entries.push(entry);
      if (!entry.problem) homes.set(entry.path, archive);
    }
  }
  const none = Readable.from([]);
  return { entries, chunks: (path) => homes.get(path)?.chunks(path) ?? none };
}

/**
 * Opens what was received, by its name, while it is read; the parts of a large export of Notion with it.
 * @throws UnreadableArchive with the reason for its sender
 */
export async function withImportSource<T>(
  { storage, signal }: Omit<Opening, 'zip'>,
  { bytes, name }: { bytes: ByteSource; name: string },
  work: (source: ImportSource) => Promise<T>,
): Promise<T> {
  const read = async (source: ImportSource) => {
    try {
      return await work(source);
    } finally {
      await source.confluence?.close();
    }
  };
  if (extensionOf(name) !== 'zip') return read(await openImportSource(bytes, name));
  const zip = await ZipSource.open(bytes, ARCHIVE_LIMITS);
  const paths = zip.entries
    .filter(({ path, problem }) => !problem && PART.test(path))
    .map(({ path }) => path);
  if (paths.length === 0) return read(await sourceOfArchive(zip));
  if (paths.length > PARTS_MAX)
    throw new UnreadableArchive(
      `The archive has more than ${PARTS_MAX} archives in it. Import them one by one.`,
    );
  const nothing = { parts: [], unreadable: new Map<string, string>() };
  return withParts({ storage, signal, zip }, paths, nothing, async (opened) =>
    read(await sourceOfArchive(mergedArchive(zip, paths, opened))),
  );
}

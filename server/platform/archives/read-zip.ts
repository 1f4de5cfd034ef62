import { Readable } from 'node:stream';
import {
  type Entry,
  fromRandomAccessReader,
  getFileNameLowLevel,
  RandomAccessReader,
  validateFileName,
  type ZipFile,
} from 'yauzl';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

const MiB = 1024 * 1024;
/** As in office files (`server/platform/extraction/child/formats/archive.ts`): honest ones shrink to a fiftieth at best. */
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM = 10 * MiB;
/** Longest path of an entry, in UTF-8: it is part of a key in the database, which has at most 2,704 bytes. */
export const PATH_BYTES_MAX = 2_000;
/** Characters of the path of an entry with a problem. */
const SHOWN_MAX = 500;
const UTF8_NAME = 0x0800;
const ENCRYPTED = 1;
const FILE_TYPE = 0o170000;
const SYMBOLIC_LINK = 0o120000;

export type ZipLimits = { entries: number; bytes: number };

/** Why an archive is not opened at all, as a message for its sender. */
export class UnreadableArchive extends Error {}

export type ZipSourceEntry = {
  /** With `/` between its parts; a folder's ends with one. Safe only where there is no `problem`. */
  path: string;
  /** Unpacked, in bytes, as the archive declares it. */
  size: number;
  modified: Date;
  /** Why it must not be unpacked, as a message for its sender. */
  problem: string | null;
};

/** The files of an archive, wherever they are. */
export type Archive = {
  entries: readonly ZipSourceEntry[];
  chunks(path: string): AsyncIterable<Buffer>;
};

class SourceReader extends RandomAccessReader {
  readonly #source: ByteSource;
  #chunk: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };

  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }

  /** Names and sizes stand one after the other: they are read from the same chunk. */
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytesAt(position, length).then(
      (bytes) => {
        bytes.copy(buffer, offset);
        callback(bytes.length < length ? new Error('unexpected end of the archive') : null);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
    );
  }

  async #bytesAt(position: number, length: number): Promise<Buffer> {
    if (length > MiB) return this.#source.read(position, length);
    const { at, bytes } = this.#chunk;
    if (position < at || position + length > at + bytes.length) {
      const size = Math.min(MiB, this.#source.size - position);
      this.#chunk = { at: position, bytes: await this.#source.read(position, size) };
    }
    const begin = position - this.#chunk.at;
    return this.#chunk.bytes.subarray(begin, begin + length);
  }

  override _readStreamForRange(start: number, stop: number): Readable {
    const source = this.#source;
    async function* range() {
      for (let at = start; at < stop; ) {
        const bytes = await source.read(at, Math.min(MiB, stop - at));
        if (bytes.length === 0) return;
        at += bytes.length;
        yield bytes;
      }
    }
    return Readable.from(range(), { objectMode: false });
  }
}

/**
 * A zip that a user sent. Its entries are judged by their names and declared sizes before anything is unpacked; the
 * real sizes are checked while they are. Memory holds their names and one chunk of one of them.
 */
export class ZipSource {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly entries: readonly ZipSourceEntry[];

  private constructor(zip: ZipFile, entries: readonly ZipSourceEntry[], raw: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.entries = entries;
    this.#entries = raw;
  }

  /** @throws UnreadableArchive for what is no zip, is damaged, or is larger than the limits */
  static async open(source: ByteSource, limits: ZipLimits): Promise<ZipSource> {
    const zip = await openZip(source);
    if (zip.entryCount > limits.entries)
      throw new UnreadableArchive(`The archive holds more than ${limits.entries} files. Divide it.`);
    const entries: ZipSourceEntry[] = [];
    const raw = new Map<string, Entry>();
    let total = 0;
    await new Promise<void>((resolve, reject) => {
      zip.on('error', () => reject(new UnreadableArchive(DAMAGED)));
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => {
        const path = nameOf(entry);
        const problem = raw.has(path)
          ? 'Another file of the archive has the same name.'
          : problemOf(entry, path);
        total += problem ? 0 : entry.uncompressedSize;
        if (total > limits.bytes || entries.length >= limits.entries) {
          reject(
            new UnreadableArchive(
              `The archive unpacks to more than ${Math.round(limits.bytes / MiB / 1024)} GB. Divide it.`,
            ),
          );
          return;
        }
        entries.push({
          path: problem ? shownPath(path) : path,
          size: entry.uncompressedSize,
          modified: entry.getLastModDate({ timezone: 'UTC' }),
          problem,
        });
        if (!problem) raw.set(path, entry);
        zip.readEntry();
      });
      zip.readEntry();
    });
    return new ZipSource(zip, entries, raw);
  }

  /** An entry's bytes in chunks. @throws UnreadableArchive where it is damaged or larger than it declared */
  async *chunks(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (!entry) return;
    try {
      const stream = await new Promise<Readable>((resolve, reject) => {
        this.#zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)));
      });
      yield* stream;
    } catch {
      throw new UnreadableArchive('This file is damaged in the archive.');
    }
  }
}

const DAMAGED = 'The archive is damaged or incomplete.';

function openZip(source: ByteSource): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false };
    fromRandomAccessReader(new SourceReader(source), source.size, options, (error, opened) => {
      if (error) reject(new UnreadableArchive(DAMAGED));
      else resolve(opened);
    });
  });
}

/** The name in UTF-8 where it can be that: many programs write it without saying so. */
function nameOf(entry: Entry): string {
  const bytes = entry.fileNameRaw;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\\', '/');
  } catch {
    return getFileNameLowLevel(entry.generalPurposeBitFlag & ~UTF8_NAME, bytes, entry.extraFields, false);
  }
}

/** A path that is only shown: short, and without what no text of a database may have. */
const shownPath = (path: string): string =>
  path.slice(0, SHOWN_MAX).toWellFormed().replaceAll('\0', '\uFFFD');

function problemOf(entry: Entry, path: string): string | null {
  if (validateFileName(path) !== null || path.includes('\0') || Buffer.byteLength(path) > PATH_BYTES_MAX)
    return 'The name of this file leads out of the archive, or is too long.';
  if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === SYMBOLIC_LINK)
    return 'This is a symbolic link. Only files are imported.';
  if (entry.generalPurposeBitFlag & ENCRYPTED) return 'This file is password-protected.';
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > RATIO_COUNTS_FROM && uncompressedSize > compressedSize * MAX_RATIO)
    return 'This file unpacks to a suspicious size and was not opened.';
  return null;
}

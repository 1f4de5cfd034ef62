import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { DAMAGED, INCOMPLETE, PROTECTED, Unreadable } from '#server/platform/extraction/result.ts';
import type { JobFile } from './port.ts';

const MiB = 1024 * 1024;
const MAX_ENTRIES = 20_000;
/** Honest office files shrink to a fiftieth at best; deflate's limit, and a bomb's mark, is about a thousandth. */
const MAX_RATIO = 200;
const RATIO_COUNTS_FROM = 10 * MiB;

/** The list of a zip's entries is at its end, and without it nobody knows where they are, or whether one is whole. */
const withoutList = ({ message }: Error) =>
  message.startsWith('End of central directory record signature not found');

class FileReader extends RandomAccessReader {
  readonly #file: JobFile;

  constructor(file: JobFile) {
    super();
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const file = this.#file;
    async function* range() {
      for (let at = start; at < end; ) {
        const bytes = await file.read(at, Math.min(MiB, end - at));
        if (bytes.length === 0) return;
        at += bytes.length;
        yield bytes;
      }
    }
    return Readable.from(range(), { objectMode: false });
  }
}

/** A zip whose entries are harmless by their declared sizes; the real sizes are checked as they are read. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: Map<string, Entry>;
  /** By their names in small letters: parts of an office file may be named in others (ECMA-376, part 2, 7.3.5). */
  readonly #folded = new Map<string, Entry>();
  #isAltered = false;

  private constructor(zip: ZipFile, entries: Map<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
    for (const [name, entry] of entries) this.#folded.set(name.toLowerCase(), entry);
  }

  #find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#folded.get(name.toLowerCase());
  }

  /**
   * Reads the list of entries and refuses, before unpacking anything: too many, too large, too tightly packed,
   * encrypted, or named so that they would leave their folder. `maxTotal` is in bytes, unpacked.
   */
  static async open(file: JobFile, maxTotal: number): Promise<Archive> {
    if ((await file.read(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1')
      throw new Unreadable('encrypted', PROTECTED);
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
      fromRandomAccessReader(new FileReader(file), file.size, options, (error, opened) => {
        if (!error) resolve(opened);
        else if (withoutList(error)) reject(new Unreadable('incomplete', INCOMPLETE));
        else reject(new Unreadable('corrupt', DAMAGED));
      });
    });
    const entries = new Map<string, Entry>();
    let total = 0;
    await new Promise<void>((resolve, reject) => {
      zip.on('error', (error: Error) => {
        const unsafe = /relative path|absolute path|invalid characters/.test(error.message);
        reject(
          new Unreadable(
            'corrupt',
            unsafe ? 'The file holds unsafe file names and was not opened.' : DAMAGED,
          ),
        );
      });
      zip.on('end', resolve);
      zip.on('entry', (entry: Entry) => {
        const problem = problemOf(entry);
        total += entry.uncompressedSize;
        if (problem) reject(problem);
        else if (total > maxTotal || entries.size >= MAX_ENTRIES) {
          reject(
            new Unreadable(
              'too_large',
              `The file unpacks to more than ${Math.round(maxTotal / MiB)} MB and was not opened.`,
            ),
          );
        } else {
          entries.set(entry.fileName, entry);
          zip.readEntry();
        }
      });
      zip.readEntry();
    });
    return new Archive(zip, entries);
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** Whether the bytes of an entry that was read to its end are others than were put in. */
  get isAltered(): boolean {
    return this.#isAltered;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** An entry's size when unpacked, in bytes; 0 if none has this name. */
  sizeOf(name: string): number {
    return this.#find(name)?.uncompressedSize ?? 0;
  }

  /** An entry's bytes in chunks, so that its size doesn't matter. */
  async *chunks(name: string): AsyncGenerator<Buffer, void> {
    const entry = this.#find(name);
    if (entry) yield* await this.#stream(entry);
  }

  /** An entry's bytes; undefined if none has this name. Throws where it is larger than `limit`. */
  async bytes(name: string, limit = 64 * MiB): Promise<Buffer | undefined> {
    const entry = this.#find(name);
    if (!entry) return undefined;
    if (entry.uncompressedSize > limit)
      throw new Unreadable('too_large', 'A part of the file is too large to be read.');
    const chunks: Buffer[] = [];
    for await (const chunk of await this.#stream(entry)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Unpacks every entry and throws it away: so that no library unpacks more than was declared. */
  async verify(): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (entry.compressionMethod === 0) continue;
      for await (const _chunk of await this.#stream(entry));
    }
  }

  async #stream(entry: Entry): Promise<AsyncIterable<Buffer>> {
    const stream = await new Promise<Readable>((resolve, reject) => {
      this.#zip.openReadStream(entry, (error, opened) =>
        error ? reject(new Unreadable('corrupt', DAMAGED)) : resolve(opened),
      );
    });
    const noteAltered = () => {
      this.#isAltered = true;
    };
    async function* guarded(): AsyncGenerator<Buffer, void> {
      let sum = 0;
      try {
        for await (const chunk of stream) {
          sum = crc32(chunk, sum);
          yield chunk;
        }
      } catch {
        throw new Unreadable('corrupt', DAMAGED);
      }
      if (sum !== entry.crc32) noteAltered();
    }
    return guarded();
  }
}

function problemOf(entry: Entry): Unreadable | null {
  if (entry.generalPurposeBitFlag & 1) return new Unreadable('encrypted', PROTECTED);
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > RATIO_COUNTS_FROM && uncompressedSize > compressedSize * MAX_RATIO) {
    return new Unreadable('too_large', 'The file unpacks to a suspicious size and was not opened.');
  }
  return null;
}

import { pipeline } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Spool } from './spool.ts';

/** A file of an archive, or (without content) a folder, whose path ends in a slash. */
export type ZipEntry = {
  /** With `/` between its parts; safe on every system (`archive-name.ts`). */
  path: string;
  modified: Date;
  content: AsyncIterable<Uint8Array> | null;
  /** Its size in bytes, as far as known in advance. */
  size?: number;
  /** Worth compressing; false for what already is compressed. */
  compress?: boolean;
};

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;

/** Names are UTF-8, and sizes follow the data (APPNOTE 4.4.4, bits 11 and 3). */
const UTF8 = 0x0800;
const SIZES_FOLLOW = 0x0008;
const DEFLATE = 8;
const VERSION = 45;
const UNIX = 3 << 8;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
/**
 * An entry of this size reserves space for larger numbers before it is written: compression may still add to
 * it.
 */
const LARGE = MAX_32 - 0xffffff;

/** MS-DOS date and time, in UTC; years before 1980 do not exist there. */
function dosTime(date: Date): { time: number; date: number } {
  const year = Math.min(Math.max(date.getUTCFullYear(), 1980), 2107);
  return {
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  };
}

type Written = { entry: ZipEntry; name: Buffer; offset: number; crc: number; packed: number; size: number };

const flagsOf = (entry: ZipEntry): number => UTF8 | (entry.content ? SIZES_FOLLOW : 0);
const methodOf = (entry: ZipEntry): number => (entry.content && entry.compress ? DEFLATE : 0);

function localHeader(entry: ZipEntry, name: Buffer): Buffer {
  const large = (entry.size ?? 0) >= LARGE;
  const header = Buffer.alloc(30);
  const { time, date } = dosTime(entry.modified);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(flagsOf(entry), 6);
  header.writeUInt16LE(methodOf(entry), 8);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  if (large) header.writeUInt32LE(MAX_32, 18);
  if (large) header.writeUInt32LE(MAX_32, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(large ? 20 : 0, 28);
  const extra = Buffer.alloc(large ? 20 : 0);
  if (large) extra.writeUInt16LE(1, 0);
  if (large) extra.writeUInt16LE(16, 2);
  return Buffer.concat([header, name, extra]);
}

function descriptor({ entry, crc, packed, size }: Written): Buffer {
  const large = (entry.size ?? 0) >= LARGE || packed > MAX_32 || size > MAX_32;
  const bytes = Buffer.alloc(large ? 24 : 16);
  bytes.writeUInt32LE(DESCRIPTOR, 0);
  bytes.writeUInt32LE(crc, 4);
  if (large) {
    bytes.writeBigUInt64LE(BigInt(packed), 8);
    bytes.writeBigUInt64LE(BigInt(size), 16);
  } else {
    bytes.writeUInt32LE(packed, 8);
    bytes.writeUInt32LE(size, 12);
  }
  return bytes;
}

function centralHeader({ entry, name, offset, crc, packed, size }: Written): Buffer {
  const large = packed >= MAX_32 || size >= MAX_32 || offset >= MAX_32;
  const header = Buffer.alloc(46);
  const { time, date } = dosTime(entry.modified);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(UNIX | VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(flagsOf(entry), 8);
  header.writeUInt16LE(methodOf(entry), 10);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(large ? MAX_32 : packed, 20);
  header.writeUInt32LE(large ? MAX_32 : size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(large ? 28 : 0, 30);
  // Plain files and folders, for their owner to write and everybody to read.
  header.writeUInt32LE(entry.content ? 0o100644 * 2 ** 16 : 0o40755 * 2 ** 16 + 0x10, 38);
  header.writeUInt32LE(large ? MAX_32 : offset, 42);
  const extra = Buffer.alloc(large ? 28 : 0);
  if (large) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(size), 4);
    extra.writeBigUInt64LE(BigInt(packed), 12);
    extra.writeBigUInt64LE(BigInt(offset), 20);
  }
  return Buffer.concat([header, name, extra]);
}

function directoryEnd(directory: { entries: number; offset: number; size: number }): Buffer {
  const { entries, offset, size } = directory;
  const record = Buffer.alloc(22);
  record.writeUInt32LE(DIRECTORY_END, 0);
  record.writeUInt16LE(Math.min(entries, MAX_16), 8);
  record.writeUInt16LE(Math.min(entries, MAX_16), 10);
  record.writeUInt32LE(Math.min(size, MAX_32), 12);
  record.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (entries < MAX_16 && offset < MAX_32 && size < MAX_32) return record;
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(DIRECTORY_END_64, 0);
  end64.writeBigUInt64LE(44n, 4);
  end64.writeUInt16LE(UNIX | VERSION, 12);
  end64.writeUInt16LE(VERSION, 14);
  end64.writeBigUInt64LE(BigInt(entries), 24);
  end64.writeBigUInt64LE(BigInt(entries), 32);
  end64.writeBigUInt64LE(BigInt(size), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(offset + size), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, record]);
}

/** While some bytes are compressed in another thread, so many that follow are made. */
const DEFLATING = { level: 6, writableHighWaterMark: 512 * 1024 };

/** The bytes as they are written to the archive. An error of the source is thrown here. */
function packed(source: AsyncIterable<Uint8Array>, compress: boolean): AsyncIterable<Uint8Array> {
  if (!compress) return source;
  const deflate = createDeflateRaw(DEFLATING);
  return pipeline(source, deflate, () => undefined);
}

/** Computes checksum and size of the bytes that pass. */
async function* measured(source: AsyncIterable<Uint8Array>, written: Written): AsyncGenerator<Uint8Array> {
  for await (const part of source) {
    written.crc = crc32(part, written.crc);
    written.size += part.length;
    yield part;
  }
}

/**
 * An archive (ZIP with ZIP64, APPNOTE 6.3) of entries, as fast as it is read and no faster: an entry is
 * requested when the previous one has been read, and the directory for the end is stored on the disk. However
 * many and large the entries are, memory holds one chunk of one of them.
 */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory = await Spool.open();
  let offset = 0;
  let count = 0;
  let size = 0;
  try {
    for await (const entry of entries) {
      const name = Buffer.from(entry.path);
      const written: Written = { entry, name, offset, crc: 0, packed: 0, size: 0 };
      const header = localHeader(entry, name);
      offset += header.length;
      yield header;
      if (entry.content) {
        for await (const part of packed(measured(entry.content, written), entry.compress ?? false)) {
          written.packed += part.length;
          yield part;
        }
        const sizes = descriptor(written);
        offset += written.packed + sizes.length;
        yield sizes;
      }
      const line = centralHeader(written);
      count += 1;
      size += line.length;
      await directory.append(line);
    }
    yield* directory.read();
    yield directoryEnd({ entries: count, offset, size });
  } finally {
    await directory.close();
  }
}

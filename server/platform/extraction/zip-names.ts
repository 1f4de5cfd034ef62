import type { ByteSource } from '#server/platform/storage/byte-source.ts';

/** More names than an honest office file or book has; reading on would only cost time. */
const MAX_NAMES = 5000;
const MAX_DIRECTORY = 4 * 1024 * 1024;

/**
 * The names in a zip's central directory, without unpacking anything. Where the directory is missing (a
 * truncated file) the names in the local headers of `head` are returned instead, so that it can be reported
 * as damaged later.
 */
export async function zipNames(source: ByteSource, head: Buffer): Promise<string[]> {
  const tailLength = Math.min(source.size, 65_557);
  const tail = await source.read(source.size - tailLength, tailLength);
  const record = tail.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (record >= 0 && record + 22 <= tail.length) {
    const length = tail.readUInt32LE(record + 12);
    const offset = tail.readUInt32LE(record + 16);
    const directory = await source.read(offset, Math.min(length, MAX_DIRECTORY));
    const names = namesOf(directory, 0x02014b50, 46, 28);
    if (names.length > 0) return names;
  }
  return namesOf(head, 0x04034b50, 30, 26);
}

/**
 * Names behind every header with this signature; `lengthAt` is the offset of the name's length in a header.
 */
function namesOf(bytes: Buffer, signature: number, headerLength: number, lengthAt: number): string[] {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(signature);
  const names: string[] = [];
  let at = bytes.indexOf(mark);
  while (at >= 0 && at + headerLength <= bytes.length && names.length < MAX_NAMES) {
    const length = bytes.readUInt16LE(at + lengthAt);
    names.push(bytes.toString('utf8', at + headerLength, at + headerLength + length));
    at = bytes.indexOf(mark, at + headerLength + length);
  }
  return names;
}

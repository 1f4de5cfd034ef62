import { isAscii, isUtf8 } from 'node:buffer';
import { guessEncoding, isMostlyUtf8, LINES_SAMPLE_BYTES } from '#lib/text/text-encoding.ts';
import type { ByteSource } from '#server/platform/storage/byte-source.ts';

/** The encoding of a file, and whether some of its bytes are none in it. */
type FileEncoding = { encoding: string; hasBroken: boolean };

const PART_BYTES = 1024 * 1024;
const NEW_LINE = 10;

/** How many bytes at the end are the beginning of a character in UTF-8. */
function cutBytes(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const byte = bytes[bytes.length - count] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return count < length ? count : 0;
  }
  return 0;
}

/**
 * The encoding of a text, from all of its bytes: UTF-8 as long as they are it. Where they are not, a file with other characters in
 * UTF-8 is one of UTF-8 that is broken; else it has the encoding of its first bytes beyond ASCII.
 * @param head the start of the text
 * @param chosen the encoding that was chosen
 */
export async function encodingOfFile(
  source: ByteSource,
  head: Uint8Array,
  chosen: string | null = null,
): Promise<FileEncoding> {
  const encoding = chosen ?? (await guessEncoding(head));
  // In other encodings of several bytes a character may be broken as well.
  if (encoding !== 'utf-8') return { encoding, hasBroken: true };
  let cut: Uint8Array = new Uint8Array();
  let hasOther = false;
  for (let at = 0; at < source.size; ) {
    const part = await source.read(at, PART_BYTES);
    if (part.length === 0) break;
    at += part.length;
    if (cut.length === 0 && isAscii(part)) continue;
    const bytes = Buffer.concat([cut, part]);
    const whole = bytes.subarray(0, bytes.length - cutBytes(bytes));
    if (!isUtf8(whole)) {
      if (chosen !== null || hasOther || isMostlyUtf8(whole)) return { encoding, hasBroken: true };
      const first = whole.findIndex((byte) => byte > 127);
      const from = whole.lastIndexOf(NEW_LINE, first) + 1;
      const guessed = await guessEncoding(whole.subarray(from, from + LINES_SAMPLE_BYTES));
      return { encoding: guessed, hasBroken: true };
    }
    hasOther ||= !isAscii(whole);
    cut = bytes.subarray(whole.length);
  }
  return { encoding, hasBroken: cut.length > 0 };
}

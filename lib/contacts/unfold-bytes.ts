const CR = 13;
const LF = 10;
const isBlank = (byte: number | undefined) => byte === 32 || byte === 9;
const isInside = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte <= 0xbf;

/** Bytes that a fold takes at most, with the byte before it: what may be cut at the end of a piece. */
export const FOLD_BYTES = 4;

/**
 * A card's bytes without the folds inside of characters: writers count octets, and some break a line between the bytes
 * of one character, which no decoder reads. Other folds stay, for the parser.
 */
export function unfoldBytes(bytes: Uint8Array): Uint8Array {
  const unfolded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    unfolded[length] = byte;
    length += 1;
    if (byte < 0x80) continue;
    const feed = bytes[at + 1] === CR ? at + 2 : at + 1;
    if (bytes[feed] === LF && isBlank(bytes[feed + 1]) && isInside(bytes[feed + 2])) at = feed + 1;
  }
  return unfolded.subarray(0, length);
}

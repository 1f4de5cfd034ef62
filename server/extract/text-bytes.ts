/** Tells text in any encoding from binary data by looking at a sample. */

export type TextLook =
  | { text: true; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | null }
  | { text: false };

/** The encoding that a byte order mark names, with the mark's length. */
export function byteOrderMark(
  head: Uint8Array,
): { encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'; length: number } | null {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return { encoding: 'utf-32le', length: 4 };
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return { encoding: 'utf-32be', length: 4 };
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  return null;
}

/** Tab, line ends, backspace, form feed, and the escape of ISO-2022 and of terminal logs. */
const TEXT_CONTROLS = new Set([8, 9, 10, 11, 12, 13, 27]);

/** The share of control characters up to which bytes still count as text: a log cut by a crash holds some. */
const MAX_CONTROLS = 0.03;

/**
 * Looks at a sample of a file's start. `encoding` is null where only a guess could name it.
 * Random bytes hold about one control in ten, so a third of that tells the two apart.
 */
export function lookAtText(sample: Uint8Array): TextLook {
  const mark = byteOrderMark(sample);
  if (mark) return { text: true, encoding: mark.encoding };
  let controls = 0;
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i] ?? 0;
    if (byte === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
    if ((byte < 32 && !TEXT_CONTROLS.has(byte)) || byte === 127) controls++;
  }
  if (controls <= sample.length * MAX_CONTROLS) return { text: true, encoding: null };
  // UTF-16 without a mark: Latin letters leave every other byte zero, and hardly one on the other side.
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  const encoding =
    odd > half * 0.3 && even < half * 0.05
      ? 'utf-16le'
      : even > half * 0.3 && odd < half * 0.05
        ? 'utf-16be'
        : null;
  if (encoding && controls - even - odd <= sample.length * MAX_CONTROLS) return { text: true, encoding };
  return { text: false };
}

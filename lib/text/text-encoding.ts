/**
 * Distinguishes text in any encoding from binary data, and decodes it: the same on the server and in the
 * browser.
 */

export type TextDetection =
  | { text: true; encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be' | null }
  | { text: false };

/** The encoding and the length of a byte order mark; null without one. */
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

/**
 * The share of control characters up to which bytes still count as text: a log cut by a crash contains some.
 */
const MAX_CONTROLS = 0.03;

/**
 * Examines a sample of a file's start. `encoding` is null where it could only be guessed. About one in ten
 * random bytes is a control character, so a third of that separates the two.
 */
export function detectText(sample: Uint8Array): TextDetection {
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
  // UTF-16 without a mark: for Latin letters nearly all even, or nearly all odd, bytes are zero.
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

/** An incremental decoder: like `TextDecoder`, but for more encodings. */
export type Decoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/** Each character is four bytes; TextDecoder doesn't support it. */
class Utf32Decoder implements Decoder {
  readonly #little: boolean;
  #rest = new Uint8Array();

  constructor(little: boolean) {
    this.#little = little;
  }

  decode(bytes: Uint8Array = new Uint8Array()): string {
    const all = new Uint8Array(this.#rest.length + bytes.length);
    all.set(this.#rest);
    all.set(bytes, this.#rest.length);
    const whole = all.length - (all.length % 4);
    this.#rest = all.slice(whole);
    const view = new DataView(all.buffer);
    let text = '';
    for (let at = 0; at < whole; at += 4) {
      const point = view.getUint32(at, this.#little);
      text += point === 0xfeff ? '' : String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd);
    }
    return text;
  }
}

/** A decoder for an encoding that `guessEncoding` returned. */
export function createDecoder(encoding: string): Decoder {
  return encoding.startsWith('utf-32')
    ? new Utf32Decoder(encoding === 'utf-32le')
    : new TextDecoder(encoding);
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** TextDecoder's name of an encoding, null where it doesn't support it. */
function known(encoding: string | undefined): string | null {
  if (!encoding) return null;
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    return null;
  }
}

/** How much of a text is searched for a declaration of its encoding. */
const DECLARED_IN = 2048;

/**
 * Guesses the encoding of a text: by its byte order mark, UTF-8 if it is valid, what the text itself declares
 * (XML, HTML), then by its letters.
 */
export async function guessEncoding(sample: Uint8Array): Promise<string> {
  const mark = byteOrderMark(sample);
  if (mark) return mark.encoding;
  const look = detectText(sample);
  if (look.text && look.encoding) return look.encoding;
  const letters = new TextDecoder('latin1').decode(sample);
  // ISO-2022 uses seven bits, and so would pass as UTF-8.
  if (!letters.includes('\u001b$') && isUtf8(sample)) return 'utf-8';
  const declared = known(
    /(?:encoding|charset)\s*=\s*["']?([\w-]+)/i.exec(letters.slice(0, DECLARED_IN))?.[1],
  );
  if (declared && !declared.startsWith('utf-')) return declared;
  const { analyse } = await import('chardet');
  const likely = analyse(sample)
    .map((match) => known(match.name))
    .find((name) => name && (name !== 'utf-8' || isUtf8(sample)) && !name.startsWith('utf-16'));
  return likely ?? (isUtf8(sample) ? 'utf-8' : 'windows-1252');
}

/** How much of a text file with rows is used to guess its encoding; the same wherever one is parsed. */
export const LINES_SAMPLE_BYTES = 64 * 1024;

/** The text of a file, or of its beginning, without its byte order mark; null for binary data. */
export async function textOfBytes(bytes: Uint8Array): Promise<string | null> {
  const sample = bytes.subarray(0, LINES_SAMPLE_BYTES);
  if (!detectText(sample).text) return null;
  return createDecoder(await guessEncoding(sample)).decode(bytes);
}

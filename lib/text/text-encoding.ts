/**
 * Distinguishes text in any encoding from binary data, and decodes it: the same on the server and in the
 * browser.
 */
import { CUT_FROM_BYTES, createDecoder } from './text-decoder.ts';

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
  const encoding = wideEncoding(sample, controls, zeros);
  return encoding ? { text: true, encoding } : { text: false };
}

/** UTF-16 without a byte order mark, from the count of control characters and of zeros at even and odd places. */
function wideEncoding(
  sample: Uint8Array,
  controls: number,
  zeros: readonly number[],
): 'utf-16le' | 'utf-16be' | null {
  const [even = 0, odd = 0] = zeros;
  const half = sample.length / 2;
  // For Latin letters nearly all even, or nearly all odd, bytes are zero.
  const latin =
    odd > half * 0.3 && even < half * 0.05
      ? 'utf-16le'
      : even > half * 0.3 && odd < half * 0.05
        ? 'utf-16be'
        : null;
  if (latin && controls - even - odd <= sample.length * MAX_CONTROLS) return latin;
  // In other scripts blanks and line ends have a zero, all on the same side.
  if (odd > 0 && even <= odd * 0.02 && isWideText(sample, 'utf-16le')) return 'utf-16le';
  if (even > 0 && odd <= even * 0.02 && isWideText(sample, 'utf-16be')) return 'utf-16be';
  return null;
}

const SCRIPTS = [
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/gu,
  ...['Latin', 'Cyrillic', 'Greek', 'Hebrew', 'Arabic', 'Thai', 'Devanagari'].map(
    (script) => new RegExp(`\\p{Script=${script}}|\\p{M}`, 'gu'),
  ),
];

/** How much is read as UTF-16 to see whether it is. */
const WIDE_SAMPLE_BYTES = 16 * 1024;

/** Whether bytes are a text of one script in UTF-16: of bytes that are none, the letters are of many. */
function isWideText(sample: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): boolean {
  let text: string;
  try {
    const bytes = sample.subarray(0, WIDE_SAMPLE_BYTES);
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return false;
  }
  const characters = [...text].length;
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const unreadable = count(/[\p{Cn}\p{Co}\p{Cc}]/gu) - count(/[\t\n\r\f]/g);
  const plain = count(/[\t\n\r\f -~]/g);
  const most = Math.max(...SCRIPTS.map(count));
  return unreadable <= characters * 0.01 && most + plain >= characters * 0.9;
}

/** NUL bytes among text, up to which it is one: each line with one is refused. */
const NULS_MAX = 0.1;

/** Whether a file of rows begins with text, in any encoding, also where it has NUL bytes. */
export function isTextual(head: Uint8Array): boolean {
  if (detectText(head).text) return true;
  const others = head.filter((byte) => byte !== 0);
  return others.length >= head.length * (1 - NULS_MAX) && detectText(others).text;
}

function isUtf8(sample: Uint8Array): boolean {
  const stream = sample.length >= CUT_FROM_BYTES;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream });
    return true;
  } catch {
    return false;
  }
}

/** Whether more of the characters beyond ASCII are UTF-8 than are not: a text of which some bytes were damaged, or pasted from another. */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  const broken = text.match(/\uFFFD/g)?.length ?? 0;
  return (text.match(/[^\0-\x7f]/g)?.length ?? 0) > 2 * broken;
}

/** The name of an encoding for `createDecoder`, null where it is unknown. */
function known(encoding: string | undefined): string | null {
  if (!encoding) return null;
  if (/^(?:cp|ibm|dos-?)?850$/i.test(encoding)) return 'ibm850';
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    return null;
  }
}

/** How much of a text is searched for a declaration of its encoding. */
const DECLARED_IN = 2048;

/** The encoding that XML, HTML or a style sheet declares; HTML may declare it after a long script. */
function declaredEncoding(letters: string): string | null {
  const declared = /(?:encoding|charset)\s*=\s*["']?([\w-]+)/i.exec(letters.slice(0, DECLARED_IN))?.[1];
  const late = /<meta\b[^<>]{0,1000}charset\s*=\s*["']?([\w-]+)/i.exec(letters)?.[1];
  return known(declared) ?? known(late);
}

/** Escape sequences of ISO-2022-JP: it uses seven bits, and so would pass as UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with the escape character
const SEVEN_BITS = /\u001b(?:\$[@B]|\([JI])/;

/**
 * Guesses the encoding of a text: by its byte order mark, UTF-8 if it is valid, what the text itself declares
 * (XML, HTML), UTF-8 if most of it is, then as what it is the most probable text.
 */
export async function guessEncoding(sample: Uint8Array): Promise<string> {
  const mark = byteOrderMark(sample);
  if (mark) return mark.encoding;
  const look = detectText(sample);
  if (look.text && look.encoding) return look.encoding;
  const letters = new TextDecoder('latin1').decode(sample);
  const isAscii = !/[\u0080-\uffff]/.test(letters);
  if (isAscii && SEVEN_BITS.test(letters)) return 'iso-2022-jp';
  if (isAscii || isUtf8(sample)) return 'utf-8';
  const declared = declaredEncoding(letters);
  if (declared && !declared.startsWith('utf-')) return declared;
  if (isMostlyUtf8(sample)) return 'utf-8';
  const { mostProbableEncoding } = await import('./encoding-score.ts');
  return mostProbableEncoding(sample);
}

/** Where a text without a byte beyond ASCII at its start is searched for one, in bytes. */
const SEARCHED_BYTES = 16 * 1024 * 1024;

/** A text's bytes, wherever they are. */
export type TextSource = { size: number; read(offset: number, length: number): Promise<Uint8Array> };

/**
 * The encoding of a long text: where its start is ASCII, the first part that is not decides.
 *
 * @param head the start of the text
 */
export async function guessEncodingOf(source: TextSource, head: Uint8Array): Promise<string> {
  const encoding = await guessEncoding(head);
  if (encoding !== 'utf-8' || head.some((byte) => byte > 127)) return encoding;
  for (let at = head.length; at < Math.min(source.size, SEARCHED_BYTES); ) {
    const part = await source.read(at, 1024 * 1024);
    if (part.length === 0) break;
    const first = part.findIndex((byte) => byte > 127);
    if (first >= 0) {
      const from = part.lastIndexOf(10, first) + 1;
      return guessEncoding(part.subarray(from, from + LINES_SAMPLE_BYTES));
    }
    at += part.length;
  }
  return encoding;
}

/** How much of a text file with rows is used to guess its encoding; the same wherever one is parsed. */
export const LINES_SAMPLE_BYTES = 64 * 1024;

/** The text of a file, or of its beginning, without its byte order mark; null for binary data. */
export async function textOfBytes(bytes: Uint8Array): Promise<string | null> {
  const sample = bytes.subarray(0, LINES_SAMPLE_BYTES);
  if (!detectText(sample).text) return null;
  return createDecoder(await guessEncoding(sample)).decode(bytes);
}

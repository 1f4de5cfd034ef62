import { Unreadable } from '../result.ts';
import { byteOrderMark, lookAtText } from '../text-bytes.ts';
import type { JobFile } from './port.ts';

/** How much of a file is looked at to guess its encoding. */
const SAMPLE_BYTES = 256 * 1024;

type Decoder = { decode(bytes?: Uint8Array, options?: { stream?: boolean }): string };

/** Each four bytes are a character; TextDecoder doesn't know it. */
class Utf32Decoder implements Decoder {
  readonly #little: boolean;
  #rest = Buffer.alloc(0);

  constructor(little: boolean) {
    this.#little = little;
  }

  decode(bytes: Uint8Array = Buffer.alloc(0)): string {
    const all = Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % 4);
    this.#rest = Buffer.from(all.subarray(whole));
    let text = '';
    for (let at = 0; at < whole; at += 4) {
      const point = this.#little ? all.readUInt32LE(at) : all.readUInt32BE(at);
      text += point === 0xfeff ? '' : String.fromCodePoint(point <= 0x10ffff ? point : 0xfffd);
    }
    return text;
  }
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The name by which TextDecoder knows an encoding, if it does. */
function known(encoding: string | undefined): string | null {
  if (!encoding) return null;
  try {
    return new TextDecoder(encoding).encoding;
  } catch {
    return null;
  }
}

/**
 * Guesses the encoding of a text: its byte order mark, UTF-8 where it fits, what the text itself declares (xml, html),
 * then what its letters look like.
 */
export async function guessEncoding(sample: Buffer): Promise<string> {
  const mark = byteOrderMark(sample);
  if (mark) return mark.encoding;
  const look = lookAtText(sample);
  if (look.text && look.encoding) return look.encoding;
  // ISO-2022 is seven bits wide, and so would pass for UTF-8.
  if (!sample.includes('\u001b$') && isUtf8(sample)) return 'utf-8';
  const start = sample.toString('latin1', 0, 2048);
  const declared = known(/(?:encoding|charset)\s*=\s*["']?([\w-]+)/i.exec(start)?.[1]);
  if (declared && !declared.startsWith('utf-')) return declared;
  const { analyse } = await import('chardet');
  const likely = analyse(sample)
    .map((match) => known(match.name))
    .find((name) => name && (name !== 'utf-8' || isUtf8(sample)) && !name.startsWith('utf-16'));
  return likely ?? (isUtf8(sample) ? 'utf-8' : 'windows-1252');
}

function decoderOf(encoding: string): Decoder {
  return encoding.startsWith('utf-32')
    ? new Utf32Decoder(encoding === 'utf-32le')
    : new TextDecoder(encoding);
}

/** A whole text, decoded. */
export async function decodeBytes(bytes: Buffer): Promise<{ text: string; encoding: string }> {
  const encoding = await guessEncoding(bytes.subarray(0, SAMPLE_BYTES));
  return { text: decoderOf(encoding).decode(bytes), encoding };
}

/** A text in pieces, so that its size doesn't matter. */
export async function openText(
  file: JobFile,
): Promise<{ encoding: string; sample: string; pieces: AsyncGenerator<string, void> }> {
  const head = await file.read(0, SAMPLE_BYTES);
  if (!lookAtText(head).text) throw new Unreadable('corrupt', 'The file holds binary data, not text.');
  const encoding = await guessEncoding(head);
  async function* pieces() {
    const decoder = decoderOf(encoding);
    for await (const chunk of file.chunks()) yield decoder.decode(chunk, { stream: true });
    const rest = decoder.decode();
    if (rest) yield rest;
  }
  return { encoding, sample: decoderOf(encoding).decode(head), pieces: pieces() };
}

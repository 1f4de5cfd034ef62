import { createDecoder } from '#lib/text/text-decoder.ts';
import { detectText, guessEncoding, guessEncodingOf } from '#lib/text/text-encoding.ts';
import { Unreadable } from '#server/platform/extraction/result.ts';
import type { JobFile } from './port.ts';

/** How much of a file is read to guess its encoding. */
const SAMPLE_BYTES = 256 * 1024;

/** A whole text, decoded. */
export async function decodeBytes(bytes: Buffer): Promise<{ text: string; encoding: string }> {
  const encoding = await guessEncoding(bytes.subarray(0, SAMPLE_BYTES));
  return { text: createDecoder(encoding).decode(bytes), encoding };
}

/** A text in pieces, so that its size doesn't matter. */
export async function openText(
  file: JobFile,
): Promise<{ encoding: string; sample: string; pieces: AsyncGenerator<string, void> }> {
  const head = await file.read(0, SAMPLE_BYTES);
  if (!detectText(head).text) throw new Unreadable('corrupt', 'The file holds binary data, not text.');
  const encoding = await guessEncodingOf(file, head);
  async function* pieces() {
    const decoder = createDecoder(encoding);
    for await (const chunk of file.chunks()) yield decoder.decode(chunk, { stream: true });
    const rest = decoder.decode();
    if (rest) yield rest;
  }
  return { encoding, sample: createDecoder(encoding).decode(head), pieces: pieces() };
}

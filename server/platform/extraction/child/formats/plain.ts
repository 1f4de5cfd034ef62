import { openText } from './decode.ts';
import type { PassageWriter } from './passage-writer.ts';
import type { Reader } from './reader.ts';
import { tidyText } from './split-text.ts';

const WINDOW = 64 * 1024;
const MAX_PREVIEW = 256 * 1024;

/** Adds text that comes in chunks, without ever holding much more than a window of it. */
export async function addTextPieces(
  pieces: AsyncIterable<string> | Iterable<string>,
  out: PassageWriter,
): Promise<void> {
  let part = 0;
  let waiting = '';
  for await (const piece of pieces) {
    waiting += piece;
    if (waiting.length < WINDOW) continue;
    const border =
      Math.max(waiting.lastIndexOf('\n\n'), 0) || waiting.lastIndexOf('\n') + 1 || waiting.length;
    await out.add({ type: 'text', part: ++part }, waiting.slice(0, border));
    waiting = waiting.slice(border);
    if (out.full) return;
  }
  await out.add({ type: 'text', part: ++part }, waiting);
}

/** Plain text of any size, in any encoding. */
export const readPlain: Reader = async (file, out) => {
  const { encoding, sample, pieces } = await openText(file);
  await addTextPieces(pieces, out);
  const truncated = sample.length > MAX_PREVIEW || file.size > sample.length * 4;
  return {
    meta: { encoding },
    preview: {
      type: 'text',
      text: tidyText(sample.slice(0, MAX_PREVIEW)),
      ...(truncated ? { truncated } : {}),
    },
  };
};

import { Unreadable } from '#server/platform/extraction/result.ts';
import { openText } from './decode.ts';
import { addTextPieces } from './plain.ts';
import type { Reader } from './reader.ts';
import { tidyText } from './split-text.ts';
import { XmlReader } from './xml-reader.ts';

const MAX_PREVIEW = 256 * 1024;

/** Any XML: the text of its elements and attributes, checked to be well-formed. */
export const readXml: Reader = async (file, out) => {
  const { encoding, sample, pieces } = await openText(file);
  const found: string[] = [];
  const reader = new XmlReader({
    open: (_name, attributes) => {
      for (const [name, value] of Object.entries(attributes)) {
        if (value.trim() && !name.startsWith('xmlns')) found.push(`${value}\n`);
      }
    },
    text: (text) => {
      if (text.trim()) found.push(`${text.trim()}\n`);
    },
  });
  const check = () => {
    if (!reader.error) return;
    const [line = '', column = ''] = reader.error.message.split(':');
    throw new Unreadable('corrupt', `The XML is broken near line ${line}, column ${column}.`);
  };
  async function* texts() {
    for await (const piece of pieces) {
      reader.write(piece);
      check();
      yield* found.splice(0);
    }
    reader.end();
    check();
    yield* found.splice(0);
  }
  await addTextPieces(texts(), out);
  const text = tidyText(sample.slice(0, MAX_PREVIEW));
  const truncated = text.length < sample.length && sample.length > MAX_PREVIEW;
  return { meta: { encoding }, preview: { type: 'text', text, ...(truncated ? { truncated } : {}) } };
};

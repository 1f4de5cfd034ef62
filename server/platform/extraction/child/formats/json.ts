import { Unreadable } from '#server/platform/extraction/result.ts';
import { decodeBytes } from './decode.ts';
import { addTextPieces, readPlain } from './plain.ts';
import type { Reader } from './reader.ts';

/** Larger ones are read as plain text, unchecked. */
const MAX_PARSED = 16 * 1024 * 1024;
const MAX_PREVIEW = 256 * 1024;

/** Every name and value of parsed JSON as a line, without recursion, since lists may be nested deeper than any stack. */
export function* linesOfJson(value: unknown): Generator<string, void> {
  const waiting: { name: string; value: unknown }[] = [{ name: '', value }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { name, value: inner } = next;
    if (inner !== null && typeof inner === 'object') {
      if (name) yield `${name}\n`;
      const entries = Array.isArray(inner)
        ? inner.map((each): [string, unknown] => ['', each])
        : Object.entries(inner);
      for (const [key, each] of entries.toReversed()) waiting.push({ name: key, value: each });
    } else yield name ? `${name}: ${String(inner)}\n` : `${String(inner)}\n`;
  }
}

function parse(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** JSON with comments or trailing commas, as settings files have it, is read as the text that it is. */
const COMMENTED = /^\s*(?:\/\/|\/\*)|,\s*[}\]]/m;

export const readJson: Reader = async (file, out) => {
  if (file.size > MAX_PARSED) return readPlain(file, out);
  const { text, encoding } = await decodeBytes(await file.bytes(MAX_PARSED));
  const bare = text.replace(/^\ufeff/, '');
  const whole = parse(bare);
  if ('value' in whole) await addTextPieces(linesOfJson(whole.value), out);
  else {
    const lines = bare.split('\n').filter((line) => line.trim());
    const values = lines.length > 1 ? lines.map(parse) : [];
    const linewise = values.length > 0 && values.every((each) => 'value' in each);
    if (linewise)
      await addTextPieces(linesOfJson(values.flatMap((each) => ('value' in each ? [each.value] : []))), out);
    else if (COMMENTED.test(bare)) await addTextPieces([bare], out);
    else throw new Unreadable('corrupt', `The JSON is broken: ${placeOf(whole.error, bare)}.`);
  }
  const truncated = bare.length > MAX_PREVIEW;
  return {
    meta: { encoding },
    preview: {
      type: 'text',
      text: bare.slice(0, MAX_PREVIEW).toWellFormed().replaceAll('\0', ''),
      ...(truncated ? { truncated } : {}),
    },
  };
};

/** Reports the position, without repeating the file's content. */
function placeOf(message: string, text: string): string {
  const position = Number(/at position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, position).split('\n');
  const early = position >= text.trimEnd().length || /end of JSON|Unterminated/.test(message);
  const reason = early ? 'it ends too early' : 'an unexpected character';
  return `${reason}, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

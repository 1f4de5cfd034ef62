import type { ZipEntry } from '#server/platform/archives/zip.ts';
import type { Services } from '#server/platform/services.ts';

export async function* encodeTexts(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}

/** A file of lines; none without any. */
export async function* entryOfLines(
  path: string,
  at: Date,
  lines: AsyncGenerator<string>,
): AsyncGenerator<ZipEntry & { content: AsyncIterable<Uint8Array> }> {
  const first = await lines.next();
  if (first.done) return;
  async function* all() {
    yield first.value ?? '';
    yield* lines;
  }
  yield { path, modified: at, content: encodeTexts(all()), compress: true };
}

/** Fields without a value are left out: reading gives them the same. */
export const lineOf = (line: Record<string, unknown>): string =>
  `${JSON.stringify(line, (_, value: unknown) => (value === null || isEmptyList(value) ? undefined : value))}\n`;

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Where the links of texts in an archive lead. */
export const linksOf = (paths: ReadonlyMap<string, string>, { publicUrl }: Services['config']) => ({
  paths,
  origin: publicUrl,
  hasPicturesWithin: false,
});

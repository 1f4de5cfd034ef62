import type { PassageLocation } from '#lib/text/passage.ts';
import type { PassageWriter } from './passage-writer.ts';

/** Makes a file findable by the title and the author that it names, which its text may lack. */
export async function addProperties(
  out: PassageWriter,
  where: PassageLocation,
  title: string | undefined,
  author: string | undefined,
): Promise<void> {
  // Of more than a few lines neither is what it claims to be.
  const lines = [title, author].map((line) => line?.replace(/\s+/g, ' ').trim().slice(0, 500));
  await out.add(where, lines.filter(Boolean).join('\n'));
}

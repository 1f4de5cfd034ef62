import type { ItemSource } from '#lib/contract/item.ts';
import { storableName } from '#server/platform/http/file-name.ts';

const AUTHOR_MAX = 200;
const TAG_MAX = 100;
const TAGS_MAX = 50;

/** In one line, without control characters, at most this many characters: none of them cut in two. */
const lineOf = (text: string, most: number): string =>
  /^[\p{C}\s]*$/u.test(text) ? '' : [...storableName(text.slice(0, 4 * most))].slice(0, most).join('').trim();

/** Names without mail addresses: readers of a document learn nobody's address by it (docs/permissions.md). */
const withoutAddress = (author: string): string =>
  author
    .replace(/[<(]\s*[^\s<>()@]{1,64}@[^\s<>()@]{1,255}\s*[>)]/g, '')
    .replace(/@[^\s@,;]{1,255}/g, '')
    .replace(/ +,/g, ',');

/** What can be stored of what a source says of a document, whatever that is; null where nothing is left. */
export function storableSource({ author, tags }: ItemSource): ItemSource | null {
  const name = lineOf(withoutAddress((author ?? '').slice(0, 2_000)), AUTHOR_MAX);
  const lines = tags.slice(0, 1_000).map((tag) => lineOf(tag, TAG_MAX));
  const source = {
    author: name === '' ? null : name,
    tags: [...new Set(lines.filter((tag) => tag !== ''))].slice(0, TAGS_MAX),
  };
  return source.author || source.tags.length > 0 ? source : null;
}

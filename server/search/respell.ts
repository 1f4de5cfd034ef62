import { tokenize } from '#lib/text/tokens.ts';
import type { Hit } from './search-engine.ts';

/** A query in folded words, with each word that was found as the found text has it: with its accents. */
export function respell(query: string, hits: readonly Hit[]): string {
  const written = new Map<string, string>();
  for (const part of hits.flatMap(({ title, heading, body }) => [title, heading, body])) {
    for (const { start, end } of part.marks) {
      for (const one of tokenize(part.text.slice(start, end))) {
        if (!written.has(one.token)) written.set(one.token, one.written);
      }
    }
  }
  return query
    .split(' ')
    .map((token) => written.get(token) ?? token)
    .join(' ');
}

import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import type { Stems } from './lexemes.ts';

/** Stems are queried from PostgreSQL; the latest of each language are cached. */
const REMEMBERED = 8_000;
const remembered = new Map<string, string>();

function remember(key: string, stem: string): void {
  if (remembered.size >= REMEMBERED) {
    const oldest = remembered.keys().next().value;
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(key, stem);
}

/**
 * The stem of each word in a language: the result of its PostgreSQL dictionary, and for a word that the
 * dictionary leaves out (“the”), the word itself, since users search for those too.
 */
export async function stemsOf(
  database: Database | Transaction,
  language: string,
  words: Iterable<string>,
): Promise<Stems> {
  const stems = new Map<string, string>();
  if (language === 'simple') return stems;
  const unknown: string[] = [];
  for (const word of words) {
    const stem = remembered.get(`${language} ${word}`);
    if (stem === undefined) unknown.push(word);
    else stems.set(word, stem);
  }
  if (unknown.length === 0) return stems;
  const { rows } = await sql<{ word: string; stem: string | null }>`
    select word, (ts_lexize((${`${language}_stem`}::text)::regdictionary, word))[1] as stem
    from unnest(${unknown}::text[]) as word`.execute(database);
  for (const { word, stem } of rows) {
    remember(`${language} ${word}`, stem ?? word);
    stems.set(word, stem ?? word);
  }
  return stems;
}

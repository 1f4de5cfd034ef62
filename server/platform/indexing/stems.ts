import { sql } from 'kysely';
import { foldToken } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { afterStemming, beforeStemming } from './inflections.ts';
import type { Stems } from './lexemes.ts';

/** Stems are queried from PostgreSQL; the latest of each language are cached. */
const REMEMBERED = 16_000;
/** A word's folded stem; null for one that the dictionary leaves out. */
const remembered = new Map<string, string | null>();

function remember(key: string, stem: string | null): void {
  if (remembered.size >= REMEMBERED) {
    const oldest = remembered.keys().next().value;
    if (oldest !== undefined) remembered.delete(oldest);
  }
  remembered.set(key, stem);
}

/**
 * The stem of each word in a language: the result of its PostgreSQL dictionary, folded, and for a word that
 * the dictionary leaves out (“the”), the word itself, since users search for those too. Words are stemmed as
 * they are spelled: without accents a stemmer tears `ação` and `ações` apart.
 */
export async function stemsOf(
  database: Database | Transaction,
  language: string,
  words: Iterable<string>,
): Promise<Stems> {
  const all = await stemsIn(database, [language], words);
  return all.get(language)?.stems ?? new Map();
}

/** The stems of words in a language, and those of the words that nearly every text in it has. */
export type LanguageStems = { stems: Stems; commonTokens: ReadonlySet<string> };

/** The stems of words in each of the languages, in one query; `simple` has none. */
export async function stemsIn(
  database: Database | Transaction,
  languages: readonly string[],
  words: Iterable<string>,
): Promise<Map<string, LanguageStems>> {
  const wanted = [...words];
  const unknown: { language: string; word: string }[] = [];
  const read = new Map<string, string | null>();
  for (const language of languages) {
    if (language === 'simple') continue;
    for (const word of wanted) {
      const key = `${language} ${word}`;
      const known = remembered.get(key);
      if (known === undefined) unknown.push({ language, word });
      else read.set(key, known);
    }
  }
  if (unknown.length > 0) {
    const { rows } = await sql<{ n: number; stem: string | null }>`
      select n::integer, lexemes[1] as stem from unnest(
        ${unknown.map(({ language }) => `${language}_stem`)}::text[],
        ${unknown.map(({ language, word }) => beforeStemming(language, word))}::text[]
      ) with ordinality as requested (dictionary, word, n)
      cross join lateral ts_lexize(dictionary::regdictionary, word) as lexemes`.execute(database);
    for (const { n, stem } of rows) {
      const requested = unknown[n - 1];
      if (!requested) continue;
      const folded = stem === null ? null : foldToken(afterStemming(requested.language, stem));
      read.set(`${requested.language} ${requested.word}`, folded);
      remember(`${requested.language} ${requested.word}`, folded);
    }
  }
  return new Map(languages.map((language) => [language, stemsFrom(language, wanted, read)]));
}

function stemsFrom(
  language: string,
  words: readonly string[],
  read: ReadonlyMap<string, string | null>,
): LanguageStems {
  const stems = new Map<string, string>();
  const commonTokens = new Set<string>();
  if (language === 'simple') return { stems, commonTokens };
  for (const word of words) {
    const stem = read.get(`${language} ${word}`) ?? null;
    if (stem === null) commonTokens.add(word);
    stems.set(word, stem ?? foldToken(word));
  }
  return { stems, commonTokens };
}

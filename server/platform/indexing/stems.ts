import { sql } from 'kysely';
import { foldToken } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { afterStemming, beforeStemming } from './inflections.ts';
import type { Stems } from './lexemes.ts';

/** By language, a word's folded stem; null for one that the dictionary leaves out. */
type StemCache = Map<string, Map<string, string | null>>;

/**
 * Stems are queried from PostgreSQL, and cached in two generations: once so many are in the newer one, the older is forgotten.
 * What is used again returns to the newer one.
 */
const REMEMBERED = 40_000;
let newer: StemCache = new Map();
let older: StemCache = new Map();
let newerSize = 0;

function remember(language: string, word: string, stem: string | null): void {
  if (newerSize >= REMEMBERED) {
    older = newer;
    newer = new Map();
    newerSize = 0;
  }
  const stems = newer.get(language);
  if (stems) stems.set(word, stem);
  else newer.set(language, new Map([[word, stem]]));
  newerSize += 1;
}

/** @returns undefined for a word that is not cached */
function recall(language: string, word: string): string | null | undefined {
  const known = newer.get(language)?.get(word);
  if (known !== undefined) return known;
  const before = older.get(language)?.get(word);
  if (before !== undefined) remember(language, word, before);
  return before;
}

/**
 * The stem of each word in a language: the result of its PostgreSQL dictionary, folded, and for a word that
 * the dictionary leaves out (“the”), the word itself, since users search for those too. Words are stemmed as
 * they are spelled: without accents a stemmer tears `ação` and `ações` apart.
 */
export async function stemsOf(
  database: Database | Transaction,
  language: string,
  tokens: Iterable<string>,
): Promise<Stems> {
  const all = await stemsIn(database, [language], tokens);
  return all.get(language)?.stems ?? new Map();
}

/** The stems of words in a language, and those of the words that nearly every text in it has. */
export type LanguageStems = { stems: Map<string, string>; commonTokens: Set<string> };

/** The stems of words in each of the languages, in one query; `simple` has none. */
export async function stemsIn(
  database: Database | Transaction,
  languages: readonly string[],
  tokens: Iterable<string>,
): Promise<Map<string, LanguageStems>> {
  const wanted = [...tokens];
  const all = new Map<string, LanguageStems>();
  const unknown: { language: string; word: string }[] = [];
  for (const language of languages) {
    const found: LanguageStems = { stems: new Map(), commonTokens: new Set() };
    all.set(language, found);
    if (language === 'simple') continue;
    for (const word of wanted) {
      const known = recall(language, word);
      if (known === undefined) unknown.push({ language, word });
      else addStem(found, word, known);
    }
  }
  const read = await readStems(database, unknown);
  for (const [n, { language, word }] of unknown.entries()) {
    const stem = read[n];
    const folded = stem ? foldToken(afterStemming(language, stem)) : null;
    const found = all.get(language);
    if (found) addStem(found, word, folded);
    remember(language, word, folded);
  }
  return all;
}

function addStem({ stems, commonTokens }: LanguageStems, word: string, stem: string | null): void {
  if (stem === null) commonTokens.add(word);
  stems.set(word, stem ?? foldToken(word));
}

/** The stems that the dictionaries have, in the order of the words; empty for a word that one leaves out. */
async function readStems(
  database: Database | Transaction,
  entries: readonly { language: string; word: string }[],
): Promise<string[]> {
  if (entries.length === 0) return [];
  // One text instead of thousands of rows: no stem has a line's end.
  const { rows } = await sql<{ stems: string }>`
    select string_agg(coalesce((ts_lexize(dictionary::regdictionary, word))[1], ''), chr(10) order by n) as stems
    from unnest(
      ${entries.map(({ language }) => `${language}_stem`)}::text[],
      ${entries.map(({ language, word }) => beforeStemming(language, word))}::text[]
    ) with ordinality as requested (dictionary, word, n)`.execute(database);
  return rows[0]?.stems.split('\n') ?? [];
}

import { sql } from 'kysely';
import { type TokenizedText, tokenizeText } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubLanguage } from './hub-language.ts';
import { vocabularyTokens } from './hub-vocabulary.ts';
import { IndexCounts } from './index-counts.ts';
import { detectLanguageByScript, detectStoredLanguages } from './language.ts';
import { MULTI_PASSAGE_LEXEME, PASSAGES_WITH_TITLE, passageLexemes } from './lexemes.ts';
import { plainText } from './passage-text.ts';
import { createPauses } from './pauses.ts';
import { type IndexedItem, indexedPlace, stemsByLanguage } from './prepare-items.ts';

type Stored = {
  /** Null for an item without text: its row is written again. */
  id: number | null;
  item: IndexedItem;
  language: string;
  /** The language that is stored. */
  storedLanguage: string;
  title: TokenizedText;
  heading: TokenizedText;
  body: TokenizedText;
  isOneOfSeveral: boolean;
};

/** Index rows under items' present titles. */
export type PreparedTitles = { rows: (Stored & { lexemes: string })[] };

/**
 * Computes by what items are found under their present titles; the text that is stored of them stays, and its language is
 * detected again.
 */
export async function prepareTitles(
  database: Database | Transaction,
  items: readonly IndexedItem[],
  signal?: AbortSignal,
): Promise<PreparedTitles> {
  const [first] = items;
  if (!first) return { rows: [] };
  const pause = createPauses(signal);
  const { rows: passages } = await sql<{
    id: number;
    item_id: string;
    language: string;
    heading: string;
    body: string;
  }>`
    select id, item_id, language, heading, body from passage
    where item_id = any(${items.map(({ id }) => id)}::uuid[]) and number < ${PASSAGES_WITH_TITLE} and place is not null
    order by id`.execute(database);
  const byItem = Map.groupBy(passages, ({ item_id }) => item_id);
  const usual = await hubLanguage(database, first.hub_id);
  const stored: Stored[] = [];
  for (const item of items) {
    await pause();
    const title = tokenizeText(plainText(item.title));
    const own = byItem.get(item.id);
    const titled = { item, title, isOneOfSeveral: (own?.length ?? 0) > 1 };
    if (own) {
      const languages = await detectStoredLanguages(own, null);
      for (const [n, { id, language: storedLanguage, heading, body }] of own.entries())
        stored.push({
          ...{ ...titled, id, storedLanguage, language: languages[n] ?? storedLanguage },
          ...{ heading: tokenizeText(heading), body: tokenizeText(body) },
        });
      continue;
    }
    const language = detectLanguageByScript(title.text) ?? usual;
    stored.push({
      ...{ ...titled, id: null, storedLanguage: language, language },
      ...{ heading: tokenizeText(''), body: tokenizeText('') },
    });
  }
  const stems = await stemsByLanguage(database, stored);
  const rows = [];
  for (const row of stored) {
    await pause();
    const { item, title, heading, body, language, isOneOfSeveral } = row;
    const own = passageLexemes(
      { ...indexedPlace(item), title, heading, body },
      stems.get(language) ?? new Map(),
    );
    rows.push({ ...row, lexemes: isOneOfSeveral ? `${own} '${MULTI_PASSAGE_LEXEME}'` : own });
  }
  return { rows };
}

/**
 * Writes index rows under new titles, those that were not replaced since. The items' rows must be locked.
 * @param only the items that are locked
 * @returns what they add to their hub's counts
 */
export async function writeTitles(
  trx: Transaction,
  prepared: PreparedTitles,
  only: ReadonlySet<string>,
): Promise<IndexCounts> {
  const counts = new IndexCounts();
  const added = new Set<string>();
  const rows = prepared.rows.filter(({ item }) => only.has(item.id));
  const texts = rows.filter(({ id }) => id !== null);
  const bare = rows.filter(({ id }) => id === null);
  if (texts.length > 0) {
    const { rows: written } = await sql<{ id: number }>`
      update passage set lexemes = renamed.lexemes::tsvector, language = renamed.language
      from unnest(${texts.map(({ id }) => id)}::bigint[], ${texts.map(({ lexemes }) => lexemes)}::text[],
        ${texts.map(({ language }) => language)}::text[]) as renamed (id, lexemes, language)
      where passage.id = renamed.id returning passage.id`.execute(trx);
    const there = new Set(written.map(({ id }) => id));
    for (const { id, storedLanguage, language } of texts)
      if (id !== null && there.has(id)) counts.changeLanguage(storedLanguage, language);
  }
  if (bare.length > 0) {
    const { rows: made } = await sql<{ item_id: string; language: string; is_new: boolean }>`
      insert into passage (item_id, number, place, language, body, lexemes)
      select id, 0, null, language, '', lexemes::tsvector
      from unnest(${bare.map(({ item }) => item.id)}::uuid[], ${bare.map(({ language }) => language)}::text[],
        ${bare.map(({ lexemes }) => lexemes)}::text[]) as titled (id, language, lexemes)
      on conflict (item_id, number) do update set lexemes = excluded.lexemes, language = excluded.language
        where passage.place is null
      returning item_id, language, xmax = 0 as is_new`.execute(trx);
    for (const { item_id: id, language, is_new } of made) {
      if (!is_new) continue;
      counts.addLanguage(language, 1);
      added.add(id);
    }
  }
  for (const { heading, body } of texts) counts.addKnownTokens(vocabularyTokens(heading, body));
  const titles = new Map(rows.map(({ item, title }) => [item.id, title]));
  for (const [id, title] of titles) {
    const tokens = vocabularyTokens(title);
    counts.addTokens(tokens, true);
    // Of an item that was there, the title was counted before; only words that nobody had are new.
    if (!added.has(id)) counts.removeTokens(tokens);
  }
  return counts;
}

import type { Passage } from '#lib/text/passage.ts';
import { type TokenizedText, tokenizeText } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubLanguage } from './hub-language.ts';
import { vocabularyTokens } from './hub-vocabulary.ts';
import { detectLanguage, detectLanguageByScript } from './language.ts';
import {
  MULTI_PASSAGE_LEXEME,
  PASSAGES_WITH_TITLE,
  passageLexemes,
  type Stems,
  tokensToStem,
} from './lexemes.ts';
import { plainText, splitText } from './passage-text.ts';
import { createPauses } from './pauses.ts';
import { stemsOf } from './stems.ts';

/**
 * What search needs to know of an item; its access, its state and its location are read from `item` itself.
 */
export type IndexedItem = { id: string; hub_id: string; space_id: string; kind: string; title: string };

/** An item with all of its text; without any, it is found by its title. */
export type ItemText = { item: IndexedItem; passages: Iterable<Passage> };

/** A row of the index. */
export type PassageRow = {
  number: number;
  /** As JSON; null for an item that has only a title. */
  place: string | null;
  heading: string;
  language: string;
  body: string;
  lexemes: string;
};

/** An item as the index stores it. */
export type PreparedItem = {
  item: IndexedItem;
  rows: PassageRow[];
  /** Words of its title, and of its text. */
  titleTokens: ReadonlySet<string>;
  tokens: ReadonlySet<string>;
};

const MAX_HEADING = 500;

export const indexedPlace = (item: IndexedItem) => ({
  hubId: item.hub_id,
  spaceId: item.space_id,
  kind: item.kind,
});

/**
 * Computes by what items of one hub are found: their words are stemmed together, one query for each language. It yields to
 * other work again and again.
 */
export async function prepareItems(
  database: Database | Transaction,
  texts: readonly ItemText[],
  signal?: AbortSignal,
): Promise<PreparedItem[]> {
  const [first] = texts;
  if (!first) return [];
  const pause = createPauses(signal);
  const usual = await hubLanguage(database, first.item.hub_id);
  const drafts = [];
  for (const text of texts) drafts.push(await draftOf(text, usual, pause));
  const stems = await stemsByLanguage(
    database,
    drafts.flatMap(({ rows }) => rows),
  );
  const prepared: PreparedItem[] = [];
  for (const { item, rows, titleTokens, tokens } of drafts) {
    const written: PassageRow[] = [];
    for (const { number, place, language, title, heading, body } of rows) {
      await pause();
      const own = passageLexemes(
        { ...indexedPlace(item), title, heading, body },
        stems.get(language) ?? new Map(),
      );
      const lexemes = rows.length > 1 ? `${own} '${MULTI_PASSAGE_LEXEME}'` : own;
      written.push({ number, place, heading: heading.text, language, body: body.text, lexemes });
    }
    prepared.push({ item, rows: written, titleTokens, tokens });
  }
  return prepared;
}

/** A row before its words are stemmed. */
export type PassageDraft = Pick<PassageRow, 'number' | 'place' | 'language'> & DraftTexts;
type DraftTexts = { title: TokenizedText | null; heading: TokenizedText; body: TokenizedText };

/** A passage's texts, each with its tokens. */
export function tokenizePassage(
  title: TokenizedText | null,
  { heading, body }: { heading: string; body: string },
): DraftTexts {
  return { title, heading: tokenizeText(heading), body: tokenizeText(body) };
}

/** The stems of all words of passages, by language. */
export async function stemsByLanguage(
  database: Database | Transaction,
  rows: readonly Pick<PassageDraft, 'language' | 'title' | 'heading' | 'body'>[],
): Promise<Map<string, Stems>> {
  const tokensOf = new Map<string, Set<string>>();
  for (const { language, title, heading, body } of rows) {
    const known = tokensOf.get(language) ?? new Set();
    tokensOf.set(language, known);
    for (const word of tokensToStem(title, heading, body)) known.add(word);
  }
  const stems = new Map<string, Stems>();
  for (const [language, tokens] of tokensOf) stems.set(language, await stemsOf(database, language, tokens));
  return stems;
}

/** Divides an item's text into rows, with the language of each. */
async function draftOf({ item, passages }: ItemText, usual: string, pause: () => Promise<void>) {
  const title = tokenizeText(plainText(item.title));
  const rows: PassageDraft[] = [];
  const tokens = new Set<string>();
  let detected: string | null = null;
  for (const passage of passages) {
    const heading = tokenizeText(plainText(passage.heading ?? '').slice(0, MAX_HEADING));
    for (const text of splitText(plainText(passage.text))) {
      await pause();
      // A beginning that is too short to detect a language does not determine the rest.
      detected = (await detectLanguage(text, detected)) ?? detected;
      const body = tokenizeText(text);
      for (const word of vocabularyTokens(heading, body)) tokens.add(word);
      rows.push({
        number: rows.length,
        place: JSON.stringify(passage.where),
        heading,
        language: detected ?? usual,
        body,
        title: rows.length < PASSAGES_WITH_TITLE ? title : null,
      });
    }
  }
  if (rows.length === 0) {
    const language = detectLanguageByScript(title.text) ?? usual;
    rows.push({ number: 0, place: null, language, ...tokenizePassage(title, { heading: '', body: '' }) });
  }
  return { item, rows, titleTokens: vocabularyTokens(title), tokens };
}

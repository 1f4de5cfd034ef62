import { sql } from 'kysely';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { countLanguage, hubLanguage } from './hub-language.ts';
import { addToVocabulary, vocabularyTokens } from './hub-vocabulary.ts';
import type { IndexedItem } from './index-item.ts';
import { detectLanguage } from './language.ts';
import { MULTI_PASSAGE_LEXEME, PASSAGES_WITH_TITLE, passageLexemes, tokensToStem } from './lexemes.ts';
import { plainText, splitText } from './passage-text.ts';
import { stemsOf } from './stems.ts';

/** A row of a table: its number in the table, and what it is found by. */
export type IndexedRow = { id: string; number: number; text: string };

/** A row's passages have numbers of their own, this many; a longer text is found by its beginning. */
const PASSAGES_OF_ROW = 16;
/** Passages before those of the rows: the item's title. */
const BEFORE = PASSAGES_WITH_TITLE;
/** Characters of a batch by which its language is detected. */
const SAMPLE = 2000;

const firstOf = (row: number) => BEFORE + row * PASSAGES_OF_ROW;

/** Makes rows that have no passages yet findable, each by itself: to be called in the transaction that writes them. */
export async function indexRows(
  trx: Transaction,
  item: IndexedItem,
  rows: readonly IndexedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const parts = rows.flatMap(({ id, number, text }) =>
    [...splitText(plainText(text))]
      .slice(0, PASSAGES_OF_ROW)
      .map((body, at) => ({ id, number: firstOf(number) + at, body })),
  );
  if (parts.length === 0) return;
  // Cells are too short to detect a language; together they are not.
  let sample = '';
  for (const { body } of parts) {
    if (sample.length > SAMPLE) break;
    sample += `${body}\n`;
  }
  const language = (await detectLanguage(sample, null)) ?? (await hubLanguage(trx, item.hub_id));
  const tokens = new Set<string>();
  const toStem = new Set<string>();
  for (const { body } of parts) {
    for (const word of vocabularyTokens(body)) tokens.add(word);
    for (const word of tokensToStem(body)) toStem.add(word);
  }
  const stems = await stemsOf(trx, language, toStem);
  const about = { hubId: item.hub_id, spaceId: item.space_id, kind: item.kind, title: null, heading: '' };
  const lexemes = parts.map(
    ({ body }) => `${passageLexemes({ ...about, body }, stems)} '${MULTI_PASSAGE_LEXEME}'`,
  );
  await sql`insert into passage (item_id, number, place, language, body, lexemes)
    select ${item.id}, number, jsonb_build_object('type', 'row', 'row_id', id), ${language}, body, lexemes::tsvector
    from unnest(${parts.map(({ number }) => number)}::int[], ${parts.map(({ id }) => id)}::text[],
      ${parts.map(({ body }) => body)}::text[], ${lexemes}::text[]) as row (number, id, body, lexemes)`.execute(
    trx,
  );
  // After the commit: all writers of the hub update these counts, and need not wait for each other.
  await afterCommit(trx, (free) => countLanguage(free, item.hub_id, language, parts.length));
  await addToVocabulary(trx, item.hub_id, tokens, { inTitle: false });
}

/** Removes rows from the index, by their numbers. */
export async function removeRowsFromIndex(
  trx: Transaction,
  itemId: string,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`delete from passage where item_id = ${itemId} and number in (
    select first + part from unnest(${numbers.map(firstOf)}::int[]) as first,
      generate_series(0, ${sql.lit(PASSAGES_OF_ROW - 1)}) as part)`.execute(trx);
}

/** Removes all rows of a table from the index. */
export async function removeTableFromIndex(trx: Transaction, itemId: string): Promise<void> {
  await sql`delete from passage where item_id = ${itemId} and number >= ${sql.lit(BEFORE)}`.execute(trx);
}

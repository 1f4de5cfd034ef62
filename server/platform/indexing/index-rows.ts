import { sql } from 'kysely';
import { type TokenizedText, tokenizeText } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubLanguage } from './hub-language.ts';
import { vocabularyTokens } from './hub-vocabulary.ts';
import { IndexCounts, type ReplacedPassage, removePassages } from './index-counts.ts';
import { detectLanguage } from './language.ts';
import { MULTI_PASSAGE_LEXEME, PASSAGES_WITH_TITLE, passageLexemes, tokensToStem } from './lexemes.ts';
import { plainText, splitText } from './passage-text.ts';
import { createPauses } from './pauses.ts';
import { type IndexedItem, indexedPlace } from './prepare-items.ts';
import { stemsOf } from './stems.ts';

/** A row of a table: its number in the table, and what it is found by. */
export type IndexedRow = { id: string; number: number; text: string };

/** A row's passages have numbers of their own, this many; a longer text is found by its beginning. */
const PASSAGES_OF_ROW = 16;
/** Passages before those of the rows: the item's title. */
const BEFORE = PASSAGES_WITH_TITLE;
/** Characters of a batch by which its language is detected. */
const SAMPLE = 2000;
/** Rows whose tokens are in memory together: few, so that they are garbage before they are old. */
const TOGETHER = 200;

const firstOf = (row: number) => BEFORE + row * PASSAGES_OF_ROW;

/** Index rows of rows of a table. */
export type PreparedRows = {
  item: IndexedItem;
  language: string;
  parts: { id: string; number: number; body: string; lexemes: string }[];
  /** Words, and how many rows have each. */
  counts: IndexCounts;
};

/** The passages of a row's text. */
const passagesOf = ({ text }: IndexedRow): string[] =>
  [...splitText(plainText(text))].slice(0, PASSAGES_OF_ROW);

/** The language of rows together, since their cells are too short to detect one; null where those are too short as well. */
async function languageOf(rows: readonly IndexedRow[]): Promise<string | null> {
  let sample = '';
  for (const row of rows) {
    for (const passage of passagesOf(row)) sample += `${passage}\n`;
    if (sample.length >= SAMPLE) break;
  }
  return sample === '' ? null : detectLanguage(sample, null);
}

/** Computes by what rows of a table are found, each by itself. */
export async function prepareRows(
  database: Database | Transaction,
  item: IndexedItem,
  rows: readonly IndexedRow[],
  signal?: AbortSignal,
): Promise<PreparedRows> {
  const pause = createPauses(signal);
  const language = (await languageOf(rows)) ?? (await hubLanguage(database, item.hub_id));
  const about = { ...indexedPlace(item), title: null, heading: null };
  const parts: PreparedRows['parts'] = [];
  const counts = new IndexCounts();
  for (let from = 0; from < rows.length; from += TOGETHER) {
    const read: { id: string; number: number; body: TokenizedText }[] = [];
    const toStem = new Set<string>();
    for (const row of rows.slice(from, from + TOGETHER)) {
      await pause();
      const bodies = passagesOf(row).map(tokenizeText);
      for (const [at, body] of bodies.entries()) {
        read.push({ id: row.id, number: firstOf(row.number) + at, body });
        for (const word of tokensToStem(body)) toStem.add(word);
      }
      counts.addTokens(vocabularyTokens(...bodies));
    }
    const stems = await stemsOf(database, language, toStem);
    for (const { id, number, body } of read) {
      await pause();
      const lexemes = `${passageLexemes({ ...about, body }, stems)} '${MULTI_PASSAGE_LEXEME}'`;
      parts.push({ id, number, body: body.text, lexemes });
    }
  }
  if (parts.length > 0) counts.addLanguage(language, parts.length);
  return { item, language, parts, counts };
}

/** Those of some of the rows, by their ids. */
export function onlyRows(prepared: PreparedRows, ids: ReadonlySet<string>): PreparedRows {
  const { language, counts, parts: all } = prepared;
  const parts = all.filter(({ id }) => ids.has(id));
  const others = all.filter(({ id }) => !ids.has(id));
  for (const passages of Map.groupBy(others, ({ id }) => id).values())
    removePassages(
      counts,
      passages.map(({ body }) => ({ language, heading: '', body })),
    );
  return { ...prepared, parts };
}

/**
 * Indexes rows in place of what was indexed of them before. Their item's row must be locked (`lockForIndexing`).
 * @param numbers of all rows that are replaced, also of those that no longer exist
 * @returns what they add to their hub's counts
 */
export async function writeRowPassages(
  trx: Transaction,
  { item, language, parts, counts }: PreparedRows,
  numbers: readonly number[],
): Promise<IndexCounts> {
  const replaced = await removeRowsFromIndex(trx, item.id, numbers);
  for (const passages of Map.groupBy(replaced, ({ row }) => row).values()) removePassages(counts, passages);
  await sql`insert into passage (item_id, number, place, language, body, lexemes)
    select ${item.id}, number, jsonb_build_object('type', 'row', 'row_id', id), ${language}, body, lexemes::tsvector
    from unnest(${parts.map(({ number }) => number)}::int[], ${parts.map(({ id }) => id)}::text[],
      ${parts.map(({ body }) => body)}::text[], ${parts.map(({ lexemes }) => lexemes)}::text[]) as row (number, id, body, lexemes)`.execute(
    trx,
  );
  return counts;
}

/** Numbers that follow each other, as pairs of the first and the last. */
function rangesOf(numbers: readonly number[]): [number[], number[]] {
  const firsts: number[] = [];
  const lasts: number[] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const before = lasts.at(-1);
    if (before !== undefined && number === before + 1) lasts[lasts.length - 1] = number;
    else {
      firsts.push(number);
      lasts.push(number);
    }
  }
  return [firsts, lasts];
}

/** Removes rows from the index, by their numbers. @returns what was removed, each with its row's number */
export async function removeRowsFromIndex(
  trx: Transaction,
  itemId: string,
  numbers: readonly number[],
): Promise<(ReplacedPassage & { row: number })[]> {
  if (numbers.length === 0) return [];
  const [firsts, lasts] = rangesOf(numbers);
  const { rows } = await sql<ReplacedPassage & { row: number }>`
    delete from passage using unnest(${firsts.map(firstOf)}::int[], ${lasts.map((last) => firstOf(last + 1))}::int[])
      as gone (first, after)
    where item_id = ${itemId} and number >= gone.first and number < gone.after
    returning language, heading, body, (number - ${BEFORE}::int) / ${PASSAGES_OF_ROW}::int as row`.execute(
    trx,
  );
  return rows;
}

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Passage } from '#lib/text/passage.ts';
import { tokenizeText } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { hubLanguage } from './hub-language.ts';
import { vocabularyTokens } from './hub-vocabulary.ts';
import { IndexCounts, writeCounts } from './index-counts.ts';
import { detectLanguage } from './language.ts';
import {
  MULTI_PASSAGE_LEXEME,
  PASSAGES_WITH_TITLE,
  passageLexemes,
  spaceLexeme,
  tokensToStem,
} from './lexemes.ts';
import { plainText, splitText } from './passage-text.ts';
import { type IndexedItem, indexedPlace } from './prepare-items.ts';
import { stemsOf } from './stems.ts';
import { prepareTitles, writeTitles } from './title-index.ts';

/** Passages that are written per statement. */
const BATCH = 50;

type Row = {
  number: number;
  place: string | null;
  heading: string;
  language: string;
  body: string;
  lexemes: string;
};

/** An item's passages as the index stores them, prepared before any transaction is open. */
export type PreparedPassages = {
  item: IndexedItem;
  /** Rows to be written together, as JSON: as objects they would take several times the memory. */
  batches: string[];
  count: number;
  languages: ReadonlySet<string>;
  vocabulary: ReadonlySet<string>;
};

/** How long the preparation of a long text may block everything else in the process, in milliseconds. */
const AT_A_STRETCH_MS = 15;

/**
 * Computes by what an item's text is found. Passages are read one by one; long ones are divided. A text of
 * many megabytes takes a minute: it yields to other work in between.
 */
export async function preparePassages(
  database: Database | Transaction,
  item: IndexedItem,
  passages: AsyncIterable<Passage> | Iterable<Passage>,
  signal?: AbortSignal,
): Promise<PreparedPassages> {
  const title = tokenizeText(plainText(item.title));
  const usual = await hubLanguage(database, item.hub_id);
  let detected: string | null = null;
  let rested = performance.now();
  const languages = new Set<string>();
  const tokens = new Set<string>();
  const batches: string[] = [];
  let count = 0;
  let batch: Row[] = [];
  const close = () => {
    // Of one passage alone there are no others.
    const several = count > 1;
    if (batch.length > 0) batches.push(JSON.stringify(several ? batch.map(amongSeveral) : batch));
    batch = [];
  };
  for await (const passage of passages) {
    const heading = tokenizeText(plainText(passage.heading ?? '').slice(0, 500));
    for (const text of splitText(plainText(passage.text))) {
      if (performance.now() - rested > AT_A_STRETCH_MS) {
        await setImmediate();
        signal?.throwIfAborted();
        rested = performance.now();
      }
      // A beginning that is too short to detect a language does not determine the rest.
      detected = (await detectLanguage(text, detected)) ?? detected;
      const body = tokenizeText(text);
      const language = detected ?? usual;
      languages.add(language);
      for (const word of vocabularyTokens(heading, body)) tokens.add(word);
      const withTitle = count < PASSAGES_WITH_TITLE ? title : null;
      const stems = await stemsOf(database, language, tokensToStem(withTitle, heading, body));
      const lexemes = passageLexemes({ ...indexedPlace(item), title: withTitle, heading, body }, stems);
      const place = JSON.stringify(passage.where);
      batch.push({ number: count, place, heading: heading.text, language, body: text, lexemes });
      count += 1;
      if (batch.length >= BATCH) close();
    }
  }
  close();
  return { item, batches, count, languages, vocabulary: tokens };
}

/** How many batches a prepared text is written in; one without any passage still has its title written. */
export const batchCount = ({ batches }: PreparedPassages): number => Math.max(1, batches.length);

/**
 * Writes one batch of a prepared text, in the order of their numbers: the first replaces what was indexed
 * before, the last adds the text's words to the vocabulary. Entering many words into the index takes about a
 * second per batch.
 * @returns whether it was written; false where the previous batches have been replaced since
 */
export async function writePassageBatch(
  trx: Transaction,
  prepared: PreparedPassages,
  batch: number,
): Promise<boolean> {
  const { item, batches, count, languages, vocabulary } = prepared;
  if (batch > 0 && (await lastNumber(trx, item.id)) !== batch * BATCH - 1) return false;
  const counts = batch === 0 ? await removeItem(trx, item) : new IndexCounts();
  const rows = batches[batch];
  if (rows === undefined) {
    counts.add(await writeTitles(trx, await prepareTitles(trx, [item]), new Set([item.id])));
    await writeCounts(trx, item.hub_id, counts);
    return true;
  }
  await sql`insert into passage (item_id, number, place, heading, language, body, lexemes)
    select ${item.id}, number, place::jsonb, heading, language, body, lexemes::tsvector
    from json_to_recordset(${rows}::json)
      as row (number integer, place text, heading text, language text, body text, lexemes text)`.execute(trx);
  if (batch < batches.length - 1) {
    await writeCounts(trx, item.hub_id, counts);
    return true;
  }
  for (const language of languages) counts.addLanguage(language, Math.ceil(count / languages.size));
  const titleTokens = vocabularyTokens(tokenizeText(plainText(item.title)));
  counts.addTokens(titleTokens, true);
  counts.addTokens([...vocabulary].filter((token) => !titleTokens.has(token)));
  await writeCounts(trx, item.hub_id, counts);
  return true;
}

/** Takes the passages of a file that is read again out of the index. @returns what its hub's counts lose */
async function removeItem(trx: Transaction, { id }: IndexedItem): Promise<IndexCounts> {
  const { rows } = await sql<{ language: string; passages: number }>`
    with removed as (delete from passage where item_id = ${id} returning language)
    select language, count(*)::int as passages from removed group by language`.execute(trx);
  const counts = new IndexCounts();
  for (const { language, passages } of rows) counts.addLanguage(language, -passages);
  return counts;
}

async function lastNumber(trx: Transaction, itemId: string): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    select max(number) as last from passage where item_id = ${itemId}`.execute(trx);
  return rows[0]?.last ?? null;
}

/**
 * Updates the index for items that now belong to another space; access and trash need nothing, they are read
 * from the item.
 * @param most maximum number of passages to write; the rest by calling it again
 * @returns how many were written
 */
export async function moveIndexedItems(
  trx: Transaction,
  itemIds: readonly string[],
  spaceId: string,
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    with stale as (
      select id from passage
      where item_id = any(${itemIds}::uuid[]) and not lexemes @@ quote_literal(${spaceLexeme(spaceId)}::text)::tsquery
      limit ${most} for update
    )
    update passage set lexemes = ts_delete(lexemes, (
          select coalesce(array_agg(lexeme), '{}') from unnest(lexemes) where lexeme ~ '^~s[0-9a-f]{32}$'))
        || array_to_tsvector(array[${spaceLexeme(spaceId)}::text])
    from stale where passage.id = stale.id`.execute(trx);
  return Number(numAffectedRows ?? 0);
}

/** Removes deleted items from the index. A trashed item needs no call: it is not found while `item.trashed_at` is set. */
export async function removeFromIndex(trx: Transaction, itemIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('passage').where('item_id', 'in', itemIds).execute();
}

const amongSeveral = (row: Row): Row => ({ ...row, lexemes: `${row.lexemes} '${MULTI_PASSAGE_LEXEME}'` });

import { sql } from 'kysely';
import type { Passage } from '#lib/passage.ts';
import type { Database, Transaction } from '../database/database.ts';
import { hubLanguage, noteLanguage } from './hub-language.ts';
import { noteTitle, noteWords, vocabularyOf } from './hub-words.ts';
import { languageOf, languageOfScript } from './language.ts';
import { PASSAGES_WITH_TITLE, passageLexemes, SEVERAL, stemmable } from './lexemes.ts';
import { plainText, splitText } from './passage-text.ts';
import { stemsOf } from './stems.ts';

/** What search needs to know of an item; its rights, its state and its place it asks of `item` itself. */
export type IndexedItem = { id: string; hub_id: string; space_id: string; kind: string; title: string };

/** Passages that are written at once. */
const BATCH = 50;

type Row = {
  number: number;
  place: string | null;
  heading: string;
  language: string;
  body: string;
  lexemes: string;
};

/**
 * Makes an item findable by its title: to be called in the transaction that creates or renames it. An item that has
 * passages keeps them, under the new title.
 */
export async function indexItem(trx: Transaction, item: IndexedItem): Promise<void> {
  const title = plainText(item.title);
  await noteTitle(trx, item.hub_id, title);
  const passages = await trx
    .selectFrom('passage')
    .select(['number', 'place', 'heading', 'language', 'body'])
    .where('item_id', '=', item.id)
    .where('number', '<', PASSAGES_WITH_TITLE)
    .orderBy('number')
    .execute();
  if (passages.every((passage) => passage.place === null)) return writeTitle(trx, item, title);
  for (const passage of passages) {
    const stems = await stemsOf(trx, passage.language, stemmable(title, passage.heading, passage.body));
    const own = passageLexemes({ ...about(item), ...passage, title }, stems);
    const lexemes = passages.length > 1 ? `${own} '${SEVERAL}'` : own;
    await sql`update passage set lexemes = ${lexemes}::tsvector
      where item_id = ${item.id} and number = ${passage.number}`.execute(trx);
  }
}

/** Under what an item without text is found: its passage number 0. */
export type TitleRow = { language: string; lexemes: string };

/** The title's row of an item that is being made, to be written by the statement that makes it. */
export async function newTitleRow(database: Database | Transaction, item: IndexedItem): Promise<TitleRow> {
  const title = plainText(item.title);
  await noteTitle(database, item.hub_id, title);
  return titleRow(database, item, title);
}

/**
 * Makes an item's text findable in place of what was indexed before. Passages are read one by one; long ones are
 * divided. Without any, the title stays.
 * @returns how many rows the index now has of the item.
 */
export async function replacePassages(
  trx: Transaction,
  item: IndexedItem,
  passages: AsyncIterable<Passage> | Iterable<Passage>,
): Promise<number> {
  const title = plainText(item.title);
  await trx.deleteFrom('passage').where('item_id', '=', item.id).execute();
  const usual = await hubLanguage(trx, item.hub_id);
  let told: string | null = null;
  const languages = new Set<string>();
  let number = 0;
  let batch: Row[] = [];
  const words = new Set<string>();
  for await (const passage of passages) {
    const heading = plainText(passage.heading ?? '').slice(0, 500);
    for (const body of splitText(plainText(passage.text))) {
      // A beginning too short to tell does not decide for what follows.
      told = (await languageOf(body, told)) ?? told;
      const language = told ?? usual;
      languages.add(language);
      for (const word of vocabularyOf(heading, body)) words.add(word);
      const withTitle = number < PASSAGES_WITH_TITLE ? title : null;
      const stems = await stemsOf(trx, language, stemmable(withTitle ?? '', heading, body));
      const lexemes = passageLexemes({ ...about(item), title: withTitle, heading, body }, stems);
      batch.push({ number, place: JSON.stringify(passage.where), heading, language, body, lexemes });
      number += 1;
      if (batch.length < BATCH) continue;
      await writePassages(trx, item.id, batch);
      batch = [];
    }
  }
  await writePassages(trx, item.id, batch);
  if (number === 0) {
    await writeTitle(trx, item, title);
    return 1;
  }
  for (const language of [...languages].sort()) {
    await noteLanguage(trx, item.hub_id, language, Math.ceil(number / languages.size));
  }
  await noteTitle(trx, item.hub_id, title);
  await noteWords(trx, item.hub_id, words, { inTitle: false });
  return number;
}

/** Tells the index that items now belong to another space; rights and trash need nothing, they are asked of the item. */
export async function moveToSpace(
  trx: Transaction,
  itemIds: readonly string[],
  spaceId: string,
): Promise<void> {
  await sql`update passage set lexemes =
      ts_delete(lexemes, (select array_agg(lexeme) from unnest(lexemes) where lexeme like '~s%'))
      || array_to_tsvector(array[${`~s${spaceId.replaceAll('-', '')}`}])
    where item_id = any(${itemIds})`.execute(trx);
}

/** Forgets items for good. What is only trashed needs no call: it is not found while `item.trashed_at` is set. */
export async function removeFromIndex(trx: Transaction, itemIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('passage').where('item_id', 'in', itemIds).execute();
}

function about(item: IndexedItem): { hubId: string; spaceId: string; kind: string } {
  return { hubId: item.hub_id, spaceId: item.space_id, kind: item.kind };
}

async function titleRow(
  database: Database | Transaction,
  item: IndexedItem,
  title: string,
): Promise<TitleRow> {
  const language = languageOfScript(title) ?? (await hubLanguage(database, item.hub_id));
  const stems = await stemsOf(database, language, stemmable(title));
  return { language, lexemes: passageLexemes({ ...about(item), title, heading: '', body: '' }, stems) };
}

/** The row of an item without text. */
async function writeTitle(trx: Transaction, item: IndexedItem, title: string): Promise<void> {
  const { language, lexemes } = await titleRow(trx, item, title);
  await sql`insert into passage (item_id, number, place, language, body, lexemes)
    values (${item.id}, 0, null, ${language}, '', ${lexemes}::tsvector)
    on conflict (item_id, number) do update set lexemes = excluded.lexemes, language = excluded.language`.execute(
    trx,
  );
}

async function writePassages(trx: Transaction, itemId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const [first] = rows;
  const several = rows.length > 1 || (first && first.number > 0);
  const written = several ? rows.map((row) => ({ ...row, lexemes: `${row.lexemes} '${SEVERAL}'` })) : rows;
  await sql`insert into passage (item_id, number, place, heading, language, body, lexemes)
    select ${itemId}, number, place::jsonb, heading, language, body, lexemes::tsvector
    from json_to_recordset(${JSON.stringify(written)}::json)
      as row (number integer, place text, heading text, language text, body text, lexemes text)`.execute(trx);
}

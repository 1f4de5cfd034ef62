import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { hubLexeme, quoteLexeme } from './lexemes.ts';
import { stemsOf } from './stems.ts';

/** Words that are checked per statement. */
const BATCH = 500;

/**
 * A word that more items seem to contain stays: the count is an estimate, and a check would read too many
 * passages.
 */
export const RARE_TOKEN_ITEMS = 32;

/**
 * Removes words from the vocabulary of hubs that only deleted items contained: what is deleted must not be
 * suggested while typing. Checks only the tokens of those items (`collectDeletedTokens`), however many the
 * hub has.
 */
export async function purgeDeletedTokens(database: Database, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ hub_id: string; word: string }>`
      select hub_id, word from deleted_token
      where hub_id = (select hub_id from deleted_token order by hub_id limit 1)
      order by word limit ${BATCH}`.execute(database);
    const hubId = rows[0]?.hub_id;
    if (hubId === undefined) return;
    const tokens = rows.map(({ word }) => word);
    await deleteUnused(database, hubId, await languagesOf(database, hubId), tokens);
    await sql`delete from deleted_token where hub_id = ${hubId} and word = any(${tokens}::text[] collate "C")`.execute(
      database,
    );
  }
}

/**
 * Removes words from a hub's vocabulary that no passage contains any more, whatever contained them: also what
 * texts lost by being changed. Only rare words: a common one was in other items too. It checks all of them,
 * at night.
 */
export async function purgeUnusedTokens(
  database: Database,
  hubId: string,
  signal: AbortSignal,
): Promise<void> {
  const languages = await languagesOf(database, hubId);
  for (let after = ''; ; ) {
    signal.throwIfAborted();
    const tokens = await rareTokens(database, hubId, after);
    const last = tokens.at(-1);
    if (last === undefined) return;
    after = last;
    await deleteUnused(database, hubId, languages, tokens);
  }
}

async function languagesOf(database: Database, hubId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('hub_language')
    .select('language')
    .where('hub_id', '=', hubId)
    .execute();
  return rows.map(({ language }) => language);
}

/**
 * Removes those of the words from the vocabulary that no passage of the hub contains, in any of its
 * languages.
 */
async function deleteUnused(
  database: Database,
  hubId: string,
  languages: readonly string[],
  tokens: readonly string[],
): Promise<void> {
  const forms = new Map(tokens.map((word) => [word, new Set([word])]));
  for (const language of languages) {
    const stems = await stemsOf(database, language, tokens);
    for (const word of tokens) forms.get(word)?.add(stems.get(word) ?? word);
  }
  const queries = tokens.map(
    (word) =>
      `${quoteLexeme(hubLexeme(hubId))} & (${[...(forms.get(word) ?? [])].map(quoteLexeme).join(' | ')})`,
  );
  await sql`
    delete from hub_token as known
    using unnest(${tokens}::text[], ${queries}::text[]) as looked (word, query)
    where known.hub_id = ${hubId} and known.word = looked.word collate "C"
      and not exists (select from passage where passage.lexemes @@ looked.query::tsquery)`.execute(database);
}

async function rareTokens(database: Database, hubId: string, after: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from hub_token where hub_id = ${hubId} and word > ${after} collate "C" and items < ${RARE_TOKEN_ITEMS}
    order by word collate "C" limit ${BATCH}`.execute(database);
  return rows.map(({ word }) => word);
}

import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { tokenizeText } from '#lib/text/tokens.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { vocabularyTokens } from './hub-vocabulary.ts';
import { plainText } from './passage-text.ts';
import { RARE_TOKEN_ITEMS } from './purge-vocabulary.ts';

/**
 * Passages that are read per statement, and in total: what larger texts have beyond that, the nightly sweep
 * finds.
 */
const PAGE = 200;
const MOST_PASSAGES = 4_000;
const TOKENS_MAX = 20_000;

type Read = { id: string; heading: string; body: string };

/**
 * Records the rare tokens of items that are about to be deleted, in the same transaction: after it, those
 * that nothing else contains are removed from the vocabulary (`purgeDeletedTokens`), also when a kill comes
 * between.
 */
export async function collectDeletedTokens(
  trx: Transaction,
  hubId: string,
  itemIds: readonly string[],
): Promise<void> {
  const { rows: titles } = await sql<{ title: string }>`
    select title from item where id = any(${itemIds}::uuid[])`.execute(trx);
  const tokens = vocabularyTokens(...titles.map(({ title }) => tokenizeText(plainText(title))));
  let after = '0';
  for (let read = 0; read < MOST_PASSAGES && tokens.size < TOKENS_MAX; read += PAGE) {
    const { rows } = await sql<Read>`
      select id::text, heading, body from passage where item_id = any(${itemIds}::uuid[]) and id > ${after}::bigint
      order by id limit ${PAGE}`.execute(trx);
    for (const { heading, body } of rows)
      for (const word of vocabularyTokens(tokenizeText(heading), tokenizeText(body))) tokens.add(word);
    if (rows.length < PAGE) break;
    after = rows.at(-1)?.id ?? after;
    // Other requests are handled between two pages.
    await setImmediate();
  }
  await sql`
    insert into deleted_token (hub_id, word)
    select known.hub_id, known.word
    from unnest(${[...tokens]}::text[]) as gone (word)
    join hub_token as known on known.hub_id = ${hubId} and known.word = gone.word collate "C" and known.items < ${RARE_TOKEN_ITEMS}
    order by known.word
    on conflict (hub_id, word) do nothing`.execute(trx);
}

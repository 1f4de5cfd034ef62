import { sql } from 'kysely';
import type { TokenizedText } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** The GIN index by which words are corrected; what is entered waits in its pending list. */
export const VOCABULARY_INDEX = 'hub_token_alike';

/** What is completed and corrected while typing: proper words, not numbers, codes or single letters. */
const TOKEN_MIN = 3;
const TOKEN_MAX = 32;
const VOCABULARY_TOKEN = new RegExp(`^[\\p{L}\\p{M}]{${TOKEN_MIN},${TOKEN_MAX}}$`, 'u');
const ASCII_TOKEN = /^[a-z]+$/;

function isVocabulary(token: string): boolean {
  // Most words are ASCII, which is looked at in a fraction of the time.
  return ASCII_TOKEN.test(token)
    ? token.length >= TOKEN_MIN && token.length <= TOKEN_MAX
    : VOCABULARY_TOKEN.test(token);
}

/** Words of one statement. */
const TOKENS_OF_STATEMENT = 20_000;

/** The folded words of texts that belong in a hub's vocabulary, each once. */
export function vocabularyTokens(...texts: TokenizedText[]): Set<string> {
  const found = new Set<string>();
  for (const { tokens } of texts) {
    for (const { token, run } of tokens) {
      if (!run && isVocabulary(token)) found.add(token);
    }
  }
  return found;
}

/**
 * Adds words to a hub's vocabulary, each with the number of items that have it. The count of a known word is raised at random,
 * the less often the more common it is: that is a good estimate, and two writers seldom wait for each other. Words are sorted, so
 * that writers lock in one order. A count of 0 is of words that were counted before: they are added only where they are missing.
 */
export async function mergeVocabulary(
  trx: Database | Transaction,
  hubId: string,
  tokens: ReadonlyMap<string, { items: number; inTitle: boolean }>,
): Promise<void> {
  if (tokens.size === 0) return;
  const sorted = [...tokens].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let from = 0; from < sorted.length; from += TOKENS_OF_STATEMENT)
    await mergeSorted(trx, hubId, sorted.slice(from, from + TOKENS_OF_STATEMENT));
}

async function mergeSorted(
  trx: Database | Transaction,
  hubId: string,
  sorted: readonly [string, { items: number; inTitle: boolean }][],
): Promise<void> {
  await sql`with noted as materialized (
      select * from unnest(${sorted.map(([token]) => token)}::text[], ${sorted.map(([, { items }]) => items)}::real[],
        ${sorted.map(([, { inTitle }]) => inTitle)}::boolean[]) as noted (word, items, in_title)
    ), raised as (
      select known.word, noted.items, noted.in_title
      from hub_token as known join noted on noted.word = known.word collate "C"
      where known.hub_id = ${hubId}
        and ((noted.in_title and not known.in_title) or random() * greatest(1, known.items / 4) < noted.items)
      order by known.word for update of known skip locked
    ), counted as (
      update hub_token as known
      set items = known.items + greatest(raised.items, known.items / 4), in_title = known.in_title or raised.in_title
      from raised where known.hub_id = ${hubId} and known.word = raised.word
    )
    insert into hub_token (hub_id, word, items, in_title)
    select hub.id, word, greatest(1, items), in_title from noted join hub on hub.id = ${hubId}
    where not exists (select 1 from hub_token as known where known.hub_id = ${hubId} and known.word = noted.word collate "C")
    order by word
    on conflict (hub_id, word) do nothing`.execute(trx);
}

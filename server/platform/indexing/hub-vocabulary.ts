import { sql } from 'kysely';
import { tokenize } from '#lib/text/tokens.ts';
import { afterCommit } from '#server/platform/database/after-commit.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';

/** What is completed and corrected while typing: proper words, not numbers, codes or single letters. */
const VOCABULARY_TOKEN = /^[\p{L}\p{M}]{3,32}$/u;
/** New words that one item may add: a log or a table of codes must not fill the vocabulary. */
const TOKENS_MAX = 20_000;

/** The folded words of texts that belong in a hub's vocabulary, each once. */
export function vocabularyTokens(...texts: string[]): Set<string> {
  const found = new Set<string>();
  for (const text of texts) {
    for (const { token, run } of tokenize(text)) {
      if (!run && VOCABULARY_TOKEN.test(token)) found.add(token);
    }
  }
  return found;
}

/**
 * Words of titles that this process has recorded: most titles add no new one, and need no statement at all.
 */
const REMEMBERED = 20_000;
const remembered = new Set<string>();
/** Words that are not in the vocabulary any more: the next title with one records it anew. */
export function evictCachedTokens(hubId: string, words: readonly string[]): void {
  for (const word of words) remembered.delete(`${hubId} ${word}`);
}

/** Of titles whose words are all known, one in this many is counted, with that weight. */
const SAMPLE = 8;

/** Adds a title's words to its hub's vocabulary. */
export async function addTitleToVocabulary(
  database: Database | Transaction,
  hubId: string,
  title: string,
): Promise<void> {
  const tokens = vocabularyTokens(title);
  const isKnown = [...tokens].every((word) => remembered.has(`${hubId} ${word}`));
  if (isKnown && Math.random() * SAMPLE >= 1) return;
  if (remembered.size + tokens.size > REMEMBERED) remembered.clear();
  for (const word of tokens) remembered.add(`${hubId} ${word}`);
  await addToVocabulary(database, hubId, tokens, { inTitle: true, items: isKnown ? SAMPLE : 1 });
}

/**
 * Adds an item's words to its hub's vocabulary. The count of a known word is raised at random, the less often
 * the more common it is: that is a good estimate, and two writers seldom wait for each other. It runs after
 * the writer's transaction, in a separate statement with sorted words, so that writers lock in one order.
 */
export async function addToVocabulary(
  database: Database | Transaction,
  hubId: string,
  words: ReadonlySet<string>,
  { inTitle, items = 1 }: { inTitle: boolean; items?: number },
): Promise<void> {
  if (words.size === 0) return;
  const sorted = [...words].slice(0, TOKENS_MAX).sort();
  const statement = sql`with noted as (
      select word from unnest(${sorted}::text[]) as word
    ), raised as (
      select known.word from hub_word as known join noted on noted.word = known.word collate "C"
      where known.hub_id = ${hubId}
        and ((${inTitle} and not known.in_title) or random() * greatest(1, known.items / 4) < ${items}::real)
      order by known.word for update of known skip locked
    ), counted as (
      update hub_word as known
      set items = known.items + greatest(${items}::real, known.items / 4), in_title = known.in_title or ${inTitle}
      from raised where known.hub_id = ${hubId} and known.word = raised.word
    )
    insert into hub_word (hub_id, word, items, in_title)
    select ${hubId}, word, ${items}::real, ${inTitle} from noted
    where not exists (select 1 from hub_word as known where known.hub_id = ${hubId} and known.word = noted.word collate "C")
    order by word
    on conflict (hub_id, word) do nothing`;
  await afterCommit(database, async (free) => void (await statement.execute(free)));
}

import { sql } from 'kysely';
import { tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { quoteLexeme } from '#server/platform/indexing/lexemes.ts';
import { stemsIn } from '#server/platform/indexing/stems.ts';
import type { SearchCandidate } from './candidates.ts';
import type { Slot } from './slots.ts';
import type { Match } from './written-forms.ts';

/** In shorter queries the words of the best hits lead away from what was meant. */
const SLOTS_MIN = 5;
export const isLongQuery = (wanted: readonly Slot[]): boolean => wanted.length >= SLOTS_MIN;

/** The best hits, whose words are taken, and so much of each text. */
const BEST = 5;
const READ_MAX = 4_000;
/** Words whose number in the hub is looked up, and those of them that count. */
const LOOKED_UP = 240;
const TERMS = 60;
/** Words of more of the hub's texts say nothing. */
const SHARE_MAX = 0.1;
/** Hits whose order may change. */
export const RERANKED = 100;
/** What the weightiest word of the best hits counts beside a word of the query. */
const WEIGHT = 0.5;
/** Words of about the same weight are counted together, which costs a fraction of counting each. */
const TIERS = 4;

type Term = { lexeme: string; weight: number };
type Slots = { wanted: readonly Slot[]; passages: number };

/**
 * Orders the hits of a long query by their scores alone, and by the words that the very best of them have and few other
 * texts: such a query describes what is looked for, other texts describe it in other words, and one that happens to have all
 * of its words is not the best for that. It reads 5 texts and ranks 100, however long the query is (docs/decisions/0156).
 */
export async function rankByFeedback(
  database: Database,
  hubId: string,
  found: readonly Match[],
  slots: Slots,
): Promise<Match[]> {
  if (found.length < 2) return [...found];
  // Of those that every page has, so that the order of a page does not depend on which one was wanted.
  const best = found
    .slice(0, RERANKED)
    .sort((one, other) => other.score - one.score)
    .slice(0, BEST);
  const terms = await termsOf(database, hubId, best, slots);
  if (terms.length === 0) return [...found];
  const reranked = found.slice(0, RERANKED);
  const shares = await termShares(
    database,
    reranked.map(({ passage_id }) => passage_id),
    terms,
  );
  // Scores are shares of what all words of the query weigh.
  const whole = slots.wanted.reduce(
    (sum, { items, prefixItems }) => sum + rarityOf(items + prefixItems, slots.passages),
    0,
  );
  const scored = reranked.map((one) => ({
    ...one,
    score: one.score + (WEIGHT * (shares.get(one.passage_id) ?? 0)) / whole,
  }));
  scored.sort((one, other) => other.score - one.score);
  return [...scored, ...found.slice(RERANKED)];
}

function rarityOf(items: number, passages: number): number {
  const having = Math.min(items, passages);
  return Math.max(0.1, Math.log(1 + (passages - having + 0.5) / (having + 0.5)));
}

/** The words of the best hits that tell them from other texts, the weightiest first. */
async function termsOf(
  database: Database,
  hubId: string,
  best: readonly SearchCandidate[],
  slots: Slots,
): Promise<Term[]> {
  const { rows } = await sql<{ id: number; language: string; text: string }>`
    select p.id, p.language, i.title || chr(10) || left(p.heading || chr(10) || p.body, ${sql.lit(READ_MAX)}) as text
    from (
      select id from unnest(${best.map(({ passage_id }) => passage_id)}::bigint[]) as id limit ${sql.lit(BEST)}
    ) as one
      join passage p on p.id = one.id join item i on i.id = p.item_id`.execute(database);
  const scores = new Map(best.map(({ passage_id, score }) => [passage_id, score]));
  const counted = new Map<string, number>();
  for (const { id, text } of rows) {
    const times = new Map<string, number>();
    for (const { token, run } of tokenize(text)) {
      if (!run) times.set(token, (times.get(token) ?? 0) + 1);
    }
    for (const [token, count] of times) {
      counted.set(token, (counted.get(token) ?? 0) + ((scores.get(id) ?? 0) * count) / (count + 1));
    }
  }
  const likeliest = [...counted].sort((one, other) => other[1] - one[1]).slice(0, LOOKED_UP);
  const { rows: known } = await sql<{ word: string; items: number }>`
    select known.word, known.items
    from (
      select word from unnest(${likeliest.map(([word]) => word)}::text[]) as word limit ${sql.lit(LOOKED_UP)}
    ) as likely
      join hub_token as known on known.hub_id = ${hubId} and known.word = likely.word collate "C"
    where known.items <= ${slots.passages * SHARE_MAX}::float8`.execute(database);
  const weighed = known
    .map(({ word, items }) => {
      const rarity = rarityOf(items, slots.passages);
      return { word, rarity, weight: (counted.get(word) ?? 0) * rarity };
    })
    .sort((one, other) => other.weight - one.weight)
    .slice(0, TERMS);
  const languages = [...new Set(rows.map(({ language }) => language))];
  const byLanguage = await stemsIn(
    database,
    languages,
    weighed.map(({ word }) => word),
  );
  const typed = new Set(slots.wanted.flatMap(({ steps }) => steps.flatMap(({ lexemes }) => lexemes)));
  const most = weighed[0]?.weight ?? 1;
  return weighed.flatMap(({ word, rarity, weight }) => {
    const stems = new Set([...byLanguage.values()].map((language) => language.stems.get(word) ?? word));
    return [...stems]
      .filter((lexeme) => !typed.has(lexeme))
      .map((lexeme) => ({ lexeme, weight: (weight / most) * rarity }));
  });
}

/** How much each passage has of the terms: the sum of their weights, each by how often the term is there. */
async function termShares(
  database: Database,
  passageIds: readonly number[],
  terms: readonly Term[],
): Promise<Map<number, number>> {
  const size = Math.ceil(terms.length / TIERS);
  const tiers = Array.from({ length: TIERS }, (_, n) => terms.slice(n * size, (n + 1) * size));
  const worths = tiers.flatMap((tier) => {
    if (tier.length === 0) return [];
    // Of alternatives `ts_rank` is the mean.
    const weight = tier.reduce((sum, one) => sum + one.weight, 0);
    const query = tier.map(({ lexeme }) => quoteLexeme(lexeme)).join(' | ');
    return sql`${weight}::float8 * ts_rank('{1, 1, 1, 1}', one.lexemes, ${query}::tsquery)`;
  });
  // Unpacked once for all tiers, and without the bands.
  const { rows } = await sql<{ id: number; share: number }>`
    select id, ${sql.join(worths, sql` + `)} as share
    from (
      select p.id, ts_filter(p.lexemes, '{a,b,d}') as lexemes
      from (select id from unnest(${passageIds}::bigint[]) as id limit ${sql.lit(RERANKED)}) as one
        join passage p on p.id = one.id offset 0
    ) as one`.execute(database);
  return new Map(rows.map(({ id, share }) => [id, share]));
}

import { sql } from 'kysely';
import { tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import type { SearchCandidate } from './candidates.ts';
import type { Slot } from './slots.ts';

/** So many of the best are looked at. */
export const COMPARED_MAX = 50;
/** In longer queries one word's ending says little. */
const COMPARED_SLOTS_MAX = 4;
/** The bonus where all words are there as typed; the score of an item is 1 at most without it. */
const WRITTEN = 0.3;
/** The share of it for a word that differs in its accents only. */
const FOLDED = 0.6;

type Match = SearchCandidate & { strict: boolean };

/**
 * Prefers items with the words as they were typed to those with other words of the same stem, which is all
 * that the index knows. Of the best ones only, by the text of their best passage.
 */
export async function preferWrittenForms<T extends Match>(
  database: Database,
  found: readonly T[],
  slots: readonly Slot[],
): Promise<T[]> {
  const tokensTyped = slots.flatMap(({ steps: [step, ...others] }) => {
    if (!step?.spelled || others.length > 0 || step.prefix) return [];
    return [{ folded: step.meant, written: step.meant === step.word ? step.written : step.meant }];
  });
  if (found.length < 2 || tokensTyped.length === 0 || slots.length > COMPARED_SLOTS_MAX) return [...found];
  const compared = found.slice(0, COMPARED_MAX);
  const { rows } = await sql<{ id: number; title: string; heading: string; body: string }>`
    select p.id, i.title, p.heading, p.body
    from unnest(${compared.map((one) => one.passage_id)}::bigint[]) as one (id)
      join passage p on p.id = one.id join item i on i.id = p.item_id`.execute(database);
  const texts = new Map(rows.map((row) => [row.id, row]));
  const scored = compared.map((one) => {
    const text = texts.get(one.passage_id);
    if (!text) return one;
    const tokens = new Set<string>();
    const forms = new Set<string>();
    for (const part of [plainText(text.title), text.heading, text.body])
      for (const { token, written } of tokenize(part)) {
        tokens.add(token);
        forms.add(written);
      }
    const share = tokensTyped.reduce(
      (sum, { folded, written }) => sum + (forms.has(written) ? 1 : tokens.has(folded) ? FOLDED : 0),
      0,
    );
    return { ...one, score: one.score + (WRITTEN * share) / slots.length };
  });
  // What has all words stays before what has some, and whole words before longer ones.
  const groupOf = (one: Match) => Number(one.strict) * 4 + Number(one.exact ?? true) * 2;
  scored.sort((one, other) => groupOf(other) - groupOf(one) || other.score - one.score);
  return [...scored, ...found.slice(COMPARED_MAX)];
}

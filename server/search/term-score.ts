import { type RawBuilder, sql } from 'kysely';
import type { SearchTerm } from '#lib/text/search-query.ts';
import { quoteLexeme, wholeTitleLexeme } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import { type Slot, slotQuery } from './slots.ts';

const WEIGHTS = '{0.1, 0.2, 0.35, 1}';

/**
 * How well a passage `p` of a form, a submission, a comment or a post fits, as an expression: short texts, for which the
 * occurrences of the words are enough; 0 without any.
 * @param count of all words, where not all of them are looked for
 */
export function termScore(
  terms: readonly SearchTerm[],
  wanted: readonly Slot[],
  count = wanted.length,
): RawBuilder<number> {
  if (wanted.length === 0) return sql<number>`0::real`;
  const title = wholeTitleLexeme(plainText(terms.map(({ text }) => text).join(' ')));
  const ranks = wanted.map(
    (slot) => sql`ts_rank(${WEIGHTS}::real[], p.lexemes, ${slotQuery(slot)}::tsquery) / ${count}::real`,
  );
  const titled = sql`case when p.lexemes @@ ${title === null ? '' : quoteLexeme(title)}::tsquery then 1::real else 0 end`;
  return sql<number>`(${sql.join(ranks, sql` + `)} + ${titled})`;
}

/** The positions of the wanted words in a passage `p`, as JSON: what was typed, and what it may be a beginning of. */
export function passageMatches(wanted: readonly Slot[]): RawBuilder<unknown> {
  const steps = wanted.flatMap((slot) => slot.steps);
  const lexemes = steps.filter(({ prefix }) => !prefix).flatMap((step) => step.lexemes);
  const begins = steps.filter(({ prefix }) => prefix).flatMap((step) => step.lexemes);
  return sql`(select json_agg(json_build_object('lexeme', lexeme, 'positions', positions, 'weights', weights))
    from unnest(p.lexemes) where positions is not null and (lexeme = any(${lexemes}::text[])
      or exists (select from unnest(${begins}::text[]) as begun where starts_with(lexeme, begun))))`;
}

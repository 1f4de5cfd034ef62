import { type RawBuilder, sql } from 'kysely';
import { quoteLexeme, wholeTitleLexeme } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import type { EngineRequest } from './search-engine.ts';
import { andQuery, prefixLexemes, type Slot, slotLexemes, slotQuery } from './slots.ts';

type Weighted = { query: string; weight: number };

/** The weight of a prefix match relative to a whole word. */
const PREFIX_WEIGHT = 0.3;

/** The queries of slots with their weights: rare words more than common ones. */
export function scoreOf(slots: readonly Slot[], passages: number): Weighted[] {
  return slots.flatMap((slot) => {
    const rarity = Math.max(0.1, Math.log(1 + (passages + 1) / (1 + slot.items + slot.prefixItems)));
    // ts_rank divides by the number of alternatives: spelling variants must not lower a word's weight.
    const lexemes = slot.steps.reduce((sum, step) => sum + step.lexemes.length, 0);
    const whole = { query: slotLexemes(slot), weight: rarity * lexemes };
    const begun = prefixLexemes(slot);
    const begunLexemes = slot.steps.reduce((sum, step) => sum + step.prefixes.length, 0);
    return begun ? [whole, { query: begun, weight: rarity * begunLexemes * PREFIX_WEIGHT }] : [whole];
  });
}

/** Adjacent words, in the order typed: the most likely meaning of a query of several words. */
function asPhrase(slots: readonly Slot[]): string | null {
  if (slots.length < 2 || slots.some((slot) => slot.steps.length > 1)) return null;
  return slots.map((slot) => slotQuery(slot)).join(' <-> ');
}

/** Of PostgreSQL's lexeme classes D, C, B and A, for `ts_rank`. */
export const WEIGHTS = '{0.1, 0.2, 0.35, 1}';
/** The bonus where the query is the title; the words themselves add 1 at most. */
export const TITLED = 1;

/** How well a passage `p` fits the slots, 1 at most but for a phrase. */
export function rank(slots: readonly Slot[], passages: number, near: boolean): RawBuilder<number> {
  const weighted = scoreOf(slots, passages);
  const total = weighted.reduce((sum, one) => sum + one.weight, 0) || 1;
  const parts = weighted.map(
    ({ query, weight }) =>
      sql`${weight / total}::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${query}::tsquery)`,
  );
  const phrase = asPhrase(slots);
  if (near && slots.length > 1) {
    const all = andQuery(slots.map(slotLexemes));
    parts.push(sql`0.1::real * ts_rank(${WEIGHTS}::real[], p.lexemes, ${all}::tsquery)`);
  }
  if (phrase) parts.push(sql`case when p.lexemes @@ ${phrase}::tsquery then 0.15::real else 0 end`);
  return sql<number>`(${sql.join(parts, sql` + `)})`;
}

/** A small bonus for recent changes: 8 % for today, half of it after four months. */
export const recency = sql`(1 + 0.08::float8 * exp(extract(epoch from i.updated_at - now())::float8 / 15000000))`;

/** The words wanted as the title as a whole, as a tsquery; null where they can't be one. */
export function titleQuery({ terms }: EngineRequest): string | null {
  const wanted = terms.filter((term) => !term.excluded).map((term) => term.text);
  const lexeme = wholeTitleLexeme(plainText(wanted.join(' ')));
  return lexeme === null ? null : quoteLexeme(lexeme);
}

import { type RawBuilder, sql } from 'kysely';
import { MULTI_PASSAGE_LEXEME, quoteLexeme, wholeTitleLexeme } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import type { EngineRequest } from './search-engine.ts';
import { type Part, prefixLexemes, type Slot, type Step, slotLexemes, slotQuery } from './slots.ts';

/**
 * BM25F with the values that ranked two judged collections best (docs/decisions/0110): a word's occurrences in
 * title and text are added, each by the length of its own field, and then saturate.
 */
const SATURATION = 2;
const LENGTH_NORM = 0.75;
const TITLE_TIMES = 3;
/** A text counts as no longer than this many usual ones: else a book would never be found by one page. */
const LONGEST = 10;
/** Passages of an item that its length is reckoned by. */
const PASSAGES_MAX = 12;
/** Titles and texts are at least this long, in characters and lexemes: a single word isn't all of its text. */
const TITLE_MIN = 12;
const LEXEMES_MIN = 24;

/** Of `ts_rank`'s weights of the lexeme classes D, C, B and A: text with headings, and titles. */
const IN_TEXT = '{1, 0, 1, 0}';
const IN_TITLE = '{0, 0, 0, 1}';
/** How often a lexeme counts that another word has, in a language that stems alike. */
const OF_OTHER_TOKENS = 0.25;
/** How often a longer word counts of which the typed one may be a prefix. */
const BEGUN = 0.3;
/** The bonus where the query is the title. */
export const TITLED = 1;
/** The bonus of adjacent words, in the order typed; for as many words as are likely to be a phrase. */
const ADJACENT = 0.12;
const ADJACENT_SLOTS_MAX = 4;

/**
 * How often a lexeme occurs, from `ts_rank`, which sums 1/n² over the occurrences and divides by π²/6: nothing
 * else counts positions without unfolding the whole vector.
 */
function occurrences(weights: string, query: RawBuilder<unknown>): RawBuilder<number> {
  const rank = sql`least(ts_rank(${sql.lit(weights)}::real[], p.lexemes, ${query}), 0.995)`;
  return sql<number>`(0.6079 / (1.0002 - ${rank}) - 0.6078)`;
}

/** The lexeme that a word has in the passage's own language. */
function ownLexeme(step: Step): RawBuilder<unknown> {
  if (step.corrected) return sql`${step.lexemes.map(quoteLexeme).join(' | ')}::tsquery`;
  const suffix = step.prefix ? ':*' : '';
  const lexeme = (one: string) => sql`${quoteLexeme(one) + suffix}::tsquery`;
  const stemmed = [...step.byLanguage].filter(([, stem]) => stem !== step.word);
  if (stemmed.length === 0) return lexeme(step.word);
  const cases = stemmed.map(([language, stem]) => sql`when ${language} then ${lexeme(stem)}`);
  return sql`(case p.language ${sql.join(cases, sql` `)} else ${lexeme(step.word)} end)`;
}

/** Whether a text may have the word by a lexeme that isn't the one of its language. */
function hasOtherLexemes(step: Step): boolean {
  if (step.corrected) return false;
  const own = new Set(step.byLanguage.values());
  return own.size > 1 || step.lexemes.some((lexeme) => lexeme !== step.word && !own.has(lexeme));
}

/** How often a passage `p` has the slot in its text, and in its title. */
function slotColumns(slot: Slot, index: number): RawBuilder<unknown> {
  const [step] = slot.steps;
  const columns = (text: RawBuilder<unknown>, title: RawBuilder<unknown>) =>
    sql`(${text})::real as ${sql.ref(`text${index}`)}, (${title})::real as ${sql.ref(`title${index}`)}`;
  if (!step || slot.steps.length > 1) {
    const any = sql`${slotLexemes(slot)}::tsquery`;
    const whole = (value: RawBuilder<unknown>) =>
      sql`case when p.lexemes @@ ${slotQuery(slot)}::tsquery then ${value} else 0 end`;
    return columns(whole(occurrences(IN_TEXT, any)), whole(occurrences(IN_TITLE, any)));
  }
  const own = ownLexeme(step);
  const count = (weights: string, part: Part) => {
    const values: RawBuilder<unknown>[] = [occurrences(weights, own)];
    // Whether, not how often: looking for one of many lexemes costs far less than counting them all.
    const weaker = (query: string | null, times: number) => {
      if (query === null) return;
      values.push(sql`case when p.lexemes @@ ${query}::tsquery then ${sql.lit(times)} else 0 end`);
    };
    weaker(hasOtherLexemes(step) ? slotLexemes(slot, part) : null, OF_OTHER_TOKENS);
    weaker(prefixLexemes(slot, part), BEGUN);
    return sql.join(values, sql` + `);
  };
  return columns(count(IN_TEXT, 'BD'), count(IN_TITLE, 'A'));
}

/** Adjacent words, in the order typed: the most likely meaning of a query of a few words. */
function asPhrase(slots: readonly Slot[]): string | null {
  if (slots.length < 2 || slots.length > ADJACENT_SLOTS_MAX || slots.some((slot) => slot.steps.length > 1)) {
    return null;
  }
  return slots.map((slot) => slotQuery(slot)).join(' <-> ');
}

/**
 * What the rank reads of a passage `p` of an item `i`: to be selected per candidate, for {@link rankedItems}.
 */
export function rankColumns(request: EngineRequest, slots: readonly Slot[]): RawBuilder<unknown> {
  const title = titleQuery(request);
  const phrase = asPhrase(slots);
  const bonus = [
    title ? sql`case when p.lexemes @@ ${title}::tsquery then ${sql.lit(TITLED)} else 0 end` : sql`0`,
    phrase ? sql`case when p.lexemes @@ ${phrase}::tsquery then ${sql.lit(ADJACENT)} else 0 end` : sql`0`,
  ];
  return sql`p.id, p.item_id, p.number, i.kind = 'table' as of_table, length(p.lexemes) as lexeme_count,
    p.lexemes @@ ${`'${MULTI_PASSAGE_LEXEME}'`}::tsquery as of_several, char_length(i.title) as title_length,
    (${sql.join(bonus, sql` + `)})::real as bonus, ${recency} as recency,
    ${sql.join(
      slots.map((slot, index) => slotColumns(slot, index)),
      sql`, `,
    )}`;
}

/** A slot's rarity among the hub's items; where nothing counts it, among the candidates. */
function rarity(slot: Slot, passages: number, index: number): RawBuilder<number> {
  const known = slot.items + slot.prefixItems;
  if (known > 0) {
    const items = Math.min(known, passages);
    return sql<number>`${Math.max(0.1, Math.log(1 + (passages - items + 0.5) / (items + 0.5)))}::float8`;
  }
  const counted = sql`least(${passages}::float8, count(*) filter (where ${presence(index)}) over ())`;
  return sql<number>`greatest(0.1, ln(1 + (${passages}::float8 - ${counted} + 0.5) / (${counted} + 0.5)))`;
}

const presence = (index: number): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`text${index}`)} + ${sql.ref(`title${index}`)} > 0`;

/**
 * The items of a table `candidate` of {@link rankColumns} with their scores, 1 at most but for bonuses, as the
 * common table expressions `found_item` and `ranked`.
 * @param matched an expression over `found_item` to be selected beside the score
 */
export function rankedItems(
  slots: readonly Slot[],
  passages: number,
  matched: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const indexes = slots.map((_, index) => index);
  const counts = indexes.map((index) => {
    const [text, title] = [sql.ref(`text${index}`), sql.ref(`title${index}`)];
    // The rows of a table are texts of their own.
    return sql`case when bool_or(of_table) then max(${text}) else sum(${text}) end as ${text}, max(${title}) as ${title}`;
  });
  const worth = indexes.map((index) => {
    const text = sql.ref(`text${index}`);
    return sql`${text} / (${text} + ${sql.lit(SATURATION)})`;
  });
  const weight = (index: number) => sql.ref(`rarity${index}`);
  const times = (index: number) =>
    sql`(${sql.ref(`text${index}`)} / text_norm + ${sql.ref(`title${index}`)} * ${sql.lit(TITLE_TIMES)} / title_norm)`;
  const terms = indexes.map(
    (index) => sql`${weight(index)} * ${times(index)} / (${times(index)} + ${sql.lit(SATURATION)})`,
  );
  const norm = (value: RawBuilder<unknown>) =>
    sql`${sql.lit(1 - LENGTH_NORM)} + ${sql.lit(LENGTH_NORM)} * least(${sql.lit(LONGEST)}, ${value})`;
  return sql`grouped as (
      select item_id, bool_or(exact) as exact, max(bonus) as bonus, max(recency) as recency,
        (array_agg(id order by exact desc, bonus + ${sql.join(worth, sql` + `)} desc, number))[1] as passage_id,
        greatest(${sql.lit(TITLE_MIN)}, max(title_length))::float8 as title_length,
        greatest(${sql.lit(LEXEMES_MIN)}, max(lexeme_count))::float8 as lexeme_count,
        bool_or(of_several) and not bool_or(of_table) as of_several, ${sql.join(counts, sql`, `)}
      from candidate group by item_id
    ), found_item as (
      select grouped.*, lexeme_count * case when of_several then least(${sql.lit(PASSAGES_MAX)}, 1 + (
          select number from passage other where other.item_id = grouped.item_id order by number desc limit 1
        )) else 1 end as item_lexeme_count from grouped
    ), measured as (
      select *, ${norm(sql`item_lexeme_count / avg(item_lexeme_count) over ()`)} as text_norm,
        ${norm(sql`title_length / avg(title_length) over ()`)} as title_norm,
        ${sql.join(
          slots.map((slot, index) => sql`${rarity(slot, passages, index)} as ${weight(index)}`),
          sql`, `,
        )}
      from found_item
    ), ranked as (
      select item_id, passage_id, exact, (${matched}) as matched,
        ((${sql.join(terms, sql` + `)}) / (${sql.join(indexes.map(weight), sql` + `)}) + bonus) * recency as score
      from measured
    )`;
}

/** How many of the slots an item of `found_item` has, by their numbers. */
export function matchedSlots(indexes: readonly number[]): RawBuilder<number> {
  if (indexes.length === 0) return sql<number>`0`;
  const each = indexes.map((index) => sql`(${presence(index)})::integer`);
  return sql<number>`(${sql.join(each, sql` + `)})`;
}

/** A small bonus for recent changes: 8 % for today, half of it after four months. */
const recency = sql`(1 + 0.08::float8 * exp(extract(epoch from i.updated_at - now())::float8 / 15000000))`;

/** The words wanted as the title as a whole, as a tsquery; null where they can't be one. */
export function titleQuery({ terms }: EngineRequest): string | null {
  const wanted = terms.filter((term) => !term.excluded).map((term) => term.text);
  const lexeme = wholeTitleLexeme(plainText(wanted.join(' ')));
  return lexeme === null ? null : quoteLexeme(lexeme);
}

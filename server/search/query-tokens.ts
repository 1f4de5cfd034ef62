import { sql } from 'kysely';
import { foldToken } from '#lib/text/tokens.ts';
import type { Database, Transaction } from '#server/platform/database/database.ts';
import { stemsIn } from '#server/platform/indexing/stems.ts';
import type { Slot, Step } from './slots.ts';
import { distance, mostTypos } from './typo.ts';

/** The most longer words that one may be a prefix of; only a rare word is taken for a prefix. */
const PREFIX_TOKENS_MAX = 12;
/** Sorts after any continuation of a word. */
const LAST_CHARACTER = '\u{10ffff}';
const SELDOM = 50;
const MOST_ALIKE = 4;
/** Share of trigrams that one typing error in a word of four letters leaves in common. */
const LEAST_ALIKE = 0.2;
/** A search without matches waits no longer for corrections, in milliseconds. */
const MOST_MS = 3_000;

type Row = { step: number; word: string; items: number | null };

/**
 * Gives each spelled step its lexemes in the hub's languages, each slot its count, and the last word the
 * words that it may be a prefix of.
 * @returns about how many passages the hub has.
 */
export async function resolveSlots(
  database: Database,
  hubId: string,
  slots: readonly Slot[],
): Promise<number> {
  const steps = slots.flatMap((slot) =>
    slot.steps.filter((step) => step.spelled).map((step) => ({ slot, step })),
  );
  const { rows, languages, passages } = await vocabularyRows(
    database,
    hubId,
    steps.map(({ step }) => step.word),
    lastStep(slots),
  );
  const typed = steps.flatMap(({ step }) => [step.word, step.written]);
  const longer = rows.filter(({ step }) => step < 0);
  const byLanguage = await stemsIn(
    database,
    languages,
    new Set([...typed, ...longer.map(({ word }) => word)]),
  );
  const stemsOfWord = (word: string) =>
    [...byLanguage.values()].map(({ stems }) => stems.get(word) ?? foldToken(word));
  for (const [index, { step, slot }] of steps.entries()) {
    const words = [...new Set([step.word, step.written])];
    step.lexemes = [...new Set([step.word, ...words.flatMap(stemsOfWord)])];
    if (slot.steps.length > 1) continue;
    slot.items = rows.find((row) => row.step === index)?.items ?? 0;
    const isCommon = [...byLanguage.values()].some(({ stopWords }) =>
      words.some((word) => stopWords.has(word)),
    );
    slot.optional = isCommon && !slot.quoted;
  }
  const final = steps.at(-1);
  if (final && longer.length > 0) {
    const begun = new Set(longer.flatMap(({ word }) => [word, ...stemsOfWord(word)]));
    final.step.prefixes = [...begun].filter((lexeme) => !final.step.lexemes.includes(lexeme));
    final.slot.prefixItems = longer.reduce((sum, { items }) => sum + (items ?? 0), 0);
  }
  return passages;
}

/**
 * What the hub's vocabulary has of the typed words, by their place among them, and (as -1) of longer words
 * than the last one; with the hub's languages.
 */
async function vocabularyRows(
  database: Database,
  hubId: string,
  words: readonly string[],
  last: string,
): Promise<{ rows: Row[]; languages: string[]; passages: number }> {
  const begins = [...last].length > 1 ? [last] : [];
  const { rows } = await sql<{ rows: Row[] | null; languages: string[]; passages: number }>`
    with wanted as (
      (select step::integer - 1 as step, typed.word, known.items
      from (
        select * from unnest(${words}::text[]) with ordinality as typed (word, step)
        limit ${sql.lit(words.length)}
      ) as typed
      left join hub_word as known on known.hub_id = ${hubId} and known.word = typed.word collate "C")
      union all
      (select -1, longer.word, longer.items
      from (select word from unnest(${begins}::text[]) as word limit 1) as typed cross join lateral (
        select word, items from hub_word
        where hub_id = ${hubId} and word > typed.word collate "C" and word < typed.word || ${LAST_CHARACTER}::text
          and not exists (
            select 1 from hub_word as same
            where same.hub_id = ${hubId} and same.word = typed.word collate "C" and same.items > ${sql.lit(SELDOM)}
          )
        order by in_title desc, items desc limit ${sql.lit(PREFIX_TOKENS_MAX)}
      ) as longer)
    ), spoken as (
      select coalesce(array_agg(language order by passages desc), '{}') as languages,
        coalesce(sum(passages), 0)::float8 as passages
      from hub_language where hub_id = ${hubId}
    )
    select (select json_agg(wanted) from wanted) as rows, spoken.* from spoken`.execute(database);
  const [read] = rows;
  return { rows: read?.rows ?? [], languages: read?.languages ?? [], passages: read?.passages ?? 0 };
}

/** The word that is being typed, or an empty text: only a wanted, unquoted one can be unfinished. */
function lastStep(slots: readonly Slot[]): string {
  const slot = slots.at(-1);
  const step = slot?.steps.at(-1);
  return slot && step?.spelled && !slot.quoted && !slot.excluded ? step.word : '';
}

/** Whether it is a written word, long enough to recognize an error in it. */
export const isCorrectable = (step: Step): boolean => step.spelled && mostTypos(step.word) > 0;

export type TokenSuggestion = { step: Step; word: string; lexemes: string[] };

/**
 * Words of the hub that each of `steps` may have been meant as, likeliest first; the reader's access is not
 * checked here.
 * @param timeMs how long it may take: none are returned from a vocabulary that takes longer to search
 */
export async function similarTokens(
  database: Database,
  hubId: string,
  steps: readonly Step[],
  timeMs: number = MOST_MS,
): Promise<TokenSuggestion[]> {
  const typed = steps.filter(isCorrectable);
  if (typed.length === 0) return [];
  const rows = await database
    .transaction()
    .execute(async (trx) => {
      await sql`select set_config('pg_trgm.similarity_threshold', ${String(LEAST_ALIKE)}, true),
        set_config('statement_timeout', ${String(timeMs)}, true)`.execute(trx);
      return similarTokenRows(trx, hubId, typed);
    })
    .catch((error: unknown) => {
      if (isTimeout(error)) return [];
      throw error;
    });
  const byLanguage = await stemsIn(database, rows[0]?.languages ?? [], new Set(rows.map(({ word }) => word)));
  const lexemesOf = (word: string) => [
    ...new Set([word, ...[...byLanguage.values()].map(({ stems }) => stems.get(word) ?? word)]),
  ];
  return typed.flatMap((step, index) =>
    rows
      .filter((row) => row.step === index && row.word !== step.word)
      .map((row) => ({ ...row, typos: distance(step.word, row.word) }))
      .filter((row) => row.typos <= mostTypos(step.word))
      .sort((a, b) => a.typos - b.typos || b.items - a.items)
      .slice(0, MOST_ALIKE)
      .map(({ word }) => ({ step, word, lexemes: lexemesOf(word) })),
  );
}

/** PostgreSQL's `query_canceled`. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

type SimilarRow = { step: number; word: string; items: number; languages: string[] };

async function similarTokenRows(
  trx: Transaction,
  hubId: string,
  typed: readonly Step[],
): Promise<SimilarRow[]> {
  const { rows } = await sql<SimilarRow>`
    select typed.step::integer - 1 as step, known.word, known.items,
      array(select language from hub_language where hub_id = ${hubId}) as languages
    from unnest(${typed.map((step) => step.word)}::text[]) with ordinality as typed (word, step)
    cross join lateral (
      select word, items from hub_word
      where hub_id = ${hubId} and word % typed.word and length(word) between length(typed.word) - 2 and length(typed.word) + 2
      order by similarity(word, typed.word) desc, items desc limit 60
    ) as known`.execute(trx);
  return rows;
}

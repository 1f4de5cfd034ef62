import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/database.ts';
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

type Row = {
  step: number;
  word: string;
  items: number | null;
  lexemes: string[];
  common: boolean;
  passages: number;
};

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
  const last = lastStep(slots);
  const begins = [...last].length > 1 ? [last] : [];
  const { rows } = await sql<Row>`
    with language as materialized (
      select (language || '_stem')::regdictionary as stemmer from hub_language
      where hub_id = ${hubId} and language <> 'simple'
    ), wanted as (
      (select step::integer - 1 as step, typed.word, known.items
      from (
        select * from unnest(${steps.map(({ step }) => step.word)}::text[]) with ordinality as typed (word, step)
        limit ${sql.lit(steps.length)}
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
    )
    select wanted.step, wanted.word, wanted.items,
      array(select distinct coalesce((ts_lexize(stemmer, wanted.word))[1], wanted.word) from language) as lexemes,
      exists (select 1 from language where ts_lexize(stemmer, wanted.word) = '{}') as common,
      (select coalesce(sum(passages), 0) from hub_language where hub_id = ${hubId}) as passages
    from wanted`.execute(database);
  const final = steps.at(-1);
  const begun = new Set<string>();
  let begunItems = 0;
  for (const row of rows) {
    const typed = steps[row.step];
    if (!typed) {
      for (const lexeme of [row.word, ...row.lexemes]) begun.add(lexeme);
      begunItems += row.items ?? 0;
      continue;
    }
    typed.step.lexemes = [...new Set([row.word, ...row.lexemes])];
    if (typed.slot.steps.length > 1) continue;
    typed.slot.items = row.items ?? 0;
    typed.slot.optional = row.common && !typed.slot.quoted;
  }
  if (final && begun.size > 0) {
    final.step.prefixes = [...begun].filter((lexeme) => !final.step.lexemes.includes(lexeme));
    final.slot.prefixItems = begunItems;
  }
  return Number(rows[0]?.passages ?? 0);
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
  return typed.flatMap((step, index) =>
    rows
      .filter((row) => row.step === index && row.word !== step.word)
      .map((row) => ({ ...row, typos: distance(step.word, row.word) }))
      .filter((row) => row.typos <= mostTypos(step.word))
      .sort((a, b) => a.typos - b.typos || b.items - a.items)
      .slice(0, MOST_ALIKE)
      .map(({ word, lexemes }) => ({ step, word, lexemes: [...new Set([word, ...lexemes])] })),
  );
}

/** PostgreSQL's `query_canceled`. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014';

type SimilarRow = { step: number; word: string; items: number; lexemes: string[] };

async function similarTokenRows(
  trx: Transaction,
  hubId: string,
  typed: readonly Step[],
): Promise<SimilarRow[]> {
  const { rows } = await sql<SimilarRow>`
    with language as (
      select (language || '_stem')::regdictionary as stemmer from hub_language
      where hub_id = ${hubId} and language <> 'simple'
    )
    select typed.step::integer - 1 as step, known.word, known.items,
      array(select distinct coalesce((ts_lexize(stemmer, known.word))[1], known.word) from language) as lexemes
    from unnest(${typed.map((step) => step.word)}::text[]) with ordinality as typed (word, step)
    cross join lateral (
      select word, items from hub_word
      where hub_id = ${hubId} and word % typed.word and length(word) between length(typed.word) - 2 and length(typed.word) + 2
      order by similarity(word, typed.word) desc, items desc limit 60
    ) as known`.execute(trx);
  return rows;
}

import { sql } from 'kysely';
import { foldToken } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type LanguageStems, stemsIn } from '#server/platform/indexing/stems.ts';
import type { Slot, Step } from './slots.ts';
import { distance, mostTypos, spellings } from './typo.ts';

/** The most longer words that one may be a prefix of; only a rare word is taken for a prefix. */
const PREFIX_TOKENS_MAX = 12;
/** Sorts after any continuation of a word. */
const LAST_CHARACTER = '\u{10ffff}';
const SELDOM = 50;
const MOST_ALIKE = 6;
/** Words with two errors in them begin with the letters typed, and share this much of their trigrams. */
const ALIKE_BEGIN = 3;
const LEAST_ALIKE = 0.2;
const ALIKE_MAX = 30;

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
  const stemsOfToken = (word: string) =>
    [...byLanguage.values()].map(({ stems }) => stems.get(word) ?? foldToken(word));
  for (const [index, { step, slot }] of steps.entries()) {
    const forms = [...new Set([step.word, step.written])];
    step.lexemes = [...new Set([step.word, ...forms.flatMap(stemsOfToken)])];
    step.byLanguage = new Map(
      [...byLanguage].map(([language, { stems }]) => [language, stems.get(step.written) ?? step.word]),
    );
    if (slot.steps.length > 1) continue;
    slot.items = rows.find((row) => row.step === index)?.items ?? 0;
    const isCommon = [...byLanguage.values()].some(({ commonTokens }) =>
      forms.some((word) => commonTokens.has(word)),
    );
    slot.optional = isCommon && !slot.quoted;
  }
  await addCompounds(database, hubId, slots, byLanguage);
  const final = steps.at(-1);
  if (final && longer.length > 0) {
    const begun = new Set(longer.flatMap(({ word }) => [word, ...stemsOfToken(word)]));
    addLonger(final.slot, final.step, begun, longer);
  }
  return passages;
}

/** Lets a step match longer words of the vocabulary, by their lexemes. */
function addLonger(slot: Slot, step: Step, lexemes: ReadonlySet<string>, rows: readonly Row[]): void {
  const known = new Set([...step.lexemes, ...step.prefixes]);
  step.prefixes = [...step.prefixes, ...[...lexemes].filter((lexeme) => !known.has(lexeme))];
  slot.prefixItems += rows.reduce((sum, { items }) => sum + (items ?? 0), 0);
}

/** Languages that write compounds as one word: Bootshausschlüssel. */
const COMPOUNDING: ReadonlySet<string> = new Set(['german', 'dutch', 'swedish', 'danish', 'norwegian']);
/** Shorter ones are parts of too many words. */
const PART_MIN = 5;
/** Each is looked up by its trigrams: only in short queries. */
const PARTS_MAX = 4;
const COMPOUNDS_MAX = 24;

/** Lets the words of a short query match the compounds that they are a part of. */
async function addCompounds(
  database: Database,
  hubId: string,
  slots: readonly Slot[],
  byLanguage: ReadonlyMap<string, LanguageStems>,
): Promise<void> {
  const languages = [...byLanguage].filter(([language]) => COMPOUNDING.has(language));
  if (languages.length === 0) return;
  const parts = slots.flatMap((slot) => {
    const [step] = slot.steps;
    if (!step?.spelled || slot.steps.length > 1 || slot.quoted || slot.excluded) return [];
    const stems = languages.map(([, { stems: ofLanguage }]) => ofLanguage.get(step.written) ?? step.word);
    const [part = step.word] = stems.sort((one, other) => one.length - other.length);
    return part.length < PART_MIN ? [] : [{ slot, step, part }];
  });
  if (parts.length === 0 || parts.length > PARTS_MAX) return;
  const { rows } = await sql<Row>`
    select part.n::integer - 1 as step, known.word, known.items
    from unnest(${parts.map(({ part }) => part)}::text[]) with ordinality as part (word, n)
    cross join lateral (
      select word, items from hub_token
      where hub_id = ${hubId} and word like '%' || part.word || '%' and length(word) >= length(part.word) + ${sql.lit(3)}
      order by items desc limit ${sql.lit(COMPOUNDS_MAX)}
    ) as known`.execute(database);
  const stems = await stemsIn(
    database,
    languages.map(([language]) => language),
    new Set(rows.map(({ word }) => word)),
  );
  for (const [index, { slot, step }] of parts.entries()) {
    const compounds = rows.filter((row) => row.step === index);
    const lexemes = compounds.flatMap(({ word }) => [
      word,
      ...[...stems.values()].map((one) => one.stems.get(word) ?? word),
    ]);
    addLonger(slot, step, new Set(lexemes), compounds);
  }
}

/**
 * What the hub's vocabulary has of the typed words, by their place among them, and (as -1) of longer words
 * than the last one; with the hub's languages.
 */
async function vocabularyRows(
  database: Database,
  hubId: string,
  tokens: readonly string[],
  last: string,
): Promise<{ rows: Row[]; languages: string[]; passages: number }> {
  const begins = [...last].length > 1 ? [last] : [];
  const { rows } = await sql<{ rows: Row[] | null; languages: string[]; passages: number }>`
    with wanted as (
      (select step::integer - 1 as step, typed.word, known.items
      from (
        select * from unnest(${tokens}::text[]) with ordinality as typed (word, step)
        limit ${sql.lit(tokens.length)}
      ) as typed
      left join hub_token as known on known.hub_id = ${hubId} and known.word = typed.word collate "C")
      union all
      (select -1, longer.word, longer.items
      from (select word from unnest(${begins}::text[]) as word limit 1) as typed cross join lateral (
        select word, items from hub_token
        where hub_id = ${hubId} and word > typed.word collate "C" and word < typed.word || ${LAST_CHARACTER}::text
          and not exists (
            select 1 from hub_token as same
            where same.hub_id = ${hubId} and same.word = typed.word collate "C" and same.items > ${sql.lit(SELDOM)}
          )
        order by in_title desc, items desc limit ${sql.lit(PREFIX_TOKENS_MAX)}
      ) as longer)
    ), known_languages as (
      select coalesce(array_agg(language order by passages desc), '{}') as languages,
        coalesce(sum(passages), 0)::float8 as passages
      from hub_language where hub_id = ${hubId}
    )
    select (select json_agg(wanted) from wanted) as rows, known_languages.* from known_languages`.execute(
    database,
  );
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

/** A word that a step may have been meant as; `typos` away from it. */
export type TokenSuggestion = { step: Step; word: string; items: number; typos: number; lexemes: string[] };

/**
 * Words of the hub that each of `steps` may have been meant as, likeliest first; the reader's access is not
 * checked here. It takes the time of some hundred look-ups a step, whatever was typed.
 */
export async function similarTokens(
  database: Database,
  hubId: string,
  steps: readonly Step[],
): Promise<TokenSuggestion[]> {
  const typed = steps.filter(isCorrectable);
  if (typed.length === 0) return [];
  const rows = await similarTokenRows(database, hubId, typed);
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
      .map(({ word, items, typos }) => ({ step, word, items, typos, lexemes: lexemesOf(word) })),
  );
}

type SimilarRow = { step: number; word: string; items: number; languages: string[] };

/**
 * Words that differ by one error are looked up by each spelling that it may have made; those that differ by two
 * among the words that begin alike.
 */
async function similarTokenRows(
  database: Database,
  hubId: string,
  typed: readonly Step[],
): Promise<SimilarRow[]> {
  const spelled = typed.flatMap(({ word }, step) =>
    [...spellings(word)].map((spelling) => ({ step, spelling })),
  );
  const begins = typed.flatMap(({ word }, step) =>
    mostTypos(word) > 1 ? [{ step, word, begin: [...word].slice(0, ALIKE_BEGIN).join('') }] : [],
  );
  const { rows } = await sql<SimilarRow>`
    select found.step, found.word, found.items,
      array(select language from hub_language where hub_id = ${hubId}) as languages
    from (
      (select typed.step, known.word, known.items
      from unnest(${spelled.map(({ step }) => step)}::integer[], ${spelled.map(({ spelling }) => spelling)}::text[])
        as typed (step, word)
      cross join lateral (
        select word, items from hub_token where hub_id = ${hubId} and word = typed.word collate "C" limit 1
      ) as known)
      union
      (select typed.step, known.word, known.items
      from unnest(${begins.map(({ step }) => step)}::integer[], ${begins.map(({ word }) => word)}::text[],
        ${begins.map(({ begin }) => begin)}::text[]) as typed (step, word, begin)
      cross join lateral (
        select word, items from hub_token
        where hub_id = ${hubId} and word >= typed.begin collate "C"
          and word < (typed.begin || ${LAST_CHARACTER}::text) collate "C"
          and length(word) between length(typed.word) - 2 and length(typed.word) + 2
          and similarity(word, typed.word) >= ${sql.lit(LEAST_ALIKE)}
        order by similarity(word, typed.word) desc, items desc limit ${sql.lit(ALIKE_MAX)}
      ) as known)
    ) as found`.execute(database);
  return rows;
}

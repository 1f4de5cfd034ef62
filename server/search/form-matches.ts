import { sql } from 'kysely';
import { tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { FORM_KIND } from '#server/platform/indexing/index-form.ts';
import { PHRASE_GAP } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import {
  bestOf,
  type FormPlace,
  type FormSlots,
  type FoundForm,
  isSeen,
  lexemesSeen,
  partialForms,
  readFormPlace,
  strictForms,
} from './form-candidates.ts';
import { highlightMarks } from './hits.ts';
import { createSlots } from './query-slots.ts';
import { isCorrectable } from './query-tokens.ts';
import type { EngineRequest, Hit } from './search-engine.ts';
import type { Slot, Step } from './slots.ts';
import { passageMatches } from './term-score.ts';
import { spellings } from './typo.ts';

/** A typed beginning of a word is searched from this many letters on. */
const PREFIX_MIN_LENGTH = 3;
/** So many with all words are enough for a first page: what has only some of them is left out. */
const FIRST_PAGE = 10;
/** Words that are searched each by itself: the longest, which are the most specific. */
const PARTS_MAX = 8;
/** Words of a query that are corrected, each of which is searched by some hundred spellings; and the longest that may be. */
const CORRECTED = 3;
const DOUBTFUL = 6;
/** A word with more spellings is not corrected: they are one query, of which PostgreSQL takes no more than 1 MB. */
const SPELLINGS_MAX = 2_500;

export type FormMatches = {
  found: FoundForm[];
  wanted: readonly Slot[];
  /** The words that were searched in place of the typed ones. */
  corrected: string | null;
};

const NOTHING: FormMatches = { found: [], wanted: [], corrected: null };

/**
 * The terms as they are searched: forms and submissions are indexed as written, so that prefixes replace
 * endings.
 */
function slotsOf({ terms }: EngineRequest): { wanted: Slot[]; excluded: Slot[] } {
  const slots = createSlots(terms);
  for (const { quoted: isPhrase, steps } of [...slots.wanted, ...slots.excluded]) {
    const [step] = steps;
    // Within a phrase no word can be a prefix: the index has positions of whole words only.
    if (isPhrase || steps.length !== 1 || !step?.spelled) continue;
    step.prefix = step.word.length >= PREFIX_MIN_LENGTH;
  }
  return slots;
}

const lengthOf = ({ steps }: Slot): number => steps.reduce((sum, { word }) => sum + word.length, 0);

/** So many of the longest slots, in the order typed; with all that are quoted. */
function longest(slots: readonly Slot[], most: number): Slot[] {
  const first = [...slots].sort((one, other) => lengthOf(other) - lengthOf(one)).slice(0, most);
  return slots.filter((slot) => slot.quoted || first.includes(slot));
}

/** Whether the search is for forms and submissions too: filters alone list the latest items. */
const isForForms = ({ kinds }: EngineRequest, wanted: readonly Slot[]): boolean =>
  kinds.length > 0 ? kinds.includes(FORM_KIND) : wanted.length > 0;

async function hasForms(database: Database, hubId: string): Promise<boolean> {
  const { rows } = await sql`select from form_passage where hub_id = ${hubId} limit 1`.execute(database);
  return rows.length > 0;
}

/**
 * Forms that the reader may see, by their words, and submissions that the reader may read, best first: those with all
 * words, then, where these don't fill a page, with some. Access is checked by the form's own access list, in the same
 * query: a change of it takes effect immediately. The work is bounded, however many submissions match.
 */
export async function formMatches(
  database: Database,
  request: EngineRequest,
  limit: number,
): Promise<FormMatches> {
  const slots = slotsOf(request);
  if (!isForForms(request, slots.wanted) || !(await hasForms(database, request.reader.hubId))) return NOTHING;
  const place = await readFormPlace(database, request);
  return place ? readMatches(database, request, place, { slots, limit }) : NOTHING;
}

async function readMatches(
  database: Database,
  request: EngineRequest,
  place: FormPlace,
  { slots, limit }: { slots: FormSlots; limit: number },
): Promise<FormMatches> {
  const { wanted } = slots;
  const parts = { ...slots, wanted: longest(wanted, PARTS_MAX), count: wanted.length };
  const strict = await strictForms(database, request, place, slots, limit);
  const isEnough = wanted.length < 2 || strict.length >= Math.min(limit, FIRST_PAGE);
  const partial = isEnough ? [] : await partialForms(database, request, place, parts, limit);
  return { found: bestOf([...partial, ...strict], limit), wanted, corrected: null };
}

/**
 * The same where nothing that the reader may read has all words as they were typed: with each word that none of it has
 * as any that differs from it by one letter. A word that the reader can't see is no correction.
 */
export async function correctedFormMatches(
  database: Database,
  request: EngineRequest,
  limit: number,
): Promise<FormMatches | null> {
  const slots = slotsOf(request);
  if (!isForForms(request, slots.wanted) || !(await hasForms(database, request.reader.hubId))) return null;
  const place = await readFormPlace(database, request);
  if (!place) return null;
  const correctable = slots.wanted.filter(
    ({ steps, quoted }) => steps.length === 1 && !quoted && steps.every(isCorrectable),
  );
  const corrections = new Map<Slot, Step>();
  for (const slot of longest(correctable, DOUBTFUL)) {
    const [step] = slot.steps;
    if (!step || corrections.size === CORRECTED) break;
    const spelled = [...spellings(step.word)];
    if (spelled.length > SPELLINGS_MAX) continue;
    if (await isSeen(database, request, place, slot, slots.excluded)) continue;
    const seen = await lexemesSeen(database, request, place, spelled, slots.excluded);
    const [word] = seen;
    if (word === undefined) continue;
    corrections.set(slot, {
      ...step,
      word,
      written: word,
      lexemes: seen,
      prefix: false,
      corrected: true,
      meant: seen,
    });
  }
  if (corrections.size === 0) return null;
  const wanted = slots.wanted.map((slot) => {
    const step = corrections.get(slot);
    return step ? { ...slot, steps: [step] } : slot;
  });
  const matches = await readMatches(database, request, place, { slots: { ...slots, wanted }, limit });
  const corrected = wanted.map((slot) => slot.steps.map(({ written }) => written).join(' ')).join(' ');
  return { ...matches, corrected };
}

/** What a found form or submission has to show, in addition to the form itself. */
export type FormHit = Hit & { submissionId: string | null; space: { id: string; name: string } };

type Row = {
  form_id: string;
  submission_id: string | null;
  title: string;
  space_id: string;
  space_name: string;
  body: string;
  matches: { lexeme: string; positions: number[]; weights: string[] }[] | null;
};

/** The texts of the results with the matched positions, in the given order. */
export async function readFormHits(
  database: Database,
  { found, wanted }: Pick<FormMatches, 'found' | 'wanted'>,
): Promise<FormHit[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<Row>`
    select p.form_id, p.submission_id, coalesce(version.title, form.title) as title, space.id as space_id,
      space.name as space_name, p.body,
      ${passageMatches(wanted)} as matches
    from unnest(${found.map((one) => one.passage_id)}::bigint[]) with ordinality as one (id, n)
      join form_passage p on p.id = one.id join form on form.id = p.form_id join space on space.id = form.space_id
      left join form_version version on version.form_id = form.id and version.version = form.published_version
    order by one.n`.execute(database);
  const scores = new Map(found.map((one) => [one.submission_id ?? one.form_id, one.score]));
  return rows.map((row) => hitOf(row, scores.get(row.submission_id ?? row.form_id) ?? 0));
}

function hitOf(row: Row, score: number): FormHit {
  const title = plainText(row.title);
  const titleTokens = [...tokenize(title)];
  const places = (weight: string) =>
    (row.matches ?? []).flatMap(({ lexeme, positions, weights }) =>
      positions.filter((_, at) => weights[at] === weight).map((position) => ({ lexeme, position })),
    );
  const before = row.submission_id === null ? titleTokens.length + PHRASE_GAP : 0;
  return {
    itemId: row.form_id,
    submissionId: row.submission_id,
    space: { id: row.space_id, name: row.space_name },
    score,
    place: null,
    title: {
      text: title,
      marks: row.submission_id === null ? highlightMarks(titleTokens, places('A'), 0) : [],
    },
    heading: { text: '', marks: [] },
    body: { text: row.body, marks: highlightMarks([...tokenize(row.body)], places('D'), before) },
  };
}

import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { tokenize } from '#lib/text/tokens.ts';
import type { Database } from '#server/platform/database/database.ts';
import { FORM_KIND } from '#server/platform/indexing/index-form.ts';
import { hubLexeme, PHRASE_GAP, quoteLexeme } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import { highlightMarks } from './hits.ts';
import { createSlots } from './query-slots.ts';
import type { EngineRequest, Hit } from './search-engine.ts';
import { andQuery, type Slot, slotQuery } from './slots.ts';
import { passageMatches, termScore } from './term-score.ts';

/** A found form, or a submission of it. */
export type FoundForm = { form_id: string; submission_id: string | null; passage_id: number; score: number };

/** Passages that a rank reads at most. */
const READ_MOST = 2_000;
/** A typed beginning of a word is searched from this many letters on. */
const PREFIX_MIN_LENGTH = 3;

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

/**
 * Forms whose submissions the reader may read: those of the policy's `form.read_submissions` (docs/decisions
 * 15).
 */
function readsSubmissions({ reader }: EngineRequest): RawBuilder<unknown> {
  const me =
    reader.principals.find((principal) => principal.startsWith('user:'))?.slice('user:'.length) ?? null;
  const editor = sql.lit(ROLE_RANK.editor);
  return sql`(readable.own_rank >= ${editor} or form.created_by = ${me}::uuid and readable.rank >= ${editor})`;
}

function conditionsOf(request: EngineRequest, excluded: readonly Slot[]): RawBuilder<unknown> {
  const { reader, space, authors, from, until } = request;
  const changed = sql`coalesce(submission.created_at, form.updated_at)`;
  const conditions = [
    sql`p.hub_id = ${reader.hubId}`,
    sql`form.trashed_at is null`,
    sql`form.published_version is not null`,
    sql`(p.submission_id is null or ${readsSubmissions(request)})`,
  ];
  if (space) conditions.push(sql`lower(space.slug) = lower(${space})`);
  if (authors) {
    conditions.push(
      sql`case when p.submission_id is null then form.created_by else submission.submitted_by end = any(${authors}::uuid[])`,
    );
  }
  if (from) conditions.push(sql`${changed} >= ${from}`);
  if (until) conditions.push(sql`${changed} < ${until}`);
  if (excluded.length > 0) {
    const query = excluded.map((slot) => `(${slotQuery(slot)})`).join(' | ');
    conditions.push(sql`not ts_match_vq(p.lexemes, ${query}::tsquery)`);
  }
  return sql.join(conditions, sql` and `);
}

/**
 * Forms that the reader may see, by their words, and submissions that the reader may read, best first. Access
 * is checked by the form's own access list, in the same query: a change of it takes effect immediately.
 */
export async function formMatches(
  database: Database,
  request: EngineRequest,
  limit: number,
): Promise<FoundForm[]> {
  const { kinds, reader, terms } = request;
  if (kinds.length > 0 && !kinds.includes(FORM_KIND)) return [];
  const { wanted, excluded } = slotsOf(request);
  // Filters alone list the latest items; forms and submissions only where they are requested.
  if (wanted.length === 0 && kinds.length === 0) return [];
  const query = andQuery([quoteLexeme(hubLexeme(reader.hubId)), ...wanted.map((slot) => slotQuery(slot))]);
  const { rows } = await sql<FoundForm>`
    with found as (
      select p.form_id, p.submission_id, p.id as passage_id, ${termScore(terms, wanted)} as score
      from form_passage p
        join form on form.id = p.form_id
        cross join lateral (
          select max(role) as rank, max(role) filter (where principal <> 'admins') as own_rank from scope_access list
          where list.scope_id = form.scope_id and list.principal = any(${reader.principals}::text[])
          having count(*) > 0
        ) as readable
        join space on space.id = form.space_id and space.deleted_at is null
        left join submission on submission.id = p.submission_id
      where p.lexemes @@ ${query}::tsquery and ${conditionsOf(request, excluded)}
      order by p.id desc limit ${sql.lit(READ_MOST)}
    )
    select * from found order by score desc, passage_id desc limit ${limit}`.execute(database);
  return rows;
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
  request: EngineRequest,
  found: readonly FoundForm[],
): Promise<FormHit[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<Row>`
    select p.form_id, p.submission_id, coalesce(version.title, form.title) as title, space.id as space_id,
      space.name as space_name, p.body,
      ${passageMatches(slotsOf(request).wanted)} as matches
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

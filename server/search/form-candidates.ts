import { type RawBuilder, sql } from 'kysely';
import { ROLE_RANK } from '#lib/access/roles.ts';
import { fewReadableScopes } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import { hubLexeme, quoteLexeme, spaceLexeme } from '#server/platform/indexing/lexemes.ts';
import type { EngineRequest } from './search-engine.ts';
import { andQuery, type Slot, slotQuery } from './slots.ts';
import { termScore } from './term-score.ts';

/** A found form, or a submission of it; `strict` where it has all words. */
export type FoundForm = {
  form_id: string;
  submission_id: string | null;
  passage_id: number;
  score: number;
  strict: boolean;
};

/** What is wanted, excluded, and searched. */
export type FormSlots = { wanted: readonly Slot[]; excluded: readonly Slot[] };

/** Passages of a query's index entries that are looked at, before rights; and of the hub's newest where those are more. */
const LOOKED_AT = 2_500;
const NEWEST = 2_500;
/** For partial matches, all words together and each at least. */
const LOOKED_AT_FOR_PARTS = 2_500;
const LOOKED_AT_FOR_PART = 300;
/** And for whether the reader sees anything with a word. */
const LOOKED_AT_FOR_ONE = 500;
/** A reader of more forms is searched for in the whole hub. */
const OWN_FORMS_MAX = 500;
/** Spellings that a word is searched by instead, of those that the reader sees. */
const SPELLINGS_SEEN = 50;
/** Passages that a rank reads at most. */
const READ_MOST = 1_000;
const READ_PARTIAL = 250;
/** All partial matches rank after those with all words, of which a single occurrence in a text is worth more. */
const PARTIAL = 0.06;

/**
 * Forms whose submissions the reader may read: those of the policy's `form.read_submissions` (docs/decisions
 * 15).
 */
function readsSubmissions({ reader }: EngineRequest): RawBuilder<unknown> {
  const me =
    reader.principals.find((principal) => principal.startsWith('user:'))?.slice('user:'.length) ?? null;
  const editor = sql.lit(ROLE_RANK.editor);
  return sql`coalesce(readable.own_rank >= ${editor} or form.created_by = ${me}::uuid and readable.rank >= ${editor}, false)`;
}

/** The forms of what was looked at that the reader may see: each is checked once, however many submissions it has. */
function readableForms(request: EngineRequest): RawBuilder<unknown> {
  const { reader, space } = request;
  const isInSpace = space ? sql`and lower(space.slug) = lower(${space})` : sql``;
  return sql`select form.id, form.created_by, form.updated_at, ${readsSubmissions(request)} as reads_submissions
    from (select distinct form_id from looked_at) as one join form on form.id = one.form_id
      cross join lateral (
        select max(role) as rank, max(role) filter (where principal <> 'admins') as own_rank from scope_access list
        where list.scope_id = form.scope_id and list.principal = any(${reader.principals}::text[])
        having count(*) > 0
      ) as readable
      join space on space.id = form.space_id and space.deleted_at is null ${isInSpace}
    where form.trashed_at is null and form.published_version is not null and form.hub_id = ${reader.hubId}`;
}

/** The conditions on a passage `p` of a readable `form`, with its `submission`. */
function conditionsOf(request: EngineRequest, excluded: readonly Slot[]): RawBuilder<unknown> {
  const { reader, authors, from, until } = request;
  const changed = sql`coalesce(submission.created_at, form.updated_at)`;
  const conditions = [
    sql`p.hub_id = ${reader.hubId}`,
    sql`(p.submission_id is null or form.reads_submissions)`,
  ];
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
 * The passages that the reader may read of those that were looked at, as the common table expression `readable_passage`:
 * the newest, or those with most of the queries and the rarest; forms before their submissions.
 */
function readablePassages(
  request: EngineRequest,
  excluded: readonly Slot[],
  lookedAt: RawBuilder<unknown>,
  { isByRarity = false } = {},
): RawBuilder<unknown> {
  return sql`looked_at as materialized (${lookedAt}),
    readable_form as materialized (${readableForms(request)}),
    readable_passage as materialized (
      select p.id from (
          select id, form_id, sum(rarity) as rarity
          from (select *, 1.0 / count(*) over (partition by query) as rarity from looked_at) as one group by id, form_id
        ) as one
        join readable_form form on form.id = one.form_id
        join form_passage p on p.id = one.id left join submission on submission.id = p.submission_id
      where ${conditionsOf(request, excluded)}
      order by ${isByRarity ? sql`one.rarity desc,` : sql``} (p.submission_id is null) desc, p.id desc limit ${sql.lit(isByRarity ? READ_PARTIAL : READ_MOST)}
    )`;
}

/**
 * Where a reader's search is: in a hub, or, for somebody whom few of its access lists name, in the forms of those, and the
 * submissions of the ones that the reader may edit.
 */
export type FormPlace = {
  hubId: string;
  own: { forms: string[]; submissionsOf: string[] } | null;
  also: string;
};

/** @returns null where the reader may see no form at all */
export async function readFormPlace(
  database: Database,
  { reader }: EngineRequest,
): Promise<FormPlace | null> {
  const { hubId } = reader;
  const whole = { hubId, own: null, also: quoteLexeme(hubLexeme(hubId)) };
  const few = await fewReadableScopes(database, reader);
  if (!few) return whole;
  const { rows } = await sql<{ id: string; space_id: string; is_edited: boolean }>`
    select form.id, form.space_id, seen.rank >= ${sql.lit(ROLE_RANK.editor)} as is_edited
    from unnest(${few.map(({ id }) => id)}::uuid[], ${few.map(({ rank }) => rank)}::smallint[]) as seen (scope_id, rank)
      join form on form.scope_id = seen.scope_id
    where form.published_version is not null and form.trashed_at is null
    limit ${sql.lit(OWN_FORMS_MAX + 1)}`.execute(database);
  if (rows.length > OWN_FORMS_MAX) return whole;
  if (rows.length === 0) return null;
  const edited = rows.filter((form) => form.is_edited);
  const spaces = [...new Set(edited.map((form) => form.space_id))];
  return {
    hubId,
    own: { forms: rows.map(({ id }) => id), submissionsOf: edited.map(({ id }) => id) },
    also: `(${spaces.map((id) => quoteLexeme(spaceLexeme(id))).join(' | ')})`,
  };
}

/** So many passages of each query, as the index has them. */
function fromIndex({ own, also }: FormPlace, queries: readonly string[], most: number): RawBuilder<unknown> {
  // A query that is unknown when the statement is planned is searched by the index, however many passages may match.
  const indexed = queries.map((query) => andQuery([also, ...(query === '' ? [] : [`(${query})`])]));
  const found = sql`select one.id, one.form_id, band.n::integer as query
    from unnest(${indexed}::tsquery[]) with ordinality as band (query, n) cross join lateral (
      select p.id, p.form_id from form_passage p where p.lexemes @@ band.query limit ${sql.lit(most)}
    ) as one`;
  if (!own) return found;
  const any = queries.includes('') ? '' : queries.map((query) => `(${query})`).join(' | ');
  const matches = any === '' ? sql`` : sql`and ts_match_vq(p.lexemes, ${any}::tsquery)`;
  const forms = sql`select p.id, p.form_id, 0 as query from form_passage p
    where p.form_id = any(${own.forms}::uuid[]) and p.submission_id is null ${matches}`;
  return own.submissionsOf.length === 0 ? forms : sql`(${forms}) union all (${found})`;
}

/** Those of the newest passages that match: of the hub, or of each of the reader's own forms. */
function amongNewest({ hubId, own }: FormPlace, query: string): RawBuilder<unknown> {
  const matches = query === '' ? sql`true` : sql`ts_match_vq(p.lexemes, ${query}::tsquery)`;
  if (own) {
    const most = Math.ceil(NEWEST / Math.max(1, own.submissionsOf.length));
    return sql`select p.id, p.form_id, -1 as query from unnest(${own.submissionsOf}::uuid[]) as mine (form_id)
      cross join lateral (
        select id from submission where form_id = mine.form_id order by id desc limit ${sql.lit(most)}
      ) as newest
      join form_passage p on p.submission_id = newest.id and p.submission_id is not null where ${matches}`;
  }
  // A form itself is older than all that was sent to it.
  return sql`select p.id, p.form_id, -1 as query from (
      (select id, form_id, lexemes from form_passage where hub_id = ${hubId} and submission_id is not null
        order by id desc limit ${sql.lit(NEWEST)})
      union all
      (select one.id, one.form_id, one.lexemes from form join form_passage one
        on one.form_id = form.id and one.submission_id is null
        where form.hub_id = ${hubId} limit ${sql.lit(NEWEST)})
    ) as p where ${matches}`;
}

type Read = { looked_at: number; found: FoundForm[] | null };

/** Passages with all words, best first; where very many have them, of some and of the newest. */
export async function strictForms(
  database: Database,
  request: EngineRequest,
  place: FormPlace,
  slots: FormSlots,
  limit: number,
): Promise<FoundForm[]> {
  const query = andQuery(slots.wanted.map((slot) => slotQuery(slot)));
  const score = termScore(request.terms, slots.wanted);
  const read = async (lookedAt: RawBuilder<unknown>) => {
    const { rows } = await sql<Read>`
      with ${readablePassages(request, slots.excluded, lookedAt)}, found as (
        select p.form_id, p.submission_id, p.id as passage_id, ${score} as score, true as strict
        from readable_passage one join form_passage p on p.id = one.id
        order by 4 desc, 3 desc limit ${limit}
      ) select (select count(*) from looked_at)::int as looked_at, (select json_agg(found) from found) as found`.execute(
      database,
    );
    return { lookedAt: rows[0]?.looked_at ?? 0, found: rows[0]?.found ?? [] };
  };
  const first = await read(fromIndex(place, [query], LOOKED_AT));
  if (first.lookedAt < LOOKED_AT) return first.found;
  const newest = await read(amongNewest(place, query));
  return bestOf([...newest.found, ...first.found], limit);
}

/**
 * Passages with some of the words, those with most of them first: the newest, and some that the index has of each.
 * @param slots those that are searched
 * @param count of all that are wanted
 */
export async function partialForms(
  database: Database,
  request: EngineRequest,
  place: FormPlace,
  { count, ...slots }: FormSlots & { count: number },
  limit: number,
): Promise<FoundForm[]> {
  const each = slots.wanted.map((slot) => slotQuery(slot));
  const most = Math.max(LOOKED_AT_FOR_PART, Math.floor(LOOKED_AT_FOR_PARTS / each.length));
  const any = each.map((query) => `(${query})`).join(' | ');
  const index = fromIndex(place, each, most);
  const matched = sql.join(
    each.map((query) => sql`ts_match_vq(p.lexemes, ${query}::tsquery)::integer`),
    sql` + `,
  );
  const quoted = slots.wanted.filter((slot) => slot.quoted).map((slot) => slotQuery(slot));
  const hasQuoted =
    quoted.length > 0 ? sql`where ts_match_vq(p.lexemes, ${andQuery(quoted)}::tsquery)` : sql``;
  const { rows } = await sql<FoundForm>`
    with ${readablePassages(request, slots.excluded, sql`(${amongNewest(place, any)}) union all (${index})`, { isByRarity: true })}
    select form_id, submission_id, passage_id, matched = ${sql.lit(count)} as strict,
      (score * case when matched = ${sql.lit(count)} then 1
        else ${sql.lit(PARTIAL)} * matched / ${sql.lit(count)} end)::real as score
    from (
      select p.form_id, p.submission_id, p.id as passage_id, ${matched} as matched,
        ${termScore(request.terms, slots.wanted, count)} as score
      from readable_passage one join form_passage p on p.id = one.id ${hasQuoted}
    ) as read where matched > 0
    order by matched desc, score desc, passage_id desc limit ${limit}`.execute(database);
  return rows;
}

/** Whether the reader sees anything with the slot; of one that very many have, among the first and the newest of them. */
export async function isSeen(
  database: Database,
  request: EngineRequest,
  place: FormPlace,
  slot: Slot,
  excluded: readonly Slot[],
): Promise<boolean> {
  const query = slotQuery(slot);
  const read = async (lookedAt: RawBuilder<unknown>) => {
    const { rows } = await sql<{ looked_at: number; is_seen: boolean }>`
      with ${readablePassages(request, excluded, lookedAt)}
      select (select count(*) from looked_at)::int as looked_at,
        exists (select from readable_passage) as is_seen`.execute(database);
    return rows[0] ?? { looked_at: 0, is_seen: false };
  };
  const first = await read(fromIndex(place, [query], LOOKED_AT_FOR_ONE));
  if (first.is_seen || first.looked_at < LOOKED_AT_FOR_ONE) return first.is_seen;
  return (await read(amongNewest(place, query))).is_seen;
}

/** Which of the lexemes passages that the reader may read have, the most frequent first. */
export async function lexemesSeen(
  database: Database,
  request: EngineRequest,
  place: FormPlace,
  lexemes: readonly string[],
  excluded: readonly Slot[],
): Promise<string[]> {
  const query = lexemes.map(quoteLexeme).join(' | ');
  const read = async (lookedAt: RawBuilder<unknown>) => {
    const { rows } = await sql<{ looked_at: number; seen: string[] }>`
      with ${readablePassages(request, excluded, lookedAt)}, seen as (
        select one.lexeme, count(*) as passages
        from readable_passage join form_passage p on p.id = readable_passage.id
          cross join lateral unnest(p.lexemes) as one
        where one.lexeme = any(${lexemes}::text[]) group by one.lexeme
      ) select (select count(*) from looked_at)::int as looked_at,
        array(select lexeme from seen order by passages desc, lexeme limit ${sql.lit(SPELLINGS_SEEN)}) as seen`.execute(
      database,
    );
    return rows[0] ?? { looked_at: 0, seen: [] };
  };
  const first = await read(fromIndex(place, [query], LOOKED_AT));
  if (first.looked_at < LOOKED_AT || first.seen.length > 0) return first.seen;
  // Of those that very many others have, a reader's own may be only among the newest.
  return (await read(amongNewest(place, query))).seen;
}

/** Each once, best first, the newer first of equals. */
export function bestOf(found: readonly FoundForm[], limit: number): FoundForm[] {
  const byPassage = new Map(found.map((one) => [one.passage_id, one]));
  return [...byPassage.values()]
    .sort((one, other) => other.score - one.score || other.passage_id - one.passage_id)
    .slice(0, limit);
}

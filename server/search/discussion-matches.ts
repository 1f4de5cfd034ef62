import { type RawBuilder, sql } from 'kysely';
import type { Visibility } from '#lib/access/roles.ts';
import { tokenize } from '#lib/text/tokens.ts';
import { effectiveVisibility } from '#server/access/policy/effective-visibility.ts';
import type { Principal } from '#server/access/policy/principals.ts';
import { mayView, rankOf } from '#server/access/policy/role-on-scope.ts';
import type { Database } from '#server/platform/database/database.ts';
import { hubLexeme, PHRASE_GAP, quoteLexeme } from '#server/platform/indexing/lexemes.ts';
import { plainText } from '#server/platform/indexing/passage-text.ts';
import { requiredSlots } from './candidates.ts';
import { highlightMarks } from './hits.ts';
import { createSlots } from './query-slots.ts';
import { resolveSlots } from './query-tokens.ts';
import type { EngineRequest, Hit } from './search-engine.ts';
import { andQuery, type Slot, slotQuery } from './slots.ts';
import { passageMatches, termScore } from './term-score.ts';

/** Kinds of results: posts of discussions with their replies, and comments on items. */
export const POST_KIND = 'post';
export const COMMENT_KIND = 'comment';

/** A found post, reply, or comment. */
export type FoundDiscussion = { key: string; passage_id: number; score: number };
export type DiscussionMatches = { found: FoundDiscussion[]; slots: readonly Slot[] };

/** Passages that a rank reads at most. */
const READ_MOST = 2_000;
/** A typed beginning of the last word is searched from this many letters on. */
const PREFIX_MIN_LENGTH = 3;

const NOTHING: DiscussionMatches = { found: [], slots: [] };

/**
 * The names under which a reader takes part in discussions: anybody who sees something only because everybody does, reads
 * nothing of what is said about it (docs/decisions/0135).
 */
const participantsOf = ({ reader }: EngineRequest): Principal[] =>
  reader.principals.filter((principal) => principal !== '*');

/** What a passage `p` is about: its comment, its item or post, and the scope that decides who reads it. */
const PLACES = sql`
  left join comment on comment.id = p.comment_id
  left join item on item.id = comment.item_id and item.trashed_at is null
    and item.archived_at is null
  left join post on post.id = coalesce(p.post_id, comment.post_id) and post.trashed_at is null
  join space on space.id = coalesce(item.space_id, post.space_id) and space.deleted_at is null
  cross join lateral (select case when item.id is null then space.scope_id else item.scope_id end as scope_id) as place`;

function conditionsOf(request: EngineRequest, excluded: readonly Slot[]): RawBuilder<unknown> {
  const { reader, space, authors, from, until, kinds } = request;
  const written = sql`coalesce(comment.created_at, post.created_at)`;
  const conditions = [
    sql`p.hub_id = ${reader.hubId}`,
    sql`(p.comment_id is null or comment.deleted_at is null)`,
    mayView('place.scope_id', participantsOf(request)),
  ];
  if (kinds.length > 0 && !kinds.includes(POST_KIND)) conditions.push(sql`item.id is not null`);
  if (kinds.length > 0 && !kinds.includes(COMMENT_KIND)) conditions.push(sql`post.id is not null`);
  if (space) conditions.push(sql`lower(space.slug) = lower(${space})`);
  if (authors) conditions.push(sql`coalesce(comment.created_by, post.created_by) = any(${authors}::uuid[])`);
  if (from) conditions.push(sql`${written} >= ${from}`);
  if (until) conditions.push(sql`${written} < ${until}`);
  if (excluded.length > 0) {
    const query = excluded.map((slot) => `(${slotQuery(slot)})`).join(' | ');
    conditions.push(sql`not ts_match_vq(p.lexemes, ${query}::tsquery)`);
  }
  return sql.join(conditions, sql` and `);
}

async function hasDiscussions(database: Database, hubId: string): Promise<boolean> {
  const { rows } = await sql`select from discussion_passage where hub_id = ${hubId} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}

/**
 * Comments on items that the reader may see, and posts with their replies in their spaces, best first. Access is checked by the
 * access list of the item or space, in the same query: a change of it takes effect immediately.
 */
export async function discussionMatches(
  database: Database,
  request: EngineRequest,
  limit: number,
): Promise<DiscussionMatches> {
  const { kinds, reader, terms } = request;
  if (kinds.length > 0 && !kinds.includes(POST_KIND) && !kinds.includes(COMMENT_KIND)) return NOTHING;
  if (participantsOf(request).length === 0) return NOTHING;
  const { wanted, excluded } = createSlots(terms);
  // Filters alone list the latest items; what is said about them only where it is requested.
  if (wanted.length === 0 && kinds.length === 0) return NOTHING;
  if (!(await hasDiscussions(database, reader.hubId))) return NOTHING;
  await resolveSlots(database, reader.hubId, [...excluded, ...wanted]);
  letLastTokenBegin(wanted);
  const required = wanted.length > 0 ? requiredSlots(wanted) : [];
  const query = andQuery([quoteLexeme(hubLexeme(reader.hubId)), ...required.map((slot) => slotQuery(slot))]);
  const { rows } = await sql<FoundDiscussion>`
    with found as (
      select coalesce(p.comment_id, p.post_id) as key, p.id as passage_id, ${termScore(terms, wanted)} as score
      from discussion_passage p ${PLACES}
      where p.lexemes @@ ${query}::tsquery and ${conditionsOf(request, excluded)}
      order by p.id desc limit ${sql.lit(READ_MOST)}
    )
    select * from found order by score desc, passage_id desc limit ${limit}`.execute(database);
  return { found: rows, slots: wanted };
}

/** The last word may be one that is still being typed. */
function letLastTokenBegin(wanted: readonly Slot[]): void {
  const last = wanted.at(-1);
  const [step] = last?.steps ?? [];
  if (!last || !step?.spelled || last.quoted || last.steps.length > 1) return;
  step.prefix = step.word.length >= PREFIX_MIN_LENGTH;
}

/** A post as a result shows it. */
export type PostFound = {
  id: string;
  title: string;
  space_id: string;
  space_slug: string;
  space_name: string;
  space_visibility: Visibility;
  effective_visibility: Visibility;
  space_archived_at: Date | null;
  created_by: string | null;
  author_name: string;
  created_at: Date;
  active_at: Date;
  rank: number;
};

/** What a found comment or post has to show; a comment on an item in addition to that item. */
export type DiscussionHit = {
  key: string;
  commentId: string | null;
  itemId: string | null;
  post: PostFound | null;
  hit: Hit;
};

type Row = PostFound & {
  key: string;
  comment_id: string | null;
  item_id: string | null;
  post_id: string | null;
  body: string;
  matches: { lexeme: string; positions: number[]; weights: string[] }[] | null;
};

/** The texts of the results with the matched positions, in the given order. */
export async function readDiscussionHits(
  database: Database,
  request: EngineRequest,
  { found, slots }: DiscussionMatches,
): Promise<DiscussionHit[]> {
  if (found.length === 0) return [];
  const { rows } = await sql<Row>`
    select one.key, p.comment_id, item.id as item_id, post.id as post_id, post.id,
      coalesce(post.title, item.title) as title, space.id as space_id, space.slug as space_slug,
      space.name as space_name, space.visibility as space_visibility,
      ${effectiveVisibility('place.scope_id')} as effective_visibility, space.archived_at as space_archived_at,
      post.created_by, coalesce(trim(author.first_name || ' ' || author.last_name), post.imported_author) as author_name, post.created_at, post.active_at,
      ${rankOf('place.scope_id', participantsOf(request))} as rank, p.body, ${passageMatches(slots)} as matches
    from unnest(${found.map(({ key }) => key)}::uuid[], ${found.map(({ passage_id }) => passage_id)}::bigint[])
        with ordinality as one (key, id, n)
      join discussion_passage p on p.id = one.id ${PLACES}
      left join app_user author on author.id = post.created_by
    order by one.n`.execute(database);
  const scores = new Map(found.map(({ key, score }) => [key, score]));
  return rows.map((row) => hitOf(row, scores.get(row.key) ?? 0));
}

function hitOf(row: Row, score: number): DiscussionHit {
  const title = plainText(row.title);
  const titleTokens = [...tokenize(title)];
  const places = (weight: string) =>
    (row.matches ?? []).flatMap(({ lexeme, positions, weights }) =>
      positions.filter((_, at) => weights[at] === weight).map((position) => ({ lexeme, position })),
    );
  const isPost = row.comment_id === null;
  const before = isPost ? titleTokens.length + PHRASE_GAP : 0;
  const hit: Hit = {
    itemId: row.item_id ?? row.post_id ?? '',
    score,
    place: null,
    title: { text: title, marks: isPost ? highlightMarks(titleTokens, places('A'), 0) : [] },
    heading: { text: '', marks: [] },
    body: { text: row.body, marks: highlightMarks([...tokenize(row.body)], places('D'), before) },
  };
  return {
    key: row.key,
    commentId: row.comment_id,
    itemId: row.item_id,
    post: row.post_id === null ? null : row,
    hit,
  };
}

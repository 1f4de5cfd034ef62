import { sql } from 'kysely';
import { namedContacts } from '#lib/contacts/named-contacts.ts';
import { DIRECTORY_QUERY_LENGTH } from '#lib/contract/directory-limits.ts';
import type { SearchQuery } from '#lib/contract/search.ts';
import { readSearchQuery } from '#lib/text/search-query.ts';
import type { HubCaller } from '#server/access/sessions/hub-caller.ts';
import { type FormView, formById } from '#server/forms/definition/form.repo.ts';
import { countChildren, type ItemView, itemsByIds } from '#server/items/item/item.repo.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isId } from '#server/platform/database/id.ts';
import { exclusiveUpperBound } from '#server/platform/http/upper-bound.ts';
import type { Services } from '#server/platform/services.ts';
import { searchPeople } from './directory.ts';
import {
  type DiscussionHit,
  type DiscussionMatches,
  discussionMatches,
  type FoundDiscussion,
  type PostFound,
  readDiscussionHits,
} from './discussion-matches.ts';
import { bestOf, type FoundForm } from './form-candidates.ts';
import {
  correctedFormMatches,
  type FormHit,
  type FormMatches,
  formMatches,
  readFormHits,
} from './form-matches.ts';
import { postgresSearch } from './postgres-search.ts';
import { respell } from './respell.ts';
import type { EngineRequest, EngineResult, Hit } from './search-engine.ts';

/** The last page: nobody reads so many; what lies behind is found by a better query. */
const LAST_HIT = 1_000;
/** The most people of one name that `by:` matches. */
const MOST_AUTHORS = 50;

/** A found item (or comment on it), form (or submission of it), or post (or reply to it). */
export type SearchMatch =
  | { hit: Hit; item: ItemView; commentId?: string | null }
  | { hit: FormHit; form: FormView }
  | { hit: Hit; post: PostFound; commentId: string | null };

/** A page of results. */
export type SearchPage = {
  results: SearchMatch[];
  children: ReadonlyMap<string, number>;
  corrected: string | null;
  suggestion: string | null;
  page: number;
  page_size: number;
  /** Known where this is the last page. */
  count: number | null;
};

/** Searches a hub on the caller's behalf; the query's own operators apply in addition to the parameters. */
export async function searchHub(
  services: Services,
  caller: HubCaller,
  query: SearchQuery,
): Promise<SearchPage> {
  const { page, page_size } = query;
  const typed = readSearchQuery(query.q);
  const nothing = { results: [], children: new Map(), corrected: null, suggestion: null, page, page_size };
  const author = query.author ?? typed.author;
  const space = query.space ?? typed.space;
  const kinds = query.kind ? [query.kind] : typed.kinds;
  const from = latest(query.from, typed.from);
  const upperBound = earliest(query.to ? exclusiveUpperBound(query.to).toISOString() : null, typed.until);
  const offset = (page - 1) * page_size;
  const isEmpty = typed.terms.length === 0 && !author && !space && kinds.length === 0 && !from && !upperBound;
  if (isEmpty || offset >= LAST_HIT) return { ...nothing, count: isEmpty ? 0 : null };
  const authors = author ? await authorsOf(services.database, caller, author) : null;
  if (authors?.length === 0) return { ...nothing, count: 0 };
  const request: EngineRequest = {
    reader: { hubId: caller.hub.id, principals: caller.principals },
    terms: typed.terms,
    kinds,
    archived: query.archived,
    space,
    authors,
    from,
    until: upperBound,
    shownRows: await rowsBeside(services.database, caller, query),
    offset,
    limit: page_size,
  };
  const { items, others, forms, discussions } = await matchesOf(services.database, request);
  const onPage = others.length > 0 ? mergedPage(items, others, request) : null;
  const [hits, views, formResults, discussionResults] = await Promise.all([
    items.hits(),
    itemsByIds(services.database, caller, onPage?.itemIds ?? items.itemIds),
    formsFound(services.database, caller, { ...forms, found: onPage?.forms ?? [] }),
    discussionsFound(services.database, caller, request, {
      ...discussions,
      found: onPage?.discussions ?? [],
    }),
  ]);
  const byId = new Map<string, SearchMatch>([
    ...formResults.map((one): [string, SearchMatch] => [keyOf(one.hit), one]),
    ...discussionResults,
  ]);
  const folders = views.filter((item) => item.kind === 'folder').map((item) => item.id);
  for (const hit of hits) {
    const item = views.find(({ id }) => id === hit.itemId);
    if (item) byId.set(hit.itemId, { hit, item });
  }
  // What was trashed or hidden between the two queries is missing, as it would be a moment later.
  const keys = onPage?.keys ?? items.itemIds;
  const results = keys.flatMap((key) => byId.get(key) ?? []);
  const isFoundElsewhere = discussions.found.length > 0 || forms.found.some(({ strict }) => strict);
  const ofItems = onPage?.itemIds.length === 0 ? null : items.corrected;
  const corrected = ofItems ?? (onPage && onPage.forms.length > 0 ? forms.corrected : null);
  const allHits = [...hits, ...formResults.map(({ hit }) => hit)];
  return {
    results,
    children: await countChildren(services.database, caller, folders),
    corrected: corrected === null ? null : respell(corrected, allHits),
    suggestion: isFoundElsewhere ? null : items.suggestion,
    page,
    page_size,
    count: keys.length < page_size && (keys.length > 0 || page === 1) ? offset + results.length : null,
  };
}

type AllMatches = {
  items: EngineResult;
  others: Other[];
  forms: FormMatches;
  discussions: DiscussionMatches;
};

/** What is found of each kind; in forms by corrected words too, where nothing has the typed ones. */
async function matchesOf(database: Database, request: EngineRequest): Promise<AllMatches> {
  const needed = request.offset + request.limit;
  const [typed, discussions] = await Promise.all([
    request.archived ? null : formMatches(database, request, needed),
    discussionMatches(database, request, needed),
  ]);
  const engine = postgresSearch(database);
  // Where there are others among the results, items are counted from the first one: which of them are on the page
  // depends on both.
  const whole = { ...request, offset: 0, limit: needed };
  const isMerged = (typed?.found.length ?? 0) > 0 || discussions.found.length > 0;
  const items = await engine.search(isMerged ? whole : request);
  const isTyped = items.isTyped || discussions.found.length > 0 || typed?.found.some(({ strict }) => strict);
  const corrected = typed === null || isTyped ? null : await correctedFormMatches(database, request, needed);
  const found = [...(typed?.found ?? []), ...(corrected?.found ?? [])];
  const forms = { wanted: [], corrected: null, ...(corrected ?? typed), found: bestOf(found, needed) };
  const others = othersOf(forms.found, discussions.found);
  const isLate = !isMerged && others.length > 0 && request.offset > 0;
  return { items: isLate ? await engine.search(whole) : items, others, forms, discussions };
}

const keyOf = ({ itemId, submissionId }: FormHit): string => submissionId ?? itemId;

/** A result that is no item: a form or submission, or a post or comment. */
type Other = { key: string; score: number; form?: FoundForm; discussion?: FoundDiscussion };

/** Both together, best first. */
function othersOf(forms: readonly FoundForm[], discussions: readonly FoundDiscussion[]): Other[] {
  return [
    ...forms.map((form) => ({ key: form.submission_id ?? form.form_id, score: form.score, form })),
    ...discussions.map((discussion) => ({ key: discussion.key, score: discussion.score, discussion })),
  ].sort((one, other) => other.score - one.score);
}

type MergedPage = { keys: string[]; itemIds: string[]; forms: FoundForm[]; discussions: FoundDiscussion[] };

/** The page of items and others together, best first: its contents, in order, by id. */
function mergedPage(
  { itemIds, scores }: EngineResult,
  found: readonly Other[],
  { offset, limit }: Pick<EngineRequest, 'offset' | 'limit'>,
): MergedPage {
  const ofItems = itemIds.map((key, at): Other => ({ key, score: scores[at] ?? 0 }));
  const others = [...found];
  // Items keep their own order: what has the exact words comes before what has longer ones, whatever the score.
  const merged: Other[] = [];
  while (ofItems.length > 0 || others.length > 0) {
    const [item] = ofItems;
    const [other] = others;
    const next = item && (!other || item.score >= other.score) ? ofItems.shift() : others.shift();
    if (next) merged.push(next);
  }
  const page = merged.slice(offset, offset + limit);
  return {
    keys: page.map(({ key }) => key),
    itemIds: page.filter(({ form, discussion }) => !form && !discussion).map(({ key }) => key),
    forms: page.flatMap(({ form }) => form ?? []),
    discussions: page.flatMap(({ discussion }) => discussion ?? []),
  };
}

/** The found posts and comments by their keys, with the items that the comments are about. */
async function discussionsFound(
  database: Database,
  caller: HubCaller,
  request: EngineRequest,
  matches: DiscussionMatches,
): Promise<[string, SearchMatch][]> {
  const found = await readDiscussionHits(database, request, matches);
  const itemIds = [...new Set(found.flatMap(({ itemId }) => itemId ?? []))];
  const items = itemIds.length > 0 ? await itemsByIds(database, caller, itemIds) : [];
  const matchOf = ({ hit, post, itemId, commentId }: DiscussionHit): SearchMatch | null => {
    if (post) return { hit, post, commentId };
    const item = items.find(({ id }) => id === itemId);
    return item ? { hit, item, commentId } : null;
  };
  return found.flatMap((one) => {
    const match = matchOf(one);
    return match ? [[one.key, match]] : [];
  });
}

async function formsFound(
  database: Database,
  caller: HubCaller,
  matches: FormMatches,
): Promise<{ hit: FormHit; form: FormView }[]> {
  const ids = [...new Set(matches.found.map(({ form_id }) => form_id))];
  const [hits, views] = await Promise.all([
    readFormHits(database, matches),
    Promise.all(ids.map((id) => formById(database, caller, id))),
  ]);
  return hits.flatMap((hit) => {
    const form = views.find((one) => one?.id === hit.itemId);
    return form?.rank ? [{ hit, form }] : [];
  });
}

/** The rows of contact lists that are named of the people who are shown beside the results, where those are asked for. */
async function rowsBeside(
  database: Database,
  caller: HubCaller,
  { people, q }: Pick<SearchQuery, 'people' | 'q'>,
): Promise<string[]> {
  if (people === undefined) return [];
  const found = await searchPeople(database, caller, q.trim().slice(0, DIRECTORY_QUERY_LENGTH));
  return found
    .slice(0, Number(people))
    .flatMap(({ contacts }) => namedContacts(contacts).named.map(({ row_id }) => row_id));
}

/** The accounts that `by:` names; names and addresses of people are looked up for members alone. */
async function authorsOf(database: Database, caller: HubCaller, author: string): Promise<string[]> {
  // The creators of public items are not revealed to callers outside the hub.
  if (!caller.hubRole) return [];
  if (author.toLowerCase() === 'me') return caller.user ? [caller.user.id] : [];
  if (isId(author.toLowerCase())) return [author.toLowerCase()];
  if (caller.hubRole === 'guest') return [];
  const { rows } = await sql<{ id: string }>`
    select person.id from membership join app_user person on person.id = membership.user_id
    where membership.hub_id = ${caller.hub.id} and lower(${author}) in (
      lower(person.email), lower(person.first_name), lower(person.last_name),
      lower(trim(person.first_name || ' ' || person.last_name)))
    limit ${MOST_AUTHORS}`.execute(database);
  return rows.map((row) => row.id);
}

function latest(one: string | undefined, other: string | null): string | null {
  const moment = one ? new Date(one).toISOString() : null;
  if (!moment || !other) return moment ?? other;
  return moment > other ? moment : other;
}

function earliest(one: string | null, other: string | null): string | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

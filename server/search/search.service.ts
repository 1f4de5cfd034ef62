import { sql } from 'kysely';
import type { SearchQuery } from '#lib/contract/search.ts';
import { readSearchQuery } from '#lib/search-query.ts';
import type { Database } from '../database/database.ts';
import { isId } from '../database/id.ts';
import { countChildren, type ItemView, itemsByIds } from '../item/item.repo.ts';
import type { Services } from '../services.ts';
import type { HubCaller } from '../session/hub-caller.ts';
import { postgresSearch } from './postgres-search.ts';
import type { Hit } from './search-engine.ts';

/** Nobody turns so many pages; what lies behind is found by a better word. */
const LAST_HIT = 1_000;
/** People of one name that `by:` stands for at most. */
const MOST_AUTHORS = 50;

/** A page of results. */
export type Found = {
  results: { hit: Hit; item: ItemView }[];
  children: ReadonlyMap<string, number>;
  corrected: string | null;
  page: number;
  page_size: number;
  /** Known where this is the last page. */
  count: number | null;
};

/** Searches a hub with the caller's eyes; the query's own operators count beside the parameters. */
export async function searchHub(services: Services, caller: HubCaller, query: SearchQuery): Promise<Found> {
  const { page, page_size } = query;
  const typed = readSearchQuery(query.q);
  const nothing = { results: [], children: new Map(), corrected: null, page, page_size };
  const author = query.author ?? typed.author;
  const space = query.space ?? typed.space;
  const kinds = query.kind ? [query.kind] : typed.kinds;
  const from = latest(query.from, typed.from);
  const until = earliest(endOf(query.to), typed.until);
  const offset = (page - 1) * page_size;
  const isEmpty = typed.terms.length === 0 && !author && !space && kinds.length === 0 && !from && !until;
  if (isEmpty || offset >= LAST_HIT) return { ...nothing, count: isEmpty ? 0 : null };
  const authors = author ? await authorsOf(services.database, caller, author) : null;
  if (authors?.length === 0) return { ...nothing, count: 0 };
  const {
    itemIds,
    hits: readHits,
    corrected,
  } = await postgresSearch(services.database).search({
    reader: { hubId: caller.hub.id, principals: caller.principals },
    terms: typed.terms,
    kinds,
    space,
    authors,
    from,
    until,
    offset,
    limit: page_size,
  });
  const [hits, views] = await Promise.all([readHits(), itemsByIds(services.database, caller, itemIds)]);
  const items = new Map(views.map((item) => [item.id, item]));
  const folders = [...items.values()].filter((item) => item.kind === 'folder').map((item) => item.id);
  // An item that was trashed or hidden between the two questions is gone, as it would be a moment later.
  const results = hits.flatMap((hit) => {
    const item = items.get(hit.itemId);
    return item ? [{ hit, item }] : [];
  });
  return {
    results,
    children: await countChildren(services.database, caller, folders),
    corrected,
    page,
    page_size,
    count: hits.length < page_size && (hits.length > 0 || page === 1) ? offset + results.length : null,
  };
}

/** The accounts that `by:` names; names and addresses of people are looked up for members alone. */
async function authorsOf(database: Database, caller: HubCaller, author: string): Promise<string[]> {
  // Who made what is public is not told to who does not belong to the hub.
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

/** A day ends with the next one's beginning; a moment is itself included. */
function endOf(to: string | undefined): string | null {
  if (!to) return null;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(to);
  return new Date(new Date(to).getTime() + (isDay ? 86_400_000 : 1)).toISOString();
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

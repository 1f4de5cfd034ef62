import type { ItemKind } from '#lib/contract/item.ts';
import { UPLOAD_KINDS } from '#lib/text/upload-kinds.ts';

/**
 * The view of a space's page; all of it is in the address, so that it can be bookmarked, shared and reached by Back.
 */
export type SpaceView = {
  kind: ItemKind | null;
  /** The folder's id; null is the space's top level. */
  parent: string | null;
  /** Text that the title must contain. */
  q: string;
  sort: SpaceSort;
  /** Of a visitor of a published space, whose list is in the order by hand unless they choose another one. */
  byHand?: true;
  /** The creator's id; null is anybody. */
  by: string | null;
  /** The first and the last day (YYYY-MM-DD, UTC) of the latest change; empty is any. */
  from: string;
  to: string;
};

/** The sort keys of a list: the contract's orders without their direction. */
export const SORT_KEYS = ['title', 'kind', 'size', 'updated_at', 'created_at', 'created_by'] as const;
type ListSortKey = (typeof SORT_KEYS)[number];
/** `position` is the order by hand, with those that have none by title, as in a site's navigation. */
export type SortKey = ListSortKey | 'position';
export type SpaceSort = SortKey | `-${ListSortKey}`;

export const DEFAULT_SORT: SpaceSort = '-updated_at';

/** Every kind; not the contract's own list, which would bring its schemas to the browser. */
const KINDS: readonly ItemKind[] = [...UPLOAD_KINDS, 'folder'];

/** These begin in descending order: the largest or the latest first. */
const DOWN_FIRST: readonly SortKey[] = ['size', 'updated_at', 'created_at'];

export const isDescending = (sort: SpaceSort): boolean => sort.startsWith('-');
export const sortKeyOf = (sort: SpaceSort): SortKey =>
  sort === 'position' ? sort : (SORT_KEYS.find((key) => sort === key || sort === `-${key}`) ?? 'updated_at');
/** The order in a direction; the order by hand has only one. */
export const directed = (key: SortKey, down: boolean): SpaceSort =>
  down && key !== 'position' ? `-${key}` : key;
/** The orders that a reader of a list chooses from. */
export const sortKeysOf = (view: SpaceView, people: boolean): readonly SortKey[] => [
  ...(view.byHand ? (['position'] as const) : []),
  ...SORT_KEYS.filter((key) => people || key !== 'created_by'),
];
export const reversed = (sort: SpaceSort): SpaceSort => directed(sortKeyOf(sort), !isDescending(sort));

/** The order after a column was pressed: reversed where it is the current one. */
export function sortAfter(current: SpaceSort, key: SortKey): SpaceSort {
  if (sortKeyOf(current) === key) return reversed(current);
  return directed(key, DOWN_FIRST.includes(key));
}

type Query = Partial<Record<string, string | string[]>>;

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim() ?? '';

const isSort = (text: string): text is SpaceSort =>
  SORT_KEYS.some((key) => text === key || text === `-${key}`);

const dayOf = (text: string) =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

/** Parses an address, of a list whose own order is that by hand or not; invalid parameters get their default. */
export function spaceViewOf(query: Query, byHand = false): SpaceView {
  const kind = one(query.kind);
  const sort = one(query.sort);
  const by = one(query.by);
  return {
    kind: KINDS.find((known) => known === kind) ?? null,
    parent: one(query.parent) || null,
    q: one(query.q),
    sort: isSort(sort) ? sort : byHand ? 'position' : DEFAULT_SORT,
    ...(byHand ? { byHand } : {}),
    by: /^[0-9a-f-]{36}$/.test(by) ? by : null,
    from: dayOf(one(query.from)),
    to: dayOf(one(query.to)),
  };
}

/** The address of a view of the space at `base`; `page` is for browsers without scripts. */
export function viewPath(base: string, view: Partial<SpaceView>, page = 1): string {
  const { kind, parent, q, sort, by, from, to } = view;
  const query = new URLSearchParams();
  if (kind) query.set('kind', kind);
  if (parent) query.set('parent', parent);
  if (q) query.set('q', q);
  if (sort && sort !== (view.byHand ? 'position' : DEFAULT_SORT)) query.set('sort', sort);
  if (by) query.set('by', by);
  if (from) query.set('from', from);
  if (to) query.set('to', to);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text ? `${base}?${text}` : base;
}

/** The values without any filter. */
export const NO_FILTERS = { q: '', by: null, from: '', to: '' } as const;

/** The number of active filters of a view, besides the kind and the folder. */
export const countFilters = ({ q, by, from, to }: SpaceView): number =>
  [q, by, from || to].filter(Boolean).length;

/** Whether a view includes the items of all folders: a filter by kind, text, creator or date applies to all of them. */
const looksEverywhere = (view: SpaceView) => view.kind !== null || countFilters(view) > 0;

/** Whether a view includes the space's forms: they are in no folder, and can only be filtered by title. */
export const showsForms = ({ kind, parent, by, from, to }: SpaceView): boolean =>
  !kind && !parent && !by && !from && !to;

/** The parameters of the request for the items. */
export function listParams(view: SpaceView): Record<string, string> {
  const { kind, parent, q, sort, by, from, to } = view;
  return {
    sort,
    ...(kind ? { kind } : {}),
    ...(q ? { q } : {}),
    ...(by ? { created_by: by } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(parent || !looksEverywhere(view) ? { parent: parent ?? 'root' } : {}),
  };
}

type Shown = {
  kind: string;
  parent_id: string | null;
  title: string;
  created_by: { id: string };
  updated_at: string;
  archived_at?: string | null;
};

/** Whether a new item of this kind in this folder belongs to the view. */
export function matchesView(view: SpaceView, item: Shown): boolean {
  const { kind, q, by, from, to, parent } = view;
  if (item.archived_at) return false;
  if (kind && kind !== item.kind) return false;
  if (q && !item.title.toLowerCase().includes(q.toLowerCase())) return false;
  if (by && by !== item.created_by.id) return false;
  const day = item.updated_at.slice(0, 10);
  if ((from && day < from) || (to && day > to)) return false;
  return looksEverywhere(view) ? !parent || parent === item.parent_id : parent === item.parent_id;
}

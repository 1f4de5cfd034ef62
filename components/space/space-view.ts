import type { ItemKind } from '#lib/contract/item.ts';
import { UPLOAD_KINDS } from '#lib/upload-types.ts';

/** What a space's page shows; all of it stands in the address, so that it can be kept, shared and gone back to. */
export type SpaceView = {
  kind: ItemKind | null;
  /** The folder's id; null is the space's top level. */
  parent: string | null;
  /** Words that the title must hold. */
  q: string;
  sort: SpaceSort;
};

export const SPACE_SORTS = ['-updated_at', 'title', '-created_at'] as const;
export type SpaceSort = (typeof SPACE_SORTS)[number];

export const DEFAULT_SORT: SpaceSort = '-updated_at';

/** Every kind; not the contract's own list, which would bring its schemas to the browser. */
const KINDS: readonly ItemKind[] = [...UPLOAD_KINDS, 'folder'];

type Query = Partial<Record<string, string | string[]>>;

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)?.trim() ?? '';

/** Reads an address; what it doesn't know it leaves at its default. */
export function viewOf(query: Query): SpaceView {
  const kind = one(query.kind);
  const sort = one(query.sort);
  return {
    kind: KINDS.find((known) => known === kind) ?? null,
    parent: one(query.parent) || null,
    q: one(query.q),
    sort: SPACE_SORTS.find((known) => known === sort) ?? DEFAULT_SORT,
  };
}

/** The address of a view of the space at `base`; `page` is for browsers without scripts. */
export function viewPath(base: string, view: Partial<SpaceView>, page = 1): string {
  const { kind, parent, q, sort } = view;
  const query = new URLSearchParams();
  if (kind) query.set('kind', kind);
  if (parent) query.set('parent', parent);
  if (q) query.set('q', q);
  if (sort && sort !== DEFAULT_SORT) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text ? `${base}?${text}` : base;
}

/** What the list of items is asked for: whoever looks for a kind or a word means all folders. */
export function listParams({ kind, parent, q, sort }: SpaceView): Record<string, string> {
  return {
    sort,
    ...(kind ? { kind } : {}),
    ...(q ? { q } : {}),
    ...(parent || (!kind && !q) ? { parent: parent ?? 'root' } : {}),
  };
}

/** Whether a new item of this kind in this folder belongs to what is shown. */
export function shows(
  view: SpaceView,
  item: { kind: string; parent_id: string | null; title: string },
): boolean {
  if (view.kind && view.kind !== item.kind) return false;
  if (view.q && !item.title.toLowerCase().includes(view.q.toLowerCase())) return false;
  return view.kind || view.q
    ? !view.parent || view.parent === item.parent_id
    : view.parent === item.parent_id;
}

import type { Item } from '#lib/contract/item.ts';

/** An item as the API returns it: a document of nobody's file that its reader may only read. */
export const buildItem = (more: Partial<Item> = {}): Item => ({
  id: '01a1fcea-abb9-77f5-9dc2-2a80c3e32a8d',
  kind: 'document',
  title: 'Rules',
  parent_id: null,
  space_slug: 'handbook',
  visibility: 'shared',
  effective_visibility: 'shared',
  version: 1,
  revision: 1,
  created_by: { id: '02', name: 'Ada' },
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  trashed_at: null,
  archived: false,
  archived_at: null,
  size: 1,
  mime: null,
  file_name: null,
  has_thumbnail: false,
  processing: { state: 'ready' },
  my_role: 'viewer',
  allowed: [],
  counts: { children: 0 },
  ...more,
});

import { type Item, itemSource, type Processing } from '#lib/contract/item.ts';
import { itemAllowed, itemRole } from '#server/access/policy/item-policy.ts';
import type { ItemView } from './item.repo.ts';

function presentProcessing(item: ItemView): Processing {
  const processing: Processing = { state: item.processing_state };
  if (item.processing_code) processing.code = item.processing_code;
  if (item.processing_reason) processing.reason = item.processing_reason;
  if (item.processing_progress !== null) processing.progress = item.processing_progress;
  return processing;
}

/** A number that a reader of the file found, such as its pages. */
function count(item: ItemView, name: string): number | undefined {
  const value = item.meta[name];
  return typeof value === 'number' ? value : undefined;
}

/** Nobody outside of the hub learns who wrote an imported document; where that isn't known, nobody is. */
function sourceOf({ meta, is_outsider }: ItemView): Pick<Item, 'source'> {
  if (meta.source === undefined) return {};
  const { data } = itemSource.safeParse(meta.source);
  return data && is_outsider === false ? { source: data } : {};
}

/** An item as in the contract, with the caller's allowed operations. */
export function presentItem(item: ItemView, children = 0): Item {
  return {
    id: item.id,
    kind: item.kind,
    title: item.title,
    parent_id: item.sees_folder === false ? null : item.parent_id,
    // A space that the caller can't see is not named; a caller outside the hub sees nothing of its people.
    space_slug: item.sees_space === false ? '' : item.space_slug,
    visibility: item.visibility,
    effective_visibility: item.effective_visibility,
    version: item.version,
    revision: item.revision,
    created_by: item.is_outsider ? { id: '', name: '' } : { id: item.created_by, name: item.creator_name },
    created_at: item.created_at.toISOString(),
    updated_at: item.updated_at.toISOString(),
    trashed_at: item.trashed_at?.toISOString() ?? null,
    archived: item.space_archived_at !== null,
    archived_at: item.archived_at?.toISOString() ?? null,
    size: item.size,
    mime: item.mime,
    file_name: item.file_name,
    has_thumbnail: item.meta.thumbnail === true,
    ...(item.position === null ? {} : { position: item.position }),
    ...sourceOf(item),
    ...(item.meta.full_width === true ? { full_width: true } : {}),
    processing: presentProcessing(item),
    my_role: itemRole(item),
    allowed: itemAllowed(item),
    counts: {
      children,
      pages: count(item, 'pages'),
      rows: count(item, 'rows'),
      slides: count(item, 'slides'),
    },
  };
}

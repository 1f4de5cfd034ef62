import { formOperations } from '#lib/access/operations.ts';
import { roleOfRank } from '#lib/access/roles.ts';
import type { TrashEntry, TrashedForm, TrashedSpace } from '#lib/contract/trash.ts';
import { presentItem } from '#server/items/item/item.presenter.ts';
import type { TrashedItem } from '#server/items/item/trash.repo.ts';
import type { TrashedSpace as SpaceRow } from '#server/spaces/space/space-trash.repo.ts';
import type { TrashedForm as FormRow } from './trashed-forms.repo.ts';

const IN_TRASH = ['item.restore', 'item.delete'];
const FORM_IN_TRASH = ['form.restore', 'form.delete'];

/** An item in the trash, with what the caller may do with it there. */
export function presentTrashed(row: TrashedItem): TrashEntry {
  const item = presentItem(row);
  return {
    item,
    space: row.sees_space ? { slug: row.space_slug, name: row.space_name } : { slug: '', name: '' },
    folder:
      row.folder_id === null
        ? null
        : { id: row.folder_id, title: row.folder_title ?? '', trashed: row.folder_trashed === true },
    deleted_at: row.trashed_at.toISOString(),
    deleted_by: row.trashed_by === null ? null : { id: row.trashed_by, name: row.trashed_by_name ?? '' },
    expires_at: row.expires_at.toISOString(),
    allowed: item.allowed.filter((operation) => IN_TRASH.includes(operation)),
  };
}

/** A form in the trash, with what the caller may do with it there. */
export function presentTrashedForm(row: FormRow): TrashedForm {
  const operations = formOperations(roleOfRank(row.rank), row.space_archived_at !== null);
  return {
    id: row.id,
    title: row.title,
    space: row.sees_space ? { slug: row.space_slug, name: row.space_name } : { slug: '', name: '' },
    deleted_at: row.trashed_at.toISOString(),
    deleted_by: row.trashed_by === null ? null : { id: row.trashed_by, name: row.trashed_by_name ?? '' },
    expires_at: row.expires_at.toISOString(),
    allowed: operations.filter((operation) => FORM_IN_TRASH.includes(operation)),
  };
}

/** A deleted space, for users who may restore it. */
export function presentTrashedSpace(row: SpaceRow): TrashedSpace {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    visibility: row.visibility,
    deleted_at: row.deleted_at.toISOString(),
    deleted_by: row.deleted_by === null ? null : { id: row.deleted_by, name: row.deleted_by_name ?? '' },
    expires_at: row.expires_at.toISOString(),
    allowed: ['space.restore', 'space.delete'],
  };
}

import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import { type Authorized, authorized } from './authorized.ts';
import { authorizeForm, type FormWithRole, formRole } from './form-policy.ts';
import { authorizeItem, type ItemWithRole, itemRole } from './item-policy.ts';

type ScopedResource = {
  id: string;
  hub_id: string;
  space_id: string;
  scope_id: string;
  title: string;
  visibility: Visibility;
  revision: number;
  created_by: string;
};

/** An item or a form, as it is shared: by its visibility, by name, by link. */
export type Shareable = ScopedResource & {
  kind: 'item' | 'form';
  /** The folder that it lies in; null for forms. */
  parent_id: string | null;
  /** The caller's role, including by a link. */
  role: ItemRole | null;
  /** The caller's role, apart from links: the highest they may grant, and whose role they may change. */
  rank: number;
  /** Only its editors see it: nothing of it is published. */
  is_draft: boolean;
};

/** A resource together with the proof that the caller may share it. */
export type AuthorizedToShare = Authorized<Shareable, 'share'>;

const scopedResource = ({
  id,
  hub_id,
  space_id,
  scope_id,
  title,
  visibility,
  revision,
  created_by,
}: ScopedResource): ScopedResource => ({
  id,
  hub_id,
  space_id,
  scope_id,
  title,
  visibility,
  revision,
  created_by,
});

/** @throws ApiError as `authorizeItem`. */
export function authorizeItemSharing(
  found: (ItemWithRole & ScopedResource & { parent_id: string | null }) | undefined,
): AuthorizedToShare {
  const item = authorizeItem(found, 'item.share');
  return authorized<'share', Shareable>({
    ...scopedResource(item),
    kind: 'item',
    parent_id: item.parent_id,
    role: itemRole(item),
    rank: (item.own_rank === undefined ? item.rank : item.own_rank) ?? 0,
    is_draft: false,
  });
}

/** @throws ApiError as `authorizeForm`. */
export function authorizeFormSharing(found: (FormWithRole & ScopedResource) | undefined): AuthorizedToShare {
  const form = authorizeForm(found, 'form.share');
  return authorized<'share', Shareable>({
    ...scopedResource(form),
    kind: 'form',
    parent_id: null,
    role: formRole(form),
    rank: form.rank ?? 0,
    is_draft: form.published_version === null,
  });
}

import type { Generated } from 'kysely';
import type { ItemRole, Visibility } from '#lib/access/roles.ts';
import type { Time, TimeNow } from './column-types.ts';

/** Spaces, and who may see what is in them. */
export type SpaceTables = {
  space: SpaceTable;
  space_member: SpaceMemberTable;
  scope: ScopeTable;
  scope_source: ScopeSourceTable;
  scope_entry: ScopeEntryTable;
  access_request: AccessRequestTable;
  share_link: ShareLinkTable;
  /** In lower case. */
  former_space_slug: { hub_id: string; slug: string; space_id: string };
};

type SpaceTable = {
  id: string;
  hub_id: string;
  scope_id: string;
  slug: string;
  name: string;
  description: Generated<string>;
  visibility: Visibility;
  default_role: Generated<'viewer' | 'commenter' | 'editor'>;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  archived_at: Time | null;
  deleted_at: Time | null;
  deleted_by: string | null;
  /** Since when it can't be restored: its contents are being deleted. */
  purged_at: Time | null;
  revision: Generated<number>;
};

type SpaceMemberTable = {
  space_id: string;
  user_id: string;
  role: ItemRole;
  /** How they became members. */
  reason: Generated<MemberReason>;
  added_by: string;
  created_at: TimeNow;
};

type ScopeTable = {
  id: string;
  hub_id: string;
  space_id: string;
  /** The scope that contains this one; null for a space's own. */
  parent_id: string | null;
  /** The item or the form whose own access list this is; both null for a space's own. */
  item_id: string | null;
  form_id: string | null;
};

/** The scopes whose entries count for a scope: itself and those above it, up to the nearest private one. */
type ScopeSourceTable = {
  scope_id: string;
  source_id: string;
};

/** What a scope adds of its own to its access list. The view `scope_access` has all entries that count for it. */
type ScopeEntryTable = {
  scope_id: string;
  principal: string;
  hub_id: string;
  space_id: string;
  role: number;
};

type AccessRequestTable = {
  id: string;
  hub_id: string;
  /** Null where there was no space at the requested address. */
  space_id: string | null;
  slug: string;
  user_id: string;
  role: Exclude<ItemRole, 'owner'>;
  message: Generated<string>;
  created_at: TimeNow;
  ended_at: Time | null;
  outcome: 'approved' | 'rejected' | null;
};

type ShareLinkTable = {
  id: string;
  hub_id: string;
  /** One of the three. */
  item_id: string | null;
  form_id: string | null;
  view_id: string | null;
  role: Exclude<ItemRole, 'owner'>;
  token_hash: string;
  password_hash: string | null;
  created_by: string;
  created_at: TimeNow;
  expires_at: Time | null;
  revoked_at: Time | null;
};

type MemberReason = 'created' | 'added' | 'invited' | 'asked' | 'took_over';

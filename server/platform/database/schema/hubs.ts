import type { Generated } from 'kysely';
import type { AuditAction, AuditDetails, AuditTarget } from '#lib/access/audit.ts';
import type { HubRole, ItemRole, Visibility } from '#lib/access/roles.ts';
import type { Json, Time, TimeNow } from './column-types.ts';

/** Hubs, their members, and what was done in them. */
export type HubTables = {
  hub: HubTable;
  membership: MembershipTable;
  invite: InviteTable;
  pending_grant: PendingGrantTable;
  removed_member: RemovedMemberTable;
  join_request: JoinRequestTable;
  audit_entry: AuditEntryTable;
  /** In lower case. */
  former_hub_handle: { handle: string; hub_id: string };
};

type HubTable = {
  id: string;
  name: string;
  handle: string;
  description: Generated<string>;
  visibility: Visibility;
  logo_sha256: string | null;
  join_domains: Generated<string[]>;
  members_create_spaces: Generated<boolean>;
  allow_indexing: Generated<boolean>;
  /** How long its trash is stored. */
  trash_days: Generated<number>;
  /** Of phone numbers without a country's code (ISO 3166-1 alpha-2). */
  country: string | null;
  /** Of new columns of amounts (ISO 4217). */
  currency: Generated<string>;
  /** How it writes numbers and days (BCP 47), and whose clocks its times are of (IANA). */
  locale: string | null;
  time_zone: string | null;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
  deleted_at: Time | null;
  deleted_by: string | null;
  revision: Generated<number>;
};

type MembershipTable = {
  hub_id: string;
  user_id: string;
  role: HubRole;
  suspended_at: Time | null;
  joined_at: TimeNow;
  last_seen_at: Time | null;
};

type InviteTable = {
  id: string;
  hub_id: string;
  /** Null for a link that several people may join by. */
  email: string | null;
  email_key: string | null;
  role: HubRole;
  token_hash: string;
  invited_by: string;
  created_at: TimeNow;
  expires_at: Time;
  ended_at: Time | null;
  /** How many people have joined by it. */
  joined: Generated<number>;
  is_to_things: Generated<boolean>;
  /** Its link was mailed, and not shown on screen. */
  was_mailed: Generated<boolean>;
};

type PendingGrantTable = {
  invite_id: string;
  /** One of the three. */
  space_id: string | null;
  item_id: string | null;
  form_id: string | null;
  role: ItemRole;
  created_at: TimeNow;
};

type RemovedMemberTable = { hub_id: string; user_id: string; removed_at: TimeNow };

type JoinRequestTable = {
  id: string;
  hub_id: string;
  user_id: string;
  message: Generated<string>;
  created_at: TimeNow;
  told_at: Time | null;
  ended_at: Time | null;
};

type AuditEntryTable = {
  id: string;
  hub_id: string;
  actor_id: string | null;
  actor_name: Generated<string>;
  actor_email: Generated<string>;
  action: AuditAction;
  target_kind: AuditTarget;
  target_id: string | null;
  target_name: Generated<string>;
  scope_id: string | null;
  was_open: Generated<boolean>;
  details: Json<AuditDetails & Record<string, unknown>>;
  address: Generated<string>;
  user_agent: Generated<string>;
  created_at: TimeNow;
};

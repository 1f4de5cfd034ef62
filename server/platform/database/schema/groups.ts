import type { Generated } from 'kysely';
import type { ItemRole } from '#lib/access/roles.ts';
import type { TimeNow } from './column-types.ts';

/** Groups of people of a hub, who is in them by name (the view `group_person` has all), and what they are granted. */
export type GroupTables = {
  hub_group: HubGroupTable;
  group_member: GroupMemberTable;
  group_grant: GroupGrantTable;
  group_claim: GroupClaimTable;
};

type HubGroupTable = {
  id: string;
  hub_id: string;
  name: string;
  description: Generated<string>;
  /** Members of the hub with a verified address at one of these are in the group too. */
  join_domains: Generated<string[]>;
  created_by: string;
  created_at: TimeNow;
  updated_at: TimeNow;
};

type GroupMemberTable = {
  group_id: string;
  user_id: string;
  hub_id: string;
  added_by: string | null;
  created_at: TimeNow;
};

type GroupGrantTable = {
  group_id: string;
  /** One of the three. */
  space_id: string | null;
  item_id: string | null;
  form_id: string | null;
  role: ItemRole;
  added_by: string | null;
  created_at: TimeNow;
};

/** Members of the hub who sign in with this claim are in the group too. */
type GroupClaimTable = { group_id: string; name: string; value: string };

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { joinDomains } from '#lib/contract/hub.ts';
import { ITEM_KINDS } from '#lib/contract/item.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { hubRole, itemRole } from '#lib/contract/role.ts';
import { idField, queryText, textField } from '#lib/contract/text-field.ts';
import { CLAIM_NAME_MAX, CLAIM_VALUE_MAX, CLAIMS_MAX, TITLE_MAX } from '#lib/text/constants.ts';
import * as message from '#lib/text/messages.ts';

const name = textField('Name', { max: TITLE_MAX });

/** A claim of single sign-on: its name (`groups`, or `realm_access.roles`), and a value that it is or contains. */
const claim = z.strictObject({
  name: textField('Claim', { max: CLAIM_NAME_MAX }),
  value: textField('Value', { max: CLAIM_VALUE_MAX }),
});
const joinClaims = z.array(claim).max(CLAIMS_MAX, message.maxCount('Claims', CLAIMS_MAX));
const description = textField('Description', { max: 2000, multiline: true, empty: true });

const handle = textField('Hub', { max: 255 });
export const groupParams = z.object({ handle, id: idField('Group') });
export const groupMemberParams = groupParams.extend({ user_id: idField('Person') });

export const createGroupRequest = z.strictObject({
  name,
  description: description.optional(),
  /** Members of the hub with a verified address at one of these are in the group too. */
  join_domains: joinDomains.optional(),
  /** Members of the hub whose last sign-in had one of these are in the group too. */
  join_claims: joinClaims.optional(),
});
export const changeGroupRequest = createGroupRequest.partial();

/** As many people as one request adds. */
export const GROUP_MEMBERS_ADDED_MAX = 500;
export const addGroupMembersRequest = z
  .array(z.strictObject({ user_id: idField('Person') }))
  .min(1)
  .max(GROUP_MEMBERS_ADDED_MAX);

export const groupsQuery = z.object({ ...pageQuery, q: queryText('Search') });

/** A group of people of a hub, which is granted roles like a person. */
export const hubGroup = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  join_domains: z.array(z.string()),
  join_claims: z.array(z.object({ name: z.string(), value: z.string() })),
  members_count: z.number(),
  /** How many spaces, items and forms it is granted. */
  grants_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether the caller may change it. */
  allowed: z.array(z.enum(['change', 'delete', 'members'])),
});
export type HubGroup = z.output<typeof hubGroup>;

export const groupMember = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
  }),
  hub_role: hubRole,
  suspended: z.boolean(),
  /** Added by name; else by a verified address at one of the group's mail domains, or by one of its claims. */
  by_name: z.boolean(),
});
export type GroupMember = z.output<typeof groupMember>;

/** What a group is granted, as far as the caller may see it. */
export const groupGrants = z.object({
  /** By name, at most 100. */
  grants: z.array(
    z.object({
      kind: z.enum(['space', 'form', ...ITEM_KINDS]),
      id: z.string(),
      name: z.string(),
      /** The space that it is or belongs to. */
      space_slug: z.string(),
      role: itemRole,
    }),
  ),
  /** How many more there are, also those that the caller may not see. */
  others: z.number(),
});
export type GroupGrants = z.output<typeof groupGrants>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { HUB_ROLES } from '#lib/access/roles.ts';
import { pageQuery } from '#lib/contract/pagination.ts';
import { hubRole } from '#lib/contract/role.ts';
import { idField, queryChoice, queryText, textField } from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

export const MEMBER_SORTS = [
  'name',
  '-name',
  'role',
  '-role',
  'joined_at',
  '-joined_at',
  'last_seen_at',
  '-last_seen_at',
] as const;

export const MEMBER_STATES = ['active', 'suspended'] as const;

/** Addresses that members are looked for by at once. */
export const MEMBER_EMAILS_MAX = 100;
/** Of these addresses with their commas, in characters. */
export const MEMBER_EMAILS_LENGTH = 8_000;

/** `state` and the time of the last visit are for those who may change members; others get the active ones. */
export const membersQuery = z.object({
  ...pageQuery,
  q: queryText('Search'),
  sort: queryChoice('Sort', MEMBER_SORTS),
  role: queryChoice('Role', HUB_ROLES),
  state: queryChoice('State', MEMBER_STATES),
  /** Addresses separated by commas: only members who have confirmed one of them. */
  emails: queryText('Emails', { max: MEMBER_EMAILS_LENGTH })
    .transform((text) => (text === undefined ? undefined : text.split(',').map((one) => one.trim())))
    .refine((emails) => (emails?.length ?? 0) <= MEMBER_EMAILS_MAX, {
      error: message.maxCount('Emails', MEMBER_EMAILS_MAX),
    }),
});
export type MembersQuery = z.output<typeof membersQuery>;

export const memberParams = z.object({
  handle: textField('Handle', { max: 255 }),
  user_id: idField('Person'),
});

export const changeMemberRequest = z
  .object({
    role: hubRole.optional(),
    suspended: z.boolean({ error: message.invalidType('Suspended', 'yes or no') }).optional(),
  })
  .refine((change) => change.role !== undefined || change.suspended !== undefined, {
    error: 'Say what to change: the role, or whether the person is suspended',
    path: ['role'],
  });
export type ChangeMemberRequest = z.input<typeof changeMemberRequest>;

/** A person of a hub, as the caller may know and change them. */
export const member = z.object({
  /** The account's. */
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  profile_role: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: hubRole,
  suspended: z.boolean(),
  joined_at: z.string(),
  /** Null also for callers who may not know it. */
  last_seen_at: z.string().nullable(),
  /** The groups that they are in, by name or by their mail domain; none for guests, who don't see groups. */
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  is_me: z.boolean(),
  /** `member.change_role`, `member.suspend`, `member.remove` (of oneself: leave). */
  allowed: z.array(z.string()),
  /** The roles that the caller may give this person, strongest first. */
  roles: z.array(hubRole),
});
export type Member = z.output<typeof member>;

/**
 * What is removed, and what is left without an owner, when a person leaves the hub; in numbers, as it may be
 * private.
 */
export const memberRemovalImpact = z.object({
  /** The hub would have no owner: this is refused. */
  is_last_owner: z.boolean(),
  /** Private spaces that would have no owner; an owner of the hub can take them over. */
  spaces_without_owner: z.number(),
  /** The names of these, for the person alone. */
  spaces: z.array(z.object({ slug: z.string(), name: z.string() })),
  /** Private items that nobody else would see. */
  private_items: z.number(),
  invitations: z.number(),
  share_links: z.number(),
});
export type MemberRemovalImpact = z.output<typeof memberRemovalImpact>;

export const memberDetail = member.extend({ leaving: memberRemovalImpact.nullable() });
export type MemberDetail = z.output<typeof memberDetail>;

/** The result of a removal: private spaces that have no owner now. */
export const memberRemoval = z.object({ spaces_without_owner: z.number() });
export type MemberRemoval = z.output<typeof memberRemoval>;

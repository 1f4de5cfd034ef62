import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { hubRole, itemRole } from '#lib/contract/role.ts';
import { idField, queryText, textField } from '#lib/contract/text-field.ts';
import { emailProblem } from '#lib/text/rules.ts';

/** How somebody became a member of a space. */
const MEMBER_REASONS = ['created', 'added', 'invited', 'asked', 'took_over'] as const;

export const spaceMemberQuery = z.object({ ...pageQuery, q: queryText('Search') });

export const spaceMemberParams = z.object({
  slug: textField('Space', { max: 255 }),
  user_id: idField('Person'),
});

/** Somebody of the hub by id, one of its groups, or anybody by address. */
export const addSpaceMemberRequest = z
  .object({
    user_id: idField('Person').optional(),
    group_id: idField('Group').optional(),
    email: textField('Email', {
      max: 320,
      rule: (value, label) => emailProblem(value.trim(), label),
    }).optional(),
    role: itemRole.default('viewer'),
  })
  .refine(
    ({ user_id, group_id, email }) =>
      [user_id, group_id, email].filter((one) => one !== undefined).length === 1,
    { path: ['email'], message: 'Name a person or a group of the hub, or enter an email address' },
  )
  .meta({ examples: [{ email: 'ada@example.org', role: 'editor' }] });
export type AddSpaceMemberRequest = z.input<typeof addSpaceMemberRequest>;

export const changeSpaceMemberRequest = z.object({ role: itemRole });
export type ChangeSpaceMemberRequest = z.input<typeof changeSpaceMemberRequest>;

const person = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

/** Somebody who was added to a space. */
export const spaceMember = z.object({
  user: person,
  role: itemRole,
  /** In the hub; a guest sees only what they were added to. */
  hub_role: hubRole,
  /** Sees nothing until the hub reactivates them. */
  suspended: z.boolean(),
  reason: z.enum(MEMBER_REASONS),
  /** Who added them; null for a user who left this hub. */
  added_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  created_at: z.string(),
});
export type SpaceMember = z.output<typeof spaceMember>;

/** A group of the hub that was added to a space: its members have the role while they are in it. */
export const spaceGroup = z.object({
  id: z.string(),
  name: z.string(),
  members_count: z.number(),
  role: itemRole,
});
export type SpaceGroup = z.output<typeof spaceGroup>;

export const spaceGroupParams = z.object({ slug: textField('Space', { max: 255 }), id: idField('Group') });

/** The result of adding somebody, or a group; `link` where no mail is sent. */
export const spaceMemberOutcome = z.object({
  status: z.enum(['added', 'invited']),
  member: spaceMember.nullable(),
  group: spaceGroup.optional(),
  email: z.string().nullable(),
  link: z.string().optional(),
});
export type SpaceMemberOutcome = z.output<typeof spaceMemberOutcome>;

export const candidateQuery = z.object({ q: queryText('Search') });

/** A person of the hub who could be added. */
export const candidate = person;
export type Candidate = z.output<typeof candidate>;

export const spaceInviteParams = z.object({
  slug: textField('Space', { max: 255 }),
  id: idField('Invitation'),
});

/** An address with an open invite to a space. */
export const spaceInvite = z.object({
  id: z.string(),
  email: z.string(),
  role: itemRole,
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type SpaceInvite = z.output<typeof spaceInvite>;

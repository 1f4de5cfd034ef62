import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { hubRole } from '#lib/contract/role.ts';
import {
  choiceField,
  idField,
  queryChoice,
  queryText,
  textField,
  typeError,
} from '#lib/contract/text-field.ts';
import * as message from '#lib/text/messages.ts';

/** Addresses in one request. */
export const INVITES_MAX = 200;

/** The filters of an invite list. */
export const INVITE_KINDS = ['address', 'link'] as const;

export const invitesQuery = z.object({
  ...pageQuery,
  q: queryText('Search'),
  kind: queryChoice('Kind', INVITE_KINDS),
});
export type InvitesQuery = z.output<typeof invitesQuery>;

/** Roles that a link gives; nobody becomes an owner by a link. */
export const INVITE_LINK_ROLES = ['admin', 'member', 'guest'] as const;
export const INVITE_LINK_DAYS = 7;
export const INVITE_LINK_DAYS_MAX = 365;

/** An invalid address is reported in its own outcome; the others are invited all the same. */
export const createInvitesRequest = z
  .array(
    z.strictObject({
      email: z.string({ error: typeError('Email', 'text') }).max(1000),
      role: hubRole.default('member'),
    }),
    { error: message.invalidType('Invitations', 'list') },
  )
  .min(1, message.minCount('Invitations', 1))
  .max(INVITES_MAX, message.maxCount('Invitations', INVITES_MAX));

/** A link by which its holder may join, until it expires or is revoked. */
export const createInviteLinkRequest = z.object({
  role: choiceField('Role', INVITE_LINK_ROLES).default('member'),
  expires_in_days: z
    .int({ error: message.invalidType('Days', 'number') })
    .min(1, message.numberRange('Days', 1, INVITE_LINK_DAYS_MAX))
    .max(INVITE_LINK_DAYS_MAX, message.numberRange('Days', 1, INVITE_LINK_DAYS_MAX))
    .default(INVITE_LINK_DAYS),
});

export type CreateInviteLinkRequest = z.input<typeof createInviteLinkRequest>;

/** The result for one address; `link` is to be passed on where no mail is sent, and shown once. */
export const inviteOutcome = z.object({
  id: z.string().nullable(),
  email: z.string(),
  status: z.enum(['invited', 'member', 'refused']),
  message: z.string().optional(),
  link: z.string().optional(),
});
export type InviteOutcome = z.output<typeof inviteOutcome>;

/** A link that was just created; it is shown once. */
export const inviteLink = z.object({
  id: z.string(),
  role: hubRole,
  link: z.string(),
  expires_at: z.string(),
});
export type InviteLink = z.output<typeof inviteLink>;

/**
 * An invite that was neither accepted nor revoked, as the hub's admins see it. One that `expired`, or
 * `lapsed` with the role of its inviter, admits nobody until it is sent again.
 */
export const pendingInvite = z.object({
  id: z.string(),
  /** Null for a link. */
  email: z.string().nullable(),
  role: hubRole,
  status: z.enum(['invited', 'expired', 'lapsed']),
  /** To single spaces or items, by a user who may share them; which ones is shown there. */
  to_things: z.boolean(),
  /** How many people have joined by a link. */
  joined: z.number(),
  invited_by: z.string(),
  /** What the caller may do with it: `invite.resend`, `invite.withdraw`. */
  allowed: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
});
export type PendingInvite = z.output<typeof pendingInvite>;

export const inviteParams = z.object({ token: textField('Invitation', { max: 500 }) });
export const hubInviteParams = z.object({
  handle: textField('Handle', { max: 255 }),
  id: idField('Invitation'),
});

/** What the holder of an invite's link sees. */
export const invite = z.object({
  hub: z.object({
    id: z.string(),
    name: z.string(),
    domain_handle: z.string(),
    description: z.string(),
    logo_url: z.string().nullable(),
  }),
  /** The one that is invited; null for a link that anyone may join by. */
  email: z.string().nullable(),
  role: hubRole,
  invited_by: z.string(),
  expires_at: z.string(),
});
export type Invite = z.output<typeof invite>;

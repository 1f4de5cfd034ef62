import { z } from 'zod';
import { hubRole } from '#lib/contract/role.ts';
import { idField, textField, typeError } from '#lib/contract/text-field.ts';
import * as message from '#lib/messages.ts';

/** Addresses in one request. */
export const INVITES_MAX = 200;

/** What an address is wrong about is told in its own outcome; the others are invited all the same. */
export const createInvitesRequest = z
  .array(
    z.object({
      email: z.string({ error: typeError('Email', 'text') }).max(1000),
      role: hubRole.default('member'),
    }),
    { error: message.invalidType('Invitations', 'list') },
  )
  .min(1, message.minCount('Invitations', 1))
  .max(INVITES_MAX, message.maxCount('Invitations', INVITES_MAX));
export type CreateInvitesRequest = z.input<typeof createInvitesRequest>;

/** What became of one address; `link` is to be handed over where no mail is sent, and shown once. */
export const inviteOutcome = z.object({
  id: z.string().nullable(),
  email: z.string(),
  status: z.enum(['invited', 'member', 'refused']),
  message: z.string().optional(),
  link: z.string().optional(),
});
export type InviteOutcome = z.output<typeof inviteOutcome>;

/** An invitation that nobody has answered yet, as the hub's admins see it. */
export const pendingInvite = z.object({
  id: z.string(),
  email: z.string(),
  role: hubRole,
  status: z.literal('invited'),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type PendingInvite = z.output<typeof pendingInvite>;

export const inviteParams = z.object({ token: textField('Invitation', { max: 500 }) });
export const hubInviteParams = z.object({
  handle: textField('Handle', { max: 255 }),
  id: idField('Invitation'),
});

/** What the holder of an invitation's link is shown. */
export const invite = z.object({
  hub: z.object({
    id: z.string(),
    name: z.string(),
    domain_handle: z.string(),
    description: z.string(),
    logo_url: z.string().nullable(),
  }),
  email: z.string(),
  role: hubRole,
  invited_by: z.string(),
  expires_at: z.string(),
});
export type Invite = z.output<typeof invite>;

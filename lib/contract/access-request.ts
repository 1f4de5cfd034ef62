import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pageQuery } from '#lib/contract/pagination.ts';
import { choiceField, idField, textField } from '#lib/contract/text-field.ts';

/** The roles that can be requested; owners are made by owners. */
export const REQUESTABLE_ROLES = ['viewer', 'commenter', 'editor'] as const;
const requestableRole = choiceField('Role', REQUESTABLE_ROLES);

export const createAccessRequest = z.object({
  role: requestableRole.default('viewer'),
  message: textField('Message', { max: 1000, multiline: true, empty: true }).default(''),
});
export type CreateAccessRequest = z.input<typeof createAccessRequest>;

export const accessRequestQuery = z.object(pageQuery);

export const accessRequestParams = z.object({
  slug: textField('Space', { max: 255 }),
  id: idField('Request'),
});

export const approveAccessRequest = z.object({
  /** The role that is requested by default. */
  role: choiceField('Role', ['viewer', 'commenter', 'editor', 'owner']).optional(),
});
export type ApproveAccessRequest = z.input<typeof approveAccessRequest>;

/** A request as a space's owners see it, and as its requester does. */
export const accessRequest = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), email: z.string(), first_name: z.string(), last_name: z.string() }),
  role: requestableRole,
  message: z.string(),
  created_at: z.string(),
});
export type AccessRequest = z.output<typeof accessRequest>;

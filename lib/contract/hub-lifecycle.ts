import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { deleteAccountRequest } from '#lib/contract/account.ts';
import { idField } from '#lib/contract/text-field.ts';

/** The requester's password, required for what they can't undo. */
export const transferHubRequest = z.object({
  /** A member of the hub, who becomes its owner. */
  user_id: idField('Member'),
  password: deleteAccountRequest.shape.password,
});
export type TransferHubRequest = z.input<typeof transferHubRequest>;

export const deleteHubRequest = deleteAccountRequest;

/** A hub that nobody can open, and that its owners may still restore. */
export const deletedHub = z.object({
  id: z.string(),
  name: z.string(),
  domain_handle: z.string(),
  deleted_at: z.string(),
  /** Null for a deleted account. */
  deleted_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** From then on everything in it is permanently deleted. */
  restorable_until: z.string(),
});
export type DeletedHub = z.output<typeof deletedHub>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { hubRole } from '#lib/contract/role.ts';
import { idField, textField } from '#lib/contract/text-field.ts';

export const createJoinRequest = z.object({
  message: textField('Message', { max: 1000, multiline: true, empty: true }).optional(),
});

export const approveJoinRequest = z.object({ role: hubRole.default('member') });

export const joinRequestParams = z.object({
  handle: textField('Handle', { max: 255 }),
  id: idField('Request'),
});

/** An open join request, as the hub's admins see it. */
export const joinRequest = z.object({
  id: z.string(),
  user: z.object({ id: z.string(), email: z.string(), first_name: z.string(), last_name: z.string() }),
  message: z.string(),
  created_at: z.string(),
});
export type JoinRequest = z.output<typeof joinRequest>;

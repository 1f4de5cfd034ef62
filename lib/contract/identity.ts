import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { currentPasswordField } from '#lib/contract/account.ts';
import { idField } from '#lib/contract/text-field.ts';

export const identityParams = z.object({ id: idField('Identity') });
/** Without the identity there must be another way in: the password. */
export const disconnectIdentityRequest = z.strictObject({ password: currentPasswordField() });

/** Whom a provider of single sign-on knows the account as. */
export const identity = z.object({
  id: z.string(),
  /** The address of the provider. */
  issuer: z.string(),
  /** As the provider said at the last sign-in. */
  email: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
});
export type Identity = z.output<typeof identity>;

import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { codeField, currentPasswordField } from '#lib/contract/account.ts';

export const startSecondFactorRequest = z.object({ password: currentPasswordField() });
export const confirmSecondFactorRequest = z.object({ code: codeField() });
/** A change of the second factor requires both: a lost one is replaced by a recovery code. */
export const bothFactorsRequest = z.object({ password: currentPasswordField(), code: codeField() });
export type BothFactorsRequest = z.input<typeof bothFactorsRequest>;

export const secondFactorState = z.object({
  is_on: z.boolean(),
  since: z.string().nullable(),
  recovery_codes_left: z.number(),
});
export type SecondFactorState = z.output<typeof secondFactorState>;

/** The data for an authenticator, shown once. */
export const secondFactorStart = z.object({
  secret: z.string(),
  otpauth_url: z.string(),
  /** The address as a QR code: an SVG path in a view box of `0 0 size size`. */
  qr: z.object({ size: z.number(), path: z.string() }),
});
export type SecondFactorStart = z.output<typeof secondFactorStart>;

/** Each admits its user once without the authenticator; shown once. */
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

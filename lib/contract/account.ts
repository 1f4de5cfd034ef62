import '#lib/contract/without-eval.ts';
import { z } from 'zod';
import { pictureField } from '#lib/contract/picture-field.ts';
import { hubRole } from '#lib/contract/role.ts';
import { idField, textField, typeError } from '#lib/contract/text-field.ts';
import { TITLE_MAX } from '#lib/text/constants.ts';
import * as message from '#lib/text/messages.ts';
import { codeProblem, emailProblem, PASSWORD_MAX, passwordProblems } from '#lib/text/rules.ts';
import { isProfileRole } from './profile-roles.ts';

/** An email address; its rule limits the length. */
export const emailField = (label = 'Email') => textField(label, { max: 320, rule: emailProblem });

/** A password that is being chosen: one message for each rule that it breaks. */
const newPassword = (label = 'Password') =>
  z.string({ error: typeError(label, 'text') }).superRefine((value, context) => {
    const problems = value === '' ? [{ message: message.required(label) }] : passwordProblems(value);
    for (const problem of problems) context.addIssue({ code: 'custom', message: problem.message });
  });

/** A password that is only compared: its rules may have been others when it was chosen. */
export const currentPasswordField = (label = 'Password') =>
  z
    .string({ error: typeError(label, 'text') })
    .min(1, message.required(label))
    .max(PASSWORD_MAX * 5, message.maxLength(label, PASSWORD_MAX * 5));

/** 6 to 12 digits, from a mail or an authenticator; also a recovery code. */
export const codeField = (label = 'Code') => textField(label, { max: 20, rule: codeProblem });

const firstName = textField('First name', { max: TITLE_MAX });
const lastName = textField('Last name', { max: TITLE_MAX, empty: true });

/** The browser's fingerprint: a number, sent as such or as text. */
const visitorId = z
  .union([z.number(), z.string().max(100)], { error: message.invalidType('Visitor', 'id') })
  .transform(String)
  .nullish();

export const registerRequest = z.object({
  email: emailField(),
  password: newPassword(),
  first_name: textField('First name', { max: TITLE_MAX, empty: true }).optional(),
  last_name: lastName.optional(),
  invite_token: textField('Invitation', { max: 500 }).nullish(),
  visitor_id: visitorId,
});
export type RegisterRequest = z.input<typeof registerRequest>;

export const loginRequest = z.object({
  email: emailField(),
  password: currentPasswordField(),
  visitor_id: visitorId,
  code: codeField().nullish(),
});
export type LoginRequest = z.input<typeof loginRequest>;

export const profileRequest = z.object({
  first_name: firstName.optional(),
  last_name: lastName.optional(),
  profile_role: textField('Job title', {
    max: 100,
    rule: (code) => (isProfileRole(code) ? null : 'Choose one of the listed job titles'),
  }).optional(),
  about: textField('About', { max: 2000, multiline: true, empty: true }).optional(),
  avatar: pictureField('Picture').nullable().optional(),
});
export type ProfileRequest = z.input<typeof profileRequest>;

export const forgotPasswordRequest = z.object({ email: emailField() });
export type ForgotPasswordRequest = z.input<typeof forgotPasswordRequest>;

export const resetPasswordRequest = z.object({
  token: textField('Reset link', { max: 500 }),
  password: newPassword('New password'),
});
export type ResetPasswordRequest = z.input<typeof resetPasswordRequest>;

export const changePasswordRequest = z.object({
  old_password: currentPasswordField('Current password'),
  password: newPassword('New password'),
});
export type ChangePasswordRequest = z.input<typeof changePasswordRequest>;

export const deleteAccountRequest = z.object({ password: currentPasswordField() });

export const verifyEmailRequest = z.object({ code: codeField() });
export type VerifyEmailRequest = z.input<typeof verifyEmailRequest>;

export const changeEmailRequest = z.object({ email: emailField(), password: currentPasswordField() });
export type ChangeEmailRequest = z.input<typeof changeEmailRequest>;

/** The address that an account has to prove. */
export const pendingEmail = z.object({
  /** Null when nothing is left to prove. */
  email: z.string().nullable(),
  /** It is to become the account's address; until then, the old one is. */
  is_change: z.boolean(),
  /** When its code was mailed; null when no code is open. */
  sent_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});
export type PendingEmail = z.output<typeof pendingEmail>;

export const sessionParams = z.object({ id: idField('Session') });

export const userParams = z.object({ id: idField('Person') });

/** A device that is signed in. */
export const session = z.object({
  id: z.string(),
  user_agent: z.string(),
  address: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  /** The requesting session. */
  is_current: z.boolean(),
});
export type Session = z.output<typeof session>;

/** A hub in the list of its member's hubs. */
export const organization = z.object({
  id: z.string(),
  name: z.string(),
  domain_handle: z.string(),
  /** Null where the person is only invited, or may join. */
  role: hubRole.nullable(),
});
export type Organization = z.output<typeof organization>;

/** The next step before the screens open; the server computes it (docs/contract.md §4). */
export const CURRENT_STEPS = [
  'verify-email',
  'profile',
  'organization',
  'join_organization',
  'completed',
] as const;

export const user = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  current_step: z.enum(CURRENT_STEPS),
  organization: organization.nullable(),
  active_organization: organization.nullable(),
  organization_list: z.array(organization),
  profile_role: z.string().nullable(),
  about: z.string(),
  avatar_url: z.string().nullable(),
  is_email_verified: z.boolean(),
});
export type User = z.output<typeof user>;
export type CurrentStep = User['current_step'];

/** The response of signing up and signing in. */
export const signedIn = z.object({ token: z.string(), user });
export type SignedIn = z.output<typeof signedIn>;

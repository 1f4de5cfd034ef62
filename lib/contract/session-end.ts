/** Why a session ended; `ended` where unknown. */
export const SESSION_END_REASONS = [
  'signed_out',
  'signed_out_elsewhere',
  'password_changed',
  'signed_out_by_administrator',
  'expired',
  'ended',
] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];

/** The reason that an address or a response body names; null where it names none. */
export function parseSessionEndReason(value: unknown): SessionEndReason | null {
  return SESSION_END_REASONS.find((one) => one === value) ?? null;
}

/** The API's message for a caller whose session has ended. */
export const SESSION_END_MESSAGES: Record<SessionEndReason, string> = {
  signed_out: 'You signed out. Sign in again.',
  signed_out_elsewhere: 'You were signed out from another device. Sign in again.',
  password_changed: 'You were signed out because your password was changed. Sign in again.',
  signed_out_by_administrator: 'You were signed out by the administrator. Sign in again.',
  expired: 'Your session has expired. Sign in again.',
  ended: 'Your session has ended. Sign in again.',
};

import type { SessionEndReason } from '#lib/contract/session-end.ts';

/** The sign-in page that redirects to `target` afterwards; with the reason, where the session has ended. */
export function signInPath(target: string, ended?: SessionEndReason): string {
  const query = new URLSearchParams();
  if (target !== '/') query.set('next', target);
  if (ended) query.set('ended', ended);
  return query.size === 0 ? '/auth/signin' : `/auth/signin?${query}`;
}

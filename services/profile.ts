import type { ChangePasswordRequest, Session } from '#lib/contract/account.ts';
import { get, post, remove } from './http.ts';

export type { Session };

export const changePassword = (request: ChangePasswordRequest) =>
  post<null>('auth/password/change/', request);
export const getSessions = () => get<Session[]>('auth/sessions/');
/** Revokes all sessions but this one. */
export const revokeOtherSessions = () => remove<null>('auth/sessions/');
export const revokeSession = (id: string) => remove<null>(`auth/sessions/${encodeURIComponent(id)}/`);
/** Permanently deletes the account; refused for the last owner of a hub. */
export const deleteAccount = (password: string) => remove<null>('auth/me/', { password });

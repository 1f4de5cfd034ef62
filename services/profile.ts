import type { ChangePasswordRequest, Session } from '#lib/contract/account.ts';
import { get, post, remove } from './http.ts';

export type { Session };

export const changePassword = (request: ChangePasswordRequest) =>
  post<null>('auth/password/change/', request);
export const getSessions = () => get<Session[]>('auth/sessions/');
/** Signs every device out but this one. */
export const endOtherSessions = () => remove<null>('auth/sessions/');
export const endSession = (id: string) => remove<null>(`auth/sessions/${encodeURIComponent(id)}/`);
/** Ends the account for good; the last owner of a hub is refused. */
export const deleteAccount = (password: string) => remove<null>('auth/me/', { password });

import type { ChangePasswordRequest, Session } from '#lib/contract/account.ts';
import { get, post, remove } from './api.ts';

export type { Session };

export const changePassword = (request: ChangePasswordRequest) => post('auth/password/change/', request);
export const getSessions = (signal?: AbortSignal) => get('auth/sessions/', {}, signal ? { signal } : {});
/** Revokes all sessions but this one. */
export const revokeOtherSessions = () => remove('auth/sessions/');
export const revokeSession = (id: string) => remove(`auth/sessions/${encodeURIComponent(id)}/`);
/** Permanently deletes the account; refused for the last owner of a hub. */
export const deleteAccount = (password: string) => remove('auth/me/', { password });
